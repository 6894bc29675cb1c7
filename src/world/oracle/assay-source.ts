/**
 * A file of measurements as the options of a command describe it: how the reader is told about its layout, and what a
 * score is worth once it is read. One way for `design`, `train` and `compare`.
 */
// Not by the door of design/: the command line reads this file when it starts, and must not load the engine.
import { logScores } from "../../design/utility/log-scores.ts";
import { createUtility } from "../../design/utility/utility-map.ts";
import type { AssayOptions, Measurement } from "../../landscape/assay/assay.ts";
import type { GeneralConfig } from "../settings/general-settings.ts";

const delimiters = { comma: ",", semicolon: ";", tab: "\t" } as const;

type Maybe<T> = T | null | undefined;

/** What the reader is told. */
export function assayOptionsOf(values: {
  readonly sequenceColumn?: Maybe<string>;
  readonly scoreColumn?: Maybe<string>;
  readonly delimiter?: Maybe<keyof typeof delimiters>;
  readonly decimal?: Maybe<"point" | "comma">;
  readonly alphabet?: Maybe<string>;
  readonly parent?: Maybe<string>;
  readonly sites?: Maybe<string>;
  readonly sheet?: Maybe<string>;
}): AssayOptions {
  const { sequenceColumn, scoreColumn, delimiter, decimal, alphabet, parent, sites, sheet } = values;
  return {
    ...(isGiven(sequenceColumn) ? { sequenceColumn } : {}),
    ...(isGiven(scoreColumn) ? { scoreColumn } : {}),
    ...(isGiven(delimiter) ? { delimiter: delimiters[delimiter] } : {}),
    ...(isGiven(decimal) ? { decimal } : {}),
    ...(isGiven(alphabet) ? { alphabet } : {}),
    ...(isGiven(parent) ? { parent } : {}),
    ...(isGiven(sites) ? { sites } : {}),
    ...(isGiven(sheet) ? { sheet } : {}),
  };
}

function isGiven<T>(value: Maybe<T>): value is T {
  return value !== undefined && value !== null;
}

type WorthOptions = Pick<GeneralConfig, "minimize" | "log" | "utility" | "utilityWidth">;

/**
 * What measured scores are worth to a sampler; as they are where nothing else is said. Rank and the like are those among
 * what was measured, so all of it is needed.
 */
export function worthOf(
  measurements: readonly Measurement[],
  { minimize, log, utility, utilityWidth }: WorthOptions,
): (score: number) => number {
  const direction = minimize ? -1 : 1;
  const scale = (list: readonly Measurement[]): readonly Measurement[] => (log ? logScores(list) : list);
  const turned = (score: number): number =>
    direction * scale([{ sequence: "(missing)", score, count: 1, spread: 0 }])[0]!.score;
  // Said once for all rows, with the sequence that has no logarithm.
  const oriented = scale(measurements).map(({ score }) => direction * score);
  if (utility === "given") return turned;
  const map = createUtility(utility, oriented, utilityWidth ?? undefined);
  return (score) => map.of(turned(score));
}
