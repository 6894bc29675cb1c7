/** Words of caution about measured sequences: a score far from all others, and letters that are the same in all of them. */
import { sortedQuantile } from "../../evaluation/forecast/sample-quantiles.ts";
import type { Measurement } from "../../landscape/assay/assay.ts";

/** How many half-widths of the middle half beyond it a score lies that hardly is of the same kind as the others. */
const farOut = 100;
/** Letters that are the same at an end, from which on it is hardly chance. */
const fewestShared = 2;
/** Of fewer sequences neither says much. */
const fewest = 10;

/** A score so far from all others that models would follow nothing else; undefined where there is none. */
export function outlierHint(measurements: readonly Measurement[], log: boolean): string | undefined {
  if (measurements.length < fewest) return undefined;
  const scoreOf = ({ score }: Measurement): number => (log ? Math.log10(score) : score);
  const sorted = Float64Array.from(measurements, scoreOf).sort();
  const [low, high] = [sortedQuantile(sorted, 0.25), sortedQuantile(sorted, 0.75)];
  const reach = (farOut * (high - low)) / 2;
  const odd = measurements.filter((one) => scoreOf(one) > high + reach || scoreOf(one) < low - reach);
  const [first] = odd;
  if (first === undefined || high === low || odd.length > Math.max(1, measurements.length / 50))
    return undefined;
  const more = odd.length === 1 ? "" : ` (and ${odd.length - 1} more)`;
  return `${first.sequence} scores ${first.score}${more}, far from all others, half of which lie between ${shown(low, log)} and ${shown(high, log)}: models will follow it alone; take it out if it is a mistake`;
}

const shown = (score: number, log: boolean): string =>
  String(Number((log ? 10 ** score : score).toPrecision(4)));

/** Ends that all sequences share, as primers and adapters are; undefined where there are none. */
export function sharedEndsHint(measurements: readonly Measurement[]): string | undefined {
  if (measurements.length < fewest) return undefined;
  const sequences = measurements.map(({ sequence }) => sequence);
  const shortest = sequences.reduce((least, { length }) => Math.min(least, length), Number.POSITIVE_INFINITY);
  const shared = (letterAt: (sequence: string, i: number) => string | undefined): number => {
    let count = 0;
    while (
      count < shortest &&
      sequences.every((one) => letterAt(one, count) === letterAt(sequences[0]!, count))
    )
      count++;
    return count;
  };
  const front = shared((one, i) => one[i]);
  const back = Math.min(
    shared((one, i) => one.at(-1 - i)),
    shortest - front,
  );
  const first = sequences[0]!;
  const ends = [
    ...(front >= fewestShared ? [`begins with ${first.slice(0, front)}`] : []),
    ...(back >= fewestShared ? [`ends with ${first.slice(first.length - back)}`] : []),
  ];
  if (ends.length === 0) return undefined;
  return `every sequence ${ends.join(" and ")}: nothing was measured of other letters there, and orders may change them; where they have to stay, as primers do, take them off in the file and put them back on what is ordered`;
}
