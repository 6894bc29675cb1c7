/** Objectives by name, and the specs users write: `sdb`, `ssubtb(0.5)`, `sdb+0.1*skl`. */
import { WindageError } from "../error.ts";
import { describeValue } from "../known-fields.ts";
import { didYouMean } from "../suggest.ts";
import { db } from "./balance/db.ts";
import { edb } from "./balance/edb.ts";
import { linex } from "./balance/linex.ts";
import { localKl } from "./divergence/local-kl.ts";
import { mdb } from "./balance/mdb.ts";
import type { Objective } from "./objective.ts";
import { sdb } from "./balance/sdb.ts";
import { skl } from "./divergence/skl.ts";
import { defaultLambda, ssubtb } from "./balance/ssubtb.ts";
import { stb } from "./balance/stb.ts";
import { weightedSum } from "./weighted-sum.ts";
import type { WeightedPart } from "./weighted-sum.ts";

interface Entry {
  /** One line for help texts. */
  readonly summary: string;
  /** The number in brackets, for objectives that take one. */
  readonly option?: { readonly name: string; readonly default: number };
  readonly create: (option: number | undefined) => Objective;
}

const entries: Readonly<Record<string, Entry>> = {
  sdb: { summary: "stochastic detailed balance, the objective of record", create: () => sdb },
  db: { summary: "plain detailed balance, wrong under noise; for comparison", create: () => db },
  stb: { summary: "stochastic trajectory balance", create: () => stb },
  ssubtb: {
    summary: "stochastic sub-trajectory balance over all pieces, weight λ per step of length",
    option: { name: "lambda", default: defaultLambda },
    create: (lambda) => ssubtb(lambda === undefined ? {} : { lambda }),
  },
  mdb: {
    summary: "modified detailed balance without flows, where every state may stop",
    create: () => mdb,
  },
  edb: { summary: "expected detailed balance; always solvable, but another target", create: () => edb },
  linex: { summary: "sdb with exp(δ) − δ − 1 in place of δ²", create: () => linex },
  skl: { summary: "reverse trajectory KL with leave-one-out baseline, on-policy", create: () => skl },
  "local-kl": { summary: "local generalised KL over every intention and outcome", create: () => localKl },
};

/** The names of all objectives, as `parseObjective` takes them. */
export const objectiveNames: readonly string[] = Object.keys(entries);

/** What can be written in a spec, one line per objective, for help texts and docs. */
export function listObjectives(): readonly { readonly usage: string; readonly summary: string }[] {
  return Object.entries(entries).map(([name, { option, summary }]) => ({
    usage: option ? `${name}(${option.name}=${option.default})` : name,
    summary,
  }));
}

const number = String.raw`[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?`;
const term = new RegExp(
  String.raw`\s*(?:(?<weight>${number})\s*\*\s*)?(?<name>[a-z][\w-]*)\s*(?:\((?<option>[^()]*)\))?\s*(?<next>\+|$)`,
  "iy",
);
const optionText = new RegExp(String.raw`^\s*(?:(?<key>[a-z]+)\s*=\s*)?(?<value>${number})\s*$`, "i");

/** The objective that a text stands for, such as `sdb` or `db+0.1*skl`. */
export function parseObjective(spec: string): Objective {
  if (typeof spec !== "string") {
    throw new WindageError(
      "objective/bad-spec",
      (say) =>
        `${say("objective")}: got ${describeValue(spec)}, expected a text such as "sdb" or "sdb+0.1*skl".`,
    );
  }
  const parts: WeightedPart[] = [];
  term.lastIndex = 0;
  for (let more = true; more;) {
    const start = term.lastIndex;
    const groups = term.exec(spec)?.groups;
    if (!groups) {
      throw new WindageError(
        "objective/bad-spec",
        (say) =>
          `${say("objective")}: cannot read "${spec.slice(start)}" in "${spec}", expected a name or a sum such as ` +
          `"sdb+0.1*skl" or "ssubtb(0.5)"; names are ${objectiveNames.join(", ")}.`,
      );
    }
    const objective = create(groups["name"]!, groups["option"]);
    parts.push({ weight: Number(groups["weight"] ?? 1), objective });
    more = groups["next"] === "+";
  }
  const [first, ...others] = parts as [WeightedPart, ...WeightedPart[]];
  return others.length === 0 && first.weight === 1 ? first.objective : weightedSum([first, ...others]);
}

function create(name: string, written: string | undefined): Objective {
  const entry = Object.hasOwn(entries, name) ? entries[name] : undefined;
  if (!entry) {
    throw new WindageError(
      "objective/unknown",
      (say) =>
        `${say("objective")}: got "${name}", expected one of ${objectiveNames.join(", ")}` +
        `; ${didYouMean(name, objectiveNames) ?? "choose one of them."}`,
    );
  }
  if (written === undefined) return entry.create(undefined);
  const groups = optionText.exec(written)?.groups;
  if (!entry.option || !groups || (groups["key"] ?? entry.option.name) !== entry.option.name) {
    const expected = entry.option
      ? `a number for ${entry.option.name}, such as ${name}(${entry.option.default})`
      : `plain "${name}", which takes no option`;
    throw new WindageError(
      "objective/bad-option",
      (say) => `${say("objective")}: got "${name}(${written})", expected ${expected}.`,
    );
  }
  return entry.create(Number(groups["value"]));
}
