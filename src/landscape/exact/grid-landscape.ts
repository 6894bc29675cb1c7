/**
 * What the points of a grid are worth (docs/methods.md section 8): a little everywhere, more in the corners, most in a small
 * square inside each corner. In d dimensions there are 2^d such squares, with nothing but the floor between them.
 *
 *     R = 1e-3 + 0.5·[all |x| > 0.5] + 2·[all 0.6 < |x| < 0.8]        coordinates linspace(−1, 1, H)
 */

import { WindageError } from "../../error.ts";
import { requireKnownFields, type Fields } from "../../known-fields.ts";
import type { Oracle } from "../landscape.ts";
import { OracleError, unanswered } from "../oracle/oracle-error.ts";
import { quoteSequence } from "../text/quote-sequence.ts";

/** The three levels. */
export interface GridRewards {
  readonly everywhere: number;
  readonly corners: number;
  readonly peaks: number;
}

/** The side, the dimensions and the rewards of a grid. */
export interface GridLandscapeOptions {
  readonly side: number;
  readonly dimensions?: number;
  readonly rewards?: Partial<GridRewards>;
}

/** Knows its space, so that `gridEnvironment(landscape)` builds its points. */
export interface GridLandscape extends Oracle {
  readonly side: number;
  readonly dimensions: number;
}

const published: GridRewards = { everywhere: 1e-3, corners: 0.5, peaks: 2 };

const gridFields: Fields<GridLandscapeOptions> = { side: true, dimensions: true, rewards: true };
const rewardFields: Fields<GridRewards> = { everywhere: true, corners: true, peaks: true };

/** Scores of points written as `3,5`; they are rewards already, so use them with exponent 1. */
export function gridLandscape(options: GridLandscapeOptions): GridLandscape {
  requireKnownFields("landscape/invalid-option", "gridLandscape", options, gridFields);
  const { side, dimensions = 2, rewards = {} } = options;
  requireKnownFields("landscape/invalid-option", "gridLandscape rewards", rewards, rewardFields);
  if (!Number.isInteger(side) || side < 2 || !Number.isInteger(dimensions) || dimensions < 1) {
    throw new WindageError(
      "landscape/invalid-option",
      `gridLandscape: got side ${side} and ${dimensions} dimensions, expected whole numbers of at least 2 and 1.`,
    );
  }
  const { everywhere, corners, peaks } = { ...published, ...rewards };
  const scoreOf = (point: readonly number[]): number => {
    // |−1 + 2i/(H−1)|, in a form that is the same on both sides of the middle.
    const distances = point.map((i) => Math.abs(2 * i - (side - 1)) / (side - 1));
    const inCorner = distances.every((x) => x > 0.5);
    const onPeak = distances.every((x) => 0.6 < x && x < 0.8);
    return everywhere + (inCorner ? corners : 0) + (onPeak ? peaks : 0);
  };
  const name = `grid of ${Array.from({ length: dimensions }, () => side).join("×")}`;
  return {
    name,
    enumerable: false,
    free: true,
    side,
    dimensions,
    score(objects) {
      const scores = unanswered(objects.length);
      let stranger: string | undefined;
      for (const [at, object] of objects.entries()) {
        const point = parsePoint(object, side, dimensions);
        if (point === undefined) stranger ??= object;
        else scores[at] = scoreOf(point);
      }
      if (stranger === undefined) return Promise.resolve(scores);
      const message =
        `${name}: got the point ${quoteSequence(stranger)}, expected ${dimensions} whole numbers from 0 to ` +
        `${side - 1} with commas between them.`;
      return Promise.reject(new OracleError("landscape/invalid-sequence", message, { scores }));
    },
  };
}

function parsePoint(text: string, side: number, dimensions: number): readonly number[] | undefined {
  const parts = text.split(",");
  if (parts.length !== dimensions || !parts.every((part) => /^(0|[1-9]\d*)$/.test(part))) return undefined;
  const point = parts.map(Number);
  return point.every((coordinate) => coordinate < side) ? point : undefined;
}
