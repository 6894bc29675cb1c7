/** The options of `windage train`, one table for flags, config files, help and docs. */
import type { SpecTable } from "../option-table.ts";
import { runsOptions } from "../run-text/runs-options.ts";

export const trainOptions = {
  table: {
    kind: "text",
    placeholder: "file",
    description: "Read this *_8mers.txt table instead of an imported one.",
  },
  oracleCsv: {
    kind: "text",
    placeholder: "file",
    description: "Scores from a CSV file with the columns sequence and score.",
  },
  oracleCommand: {
    kind: "text",
    placeholder: "list",
    description:
      'Scores from a program, as a JSON list of words such as \'["python3","score.py"]\'; see docs/landscapes.md.',
  },
  oracleUrl: {
    kind: "text",
    placeholder: "address",
    description: "Scores from a web service; see docs/landscapes.md.",
  },
  alphabet: {
    kind: "text",
    placeholder: "letters",
    description: "What sequences are made of, for your own scores, such as ACGT.",
  },
  length: { kind: "integer", min: 1, max: 4096, description: "Letters per sequence, for your own scores." },
  minLength: { kind: "integer", min: 0, max: 4096, description: "Fewest letters, where lengths differ." },
  maxLength: { kind: "integer", min: 1, max: 4096, description: "Most letters, where lengths differ." },
  missing: {
    kind: "text",
    placeholder: "policy",
    default: "error",
    description: "What sequences that the CSV does not list score: error (refuse), floor (0), or a number.",
  },
  alpha: {
    kind: "number",
    min: 0,
    max: 1,
    description:
      "Probability that a random letter is written instead of the intended one; 0.25 unless given. A module brings its own noise.",
  },
  beta: {
    kind: "number",
    min: 0,
    default: 3,
    description: "Reward is score to this power; larger is sharper.",
  },
  floor: { kind: "number", min: 1e-300, default: 1e-3, description: "Smallest reward." },
  ramp: {
    kind: "number",
    min: 0,
    default: 0,
    description: "Iterations after which half the way from exponent 1 to beta is done; 0 starts at beta.",
  },
  objective: {
    kind: "text",
    placeholder: "name",
    default: "sdb",
    description: "sdb, db, stb, ssubtb, linex, skl, or a sum such as sdb+0.1*skl.",
  },
  backward: {
    kind: "choice",
    choices: ["auto", "posterior", "learned"],
    default: "auto",
    description:
      "Backward policy: computed from the policy and the noise, or learned; auto computes it for sequences.",
  },
  dynamics: {
    kind: "choice",
    choices: ["learned", "known"],
    default: "learned",
    description: "Whether the noise has to be learned.",
  },
  model: {
    kind: "choice",
    choices: ["auto", "mlp", "memory", "table"],
    default: "auto",
    description:
      "The network: generalises, also memorises, or only memorises; auto memorises up to 262,144 states.",
  },
  hidden: { kind: "integer", min: 1, max: 8192, default: 128, description: "Units per hidden layer." },
  layers: { kind: "integer", min: 1, max: 16, default: 2, description: "Hidden layers." },
  iterations: { kind: "integer", min: 1, default: 1000, description: "Rounds of sampling and updating." },
  onPolicy: {
    kind: "integer",
    min: 0,
    max: 65_536,
    default: 256,
    description: "Sequences per iteration sampled from the policy itself.",
  },
  exploratory: {
    kind: "integer",
    min: 0,
    max: 65_536,
    default: 0,
    description: "Sequences per iteration sampled with exploration.",
  },
  replay: {
    kind: "integer",
    min: 0,
    max: 65_536,
    default: 0,
    description: "Earlier sequences per update, drawn from the replay buffer.",
  },
  extraUpdates: {
    kind: "integer",
    min: 0,
    max: 1000,
    default: 0,
    description: "Further updates per iteration from replay alone.",
  },
  priority: {
    kind: "number",
    min: 0,
    default: 0,
    description: "Replay prefers high rewards to this power; 0 draws evenly.",
  },
  dataset: {
    kind: "text",
    placeholder: "file",
    description: "Learn from these known sequences as well: a CSV file with the columns sequence and score.",
  },
  datasetBatch: {
    kind: "integer",
    min: 0,
    max: 65_536,
    default: 0,
    description: "Sequences of the dataset per update.",
  },
  rate: { kind: "number", min: 1e-9, default: 0.01, description: "Learning rate at the start." },
  finalRate: { kind: "number", min: 0, default: 0.0003, description: "Learning rate at the end." },
  dynamicsRate: { kind: "number", min: 0, default: 0.01, description: "Learning rate of the noise model." },
  clip: { kind: "number", min: 1e-9, default: 10, description: "Largest norm of a gradient." },
  epsilon: {
    kind: "number",
    min: 0,
    max: 1,
    default: 0.05,
    description: "Share of random intentions while exploring.",
  },
  temperature: {
    kind: "number",
    min: 0.01,
    default: 1,
    description: "Flattens the policy while exploring; 1 leaves it.",
  },
  seed: { kind: "integer", min: 0, default: 0, description: "The same seed gives the same run." },
  evaluateEvery: {
    kind: "integer",
    min: 1,
    default: 100,
    description: "Iterations between exact evaluations.",
  },
  checkpointEvery: {
    kind: "integer",
    min: 1,
    default: 250,
    description: "Iterations between checkpoints.",
  },
  samples: {
    kind: "integer",
    min: 2,
    max: 10_000_000,
    default: 2048,
    description: "Fresh samples for the closing report; each is scored once.",
  },
  ...runsOptions,
} as const satisfies SpecTable;
