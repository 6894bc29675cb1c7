/** Which numbers can be scores. Means and spreads are taken of them, so their squares have to be numbers too. */

import type { ErrorCode } from "../error.ts";

/** The largest score, and with a minus the smallest. */
export const LARGEST_SCORE = 1e150;

/** Whether a number can be a score: finite, and not too large to be squared. */
export function isScore(value: number): boolean {
  return Math.abs(value) <= LARGEST_SCORE;
}

/** What is wrong with a number that cannot be a score, and what to do. */
export function scoreProblem(value: number): { readonly code: ErrorCode; readonly expected: string } {
  return Number.isFinite(value)
    ? {
        code: "landscape/huge-score",
        expected: `expected at most ${LARGEST_SCORE}, since squares of scores have to be numbers too; divide all scores by a constant, or take their logarithms`,
      }
    : {
        code: "landscape/not-finite",
        expected: "expected a finite number; return a low score for sequences that cannot be measured",
      };
}
