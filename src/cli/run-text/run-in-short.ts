/** A trained run in the few facts that say what it was and what came of it; `--all` of `runs show` has everything. */
import type { JsonObject, JsonValue } from "../../file/json-document.ts";
import type { Field } from "../terminal/fields.ts";
import { duration, fixed, grouped, short } from "../../number-words.ts";
import { clipMiddle, printableLine } from "../terminal/printable.ts";
import { leafText } from "./flatten.ts";

/** What there is of a run: how it was asked for, the last line of its metrics, its final evaluation. */
export interface RunParts {
  readonly config: JsonObject;
  readonly last: JsonObject | null;
  readonly summary: JsonObject | null;
}

/** How much of a sequence stands in a fact. */
const longestSequence = 40;

/** What is known of a run in words, in the order in which people ask; what is not known has no line. */
export function runInShort({ config, last, summary }: RunParts): readonly Field[] {
  const at = (...path: readonly string[]): JsonValue | undefined => inside(summary, path);
  const figure = (value: JsonValue | undefined, write: (value: number) => string): string | undefined =>
    typeof value === "number" ? write(value) : undefined;
  const lost = figure(
    at("exact", "tv") ?? last?.["tv"],
    (tv) => `${fixed(100 * tv, 1)} of 100 samples (total variation ${fixed(tv, 4)})`,
  );
  const about = figure(
    at("estimates", "klReverse", "estimate"),
    (kl) => `KL about ${short(kl)} nats, estimated`,
  );
  const regret = figure(
    at("regret", "klReverse") ?? last?.["regret"],
    (nats) => `${fixed(nats, 4)} nats of KL above the limit (regret)`,
  );
  const top = figure(at("top", "k"), grouped);
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["objective", textOf(config["objective"])],
    ["noise (α)", textOf(config["alpha"])],
    ["iterations", figure(at("steps") ?? last?.["iteration"], grouped)],
    ["misplaced", lost ?? about],
    ["left to gain", regret],
    ["best sample", bestOf(at("top", "sequences"))],
    [`best ${top ?? ""}`, figure(at("top", "mean"), (mean) => `score ${fixed(mean, 3)} on average`)],
    [
      "modes",
      figure(at("modes", "found"), (found) => `${grouped(found)} of ${leafText(at("modes", "total"))} found`),
    ],
    ["scores asked for", figure(at("oracleCalls") ?? last?.["oracleCalls"], grouped)],
    ["training took", figure(at("seconds"), duration)],
  ];
  return facts.flatMap(([label, value]) => (value === undefined ? [] : [[label, value] as const]));
}

function textOf(value: JsonValue | undefined): string | undefined {
  return value === undefined || value === null ? undefined : leafText(value);
}

/** The first of the best samples with its score. */
function bestOf(sequences: JsonValue | undefined): string | undefined {
  const first = Array.isArray(sequences) ? sequences[0] : undefined;
  if (typeof first !== "object" || first === null || Array.isArray(first)) return undefined;
  const { sequence, score } = first as JsonObject;
  if (typeof sequence !== "string" || typeof score !== "number") return undefined;
  return `${clipMiddle(printableLine(sequence), longestSequence)}, score ${fixed(score, 4)}`;
}

function inside(object: JsonValue | undefined, path: readonly string[]): JsonValue | undefined {
  let value = object;
  for (const name of path) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    value = (value as JsonObject)[name];
  }
  return value;
}
