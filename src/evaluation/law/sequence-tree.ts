/**
 * The full tree of fixed-length sequences, laid out by depth: prefix `p` of depth `t` is its tokens read as a
 * number in base `V`, so its children are `p * V … p * V + V - 1` of depth `t + 1` and the leaves are all
 * sequences in lexicographic order. Trees of another shape are `StateGraph`s.
 */
import { WindageError } from "../../error.ts";
import { logSumExp } from "./log-z.ts";

/** The length `L` with `V^L = leafCount`, or an error that says which table was expected. */
export function sequenceLength(leafCount: number, alphabetSize: number): number {
  // An alphabet of one letter has one sequence of every length, so the count cannot tell the length.
  const length = alphabetSize > 1 ? Math.round(Math.log(leafCount) / Math.log(alphabetSize)) : 0;
  if (!(length > 0) || alphabetSize ** length !== leafCount) {
    throw new WindageError(
      "evaluation/incomplete-table",
      `got ${leafCount} objects over ${alphabetSize} tokens, expected one entry for every sequence of one fixed length (a power of ${alphabetSize}). Use a StateGraph for any other space.`,
    );
  }
  return length;
}

/** Log reward mass under every prefix: one array per depth `0…L`, the last being the leaves themselves. */
export function logMassByDepth(logReward: ArrayLike<number>, alphabetSize: number): Float64Array[] {
  const length = sequenceLength(logReward.length, alphabetSize);
  const levels: Float64Array[] = Array.from({ length: length + 1 });
  levels[length] = Float64Array.from(logReward);
  for (let t = length - 1; t >= 0; t--) {
    const below = levels[t + 1]!;
    const level = new Float64Array(below.length / alphabetSize);
    for (let p = 0; p < level.length; p++) {
      level[p] = logSumExp(below, p * alphabetSize, (p + 1) * alphabetSize);
    }
    levels[t] = level;
  }
  return levels;
}
