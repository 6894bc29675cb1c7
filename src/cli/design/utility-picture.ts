/** A picture of what scores are worth: how many were measured, and how often a sampler would build one of them. */
import type { UtilityMap } from "../../design/utility/utility-map.ts";
import { extent } from "../../figure/draw/extent.ts";
import type { Measurement } from "../../landscape/assay/assay.ts";
import { grouped, percent } from "../../number-words.ts";
import type { TerminalStyle } from "../terminal/style.ts";
import { scoreFormat } from "../../job/design/score-format.ts";

const mostBins = 10;

/** Which scores are good, and whether they are worked with as log10 of what the file has. */
export interface ScoreSense {
  readonly minimize: boolean;
  readonly log: boolean;
}

/** What a map does, in a sentence; with --log it acts on logarithms, while the picture has the unit of the file. */
export function worthSentence({ kind, description }: UtilityMap, { log }: ScoreSense): string {
  const of = log ? ", of log10 of the scores (--log); the picture has scores as the file has them" : "";
  return `What a score is worth (${kind}): ${description}${of}.`;
}

/** The picture of a utility: how many sequences score so, and how often a sampler of it would build one of them. */
export function utilityPicture(
  measurements: readonly Measurement[],
  map: UtilityMap,
  { minimize, log }: ScoreSense,
  style: TerminalStyle,
  width = 80,
): string {
  const scores = measurements.map(({ score }) => score);
  const [low, high] = extent(scores);
  const bins = high > low ? mostBins : 1;
  const step = (high - low) / bins || 1;
  const counts = Array.from({ length: bins }, () => 0);
  const worth = Array.from({ length: bins }, () => 0);
  for (const score of scores) {
    const bin = Math.min(bins - 1, Math.floor((score - low) / step));
    counts[bin]!++;
    worth[bin]! += map.of(minimize ? -score : score);
  }
  const total = worth.reduce((sum, value) => sum + value, 0);
  const format = scoreFormat(scores, log);
  const labels =
    bins === 1
      ? [format(low)]
      : counts.map((_, bin) => `${format(low + bin * step)} … ${format(low + (bin + 1) * step)}`);
  const label = Math.max(...labels.map((text) => text.length), 5);
  const room = Math.max(8, Math.min(28, Math.floor((width - label - 20) / 2)));
  const bar = (share: number): string => (share > 0 ? "█".repeat(Math.max(1, Math.round(share * room))) : "");
  const most = Math.max(...counts);
  const head = `  ${style.dim("score".padEnd(label))}  ${style.dim("measured".padEnd(room + 7))}  ${style.dim("of the worth")}`;
  const lines = counts.map((count, bin) => {
    const share = worth[bin]! / total;
    const left = `${bar(count / most).padEnd(room)} ${grouped(count).padStart(6)}`;
    return `  ${labels[bin]!.padEnd(label)}  ${left}  ${bar(share).padEnd(room)} ${percent(share)}`.trimEnd();
  });
  return [head, ...lines].join("\n");
}
