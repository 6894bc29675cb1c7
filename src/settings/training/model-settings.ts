/** Settings of the objective and of the network. */
import { groups, type GroupedTable } from "../groups.ts";
import { only } from "./needs.ts";

const { objective, model } = groups;

export const modelSettings = {
  objective: {
    inPrograms: {
      kind: "part",
      does: "report",
      such: 'an objective such as parseObjective("sdb")',
    },
    kind: "text",
    valueName: "name",
    default: "sdb",
    group: objective,
    common: true,
    description:
      "What training makes small (docs/objectives/README.md): sdb (stochastic detailed balance), db, stb, ssubtb, mdb, edb, linex, skl, local-kl, or a sum such as sdb+0.1*skl.",
  },
  backward: {
    unset: "auto",
    kind: "choice",
    choices: ["auto", "posterior", "learned", "parent"],
    default: "auto",
    group: objective,
    description:
      "Backward policy: computed from the policy and the noise, or learned; auto computes what can be computed. parent leaves intentions out (db only), which is 1 for sequences.",
  },
  localStates: {
    kind: "integer",
    min: 1,
    max: 1_000_000,
    default: 256,
    group: objective,
    needs: [only.withChildren],
    description: "Visited states per update that local-kl and edb look at.",
  },
  "model.kind": {
    unset: "auto",
    name: "model",
    kind: "choice",
    choices: ["auto", "mlp", "memory", "kmer", "table", "transformer"],
    default: "auto",
    group: model,
    common: true,
    description:
      "The network: mlp generalises; memory also remembers every prefix, kmer short stretches; table only remembers; transformer reads tokens. auto is memory up to 262,144 states, then kmer.",
  },
  "model.kmer": {
    name: "kmer",
    kind: "integer",
    min: 1,
    max: 32,
    group: model,
    needs: [only.withKmers],
    description:
      "Letters before each position that the kmer model remembers; chosen by their number unless given.",
  },
  "model.hidden": {
    name: "hidden",
    kind: "integer",
    min: 1,
    max: 8192,
    default: 128,
    defaults: [{ where: only.withTransformer, default: 64 }],
    group: model,
    needs: [only.withLayers],
    description: "Units per hidden layer; the width of a transformer.",
  },
  "model.layers": {
    name: "layers",
    kind: "integer",
    min: 1,
    max: 16,
    default: 2,
    group: model,
    needs: [only.withLayers],
    description: "Hidden layers; blocks of a transformer.",
  },
  "model.heads": {
    name: "attentionHeads",
    kind: "integer",
    min: 1,
    max: 64,
    default: 8,
    group: model,
    needs: [only.withTransformer],
    description:
      "Attention heads of a transformer; --hidden is a multiple of them; many small ones learn faster.",
  },
  "model.positions": {
    name: "positions",
    kind: "choice",
    choices: ["scaled", "learned", "sinusoidal", "rotary"],
    default: "scaled",
    group: model,
    needs: [only.withTransformer],
    description:
      "How a transformer tells positions apart: scaled multiplies what stands for a letter by a learned row per position and adds another, learned only adds one, sinusoidal adds a fixed one, rotary turns queries and keys.",
  },
  observes: {
    unset: "outcomes",
    inPrograms: { choices: ["outcomes", "intentions"] },
    kind: "choice",
    choices: ["outcomes", "both", "intentions", "memory"],
    default: "outcomes",
    group: model,
    description:
      "What the sampler sees on its way: what was really written; also what it intended so far; its intentions alone, as where whole designs are ordered (with --objective stb or skl); or also what the process itself remembers, which no instrument shows.",
  },
  "model.thoughts.kind": {
    inPrograms: { choices: ["transformer", "recurrent", "pooled", "memory"] },
    name: "thoughts",
    kind: "choice",
    choices: ["transformer", "recurrent", "pooled"],
    default: "recurrent",
    group: model,
    needs: [only.withThoughts],
    description: "How intentions so far are encoded.",
  },
  "model.thoughts.width": {
    inPrograms: { max: Infinity },
    name: "thoughtWidth",
    kind: "integer",
    min: 2,
    max: 1024,
    default: 32,
    group: model,
    needs: [only.withThoughts],
    description: "Numbers per state that the encoder of intentions keeps; even for the transformer.",
  },
  lookAhead: {
    unset: 0,
    kind: "integer",
    min: 0,
    max: 4096,
    default: 0,
    group: model,
    description:
      "Letters ahead that heads of their own learn to predict, with their accuracy in reports; at most as many as sequences have.",
  },
} as const satisfies GroupedTable;
