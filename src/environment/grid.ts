/**
 * The grid of docs/methods.md section 8, of any side and dimension: walk from the origin along one dimension at a time, or
 * stop. Every point may be stopped at, so every point is an object, written as its coordinates: `3,5`.
 *
 * A point can be reached along each of its dimensions, so the backward policy is over pairs of a parent and the
 * intention there; the parent is told by the move that really happened, because noise makes it differ from the
 * intention. Noise replaces moves by moves; it never touches stopping, nor anything at a point where some coordinate is
 * at the far border.
 */

import { WindageError } from "../error.ts";
import { largeNumber } from "../large-number.ts";
import type { BackwardActions, Environment } from "./environment.ts";
import { MAX_STATES } from "./sequence/sequence-numbering.ts";
import { checkOutcome } from "./sequence/sequence.ts";

/** A point, and whether the walk has stopped there. */
export interface GridState {
  readonly point: readonly number[];
  readonly done: boolean;
}

/** The side and the number of dimensions. */
export interface GridOptions {
  /** Points along each dimension, H. */
  readonly side: number;
  /** 2 unless given. */
  readonly dimensions?: number;
}

/** A grid world with its size. */
export interface GridEnvironment extends Environment<GridState> {
  readonly side: number;
  readonly dimensions: number;
  readonly stopAction: number;
}

/** A grid to walk on: moves 0 … d−1 add 1 to that coordinate, and d stops. */
export function gridEnvironment({ side, dimensions = 2 }: GridOptions): GridEnvironment {
  const points = checkSize(side, dimensions);
  const stopAction = dimensions;
  const featureCount = dimensions * side + 1;
  return {
    name: `grid of ${Array.from({ length: dimensions }, () => side).join("×")}`,
    side,
    dimensions,
    stopAction,
    actionCount: dimensions + 1,
    outcomeCount: dimensions + 1,
    maxSteps: dimensions * (side - 1) + 1,
    featureCount,
    initial: { point: Array.from({ length: dimensions }, () => 0), done: false },
    isTerminal: ({ done }) => done,
    isLegal: ({ point, done }, action) => !done && (action === stopAction || point[action]! < side - 1),
    outcomeProbabilities(_state, action, out) {
      out.fill(0);
      out[action] = 1;
    },
    next({ point, done }, outcome) {
      checkOutcome(outcome, dimensions + 1);
      if (done) throw finished(point);
      if (outcome === stopAction) return { point, done: true };
      return { point: moved(point, outcome, 1), done: false };
    },
    encode({ point, done }, out, offset) {
      out.fill(0, offset, offset + featureCount);
      for (let i = 0; i < dimensions; i++) out[offset + i * side + point[i]!] = 1;
      out[offset + featureCount - 1] = done ? 1 : 0;
    },
    key: ({ point, done }) => point.join(",") + (done ? "." : ""),
    objectOf: ({ point }) => point.join(","),
    slips: ({ point }, outcome) =>
      outcome !== stopAction && point.every((coordinate) => coordinate < side - 1),
    backward: gridBackward(dimensions),
    enumeration: {
      stateCount: 2 * points,
      indexOf: ({ point, done }) =>
        point.reduce((index, coordinate) => index * side + coordinate, 0) + (done ? points : 0),
    },
  };
}

/** Pairs are numbered outcome · d + intention, and the one way to have stopped is d². */
function gridBackward(dimensions: number): BackwardActions<GridState> {
  const stopped = dimensions * dimensions;
  return {
    count: stopped + 1,
    indexOf: (action, outcome) => (outcome === dimensions ? stopped : outcome * dimensions + action),
    // Without noise a move is what was intended; under noise `withNoise` asks `entry` instead.
    isLegal({ point, done }, index) {
      if (done || index === stopped) return done && index === stopped;
      const outcome = Math.floor(index / dimensions);
      return index % dimensions === outcome && point[outcome]! > 0;
    },
    entry({ point, done }, index) {
      if (done || index === stopped) {
        if (!done || index !== stopped) return undefined;
        return { parent: { point, done: false }, action: dimensions, outcome: dimensions };
      }
      const outcome = Math.floor(index / dimensions);
      const action = index % dimensions;
      if (point[outcome] === 0) return undefined;
      return { parent: { point: moved(point, outcome, -1), done: false }, action, outcome };
    },
  };
}

function moved(point: readonly number[], dimension: number, by: number): readonly number[] {
  const next = [...point];
  next[dimension]! += by;
  return next;
}

/** The number of points; too many to number is an error. */
function checkSize(side: number, dimensions: number): number {
  const points = side ** dimensions;
  if (!Number.isInteger(side) || side < 2 || !Number.isInteger(dimensions) || dimensions < 1) {
    throw new WindageError(
      "environment/bad-grid",
      (say) =>
        `${say("side")} and ${say("dimensions")}: got side ${side} and ${dimensions} dimensions, expected whole numbers of at least 2 and 1.`,
    );
  }
  if (2 * points > MAX_STATES) {
    throw new WindageError(
      "environment/bad-grid",
      (say) =>
        `${say("side")} and ${say("dimensions")}: a side of ${side} in ${dimensions} dimensions has ${largeNumber(points)} points, expected at most ` +
        `${largeNumber(MAX_STATES / 2)}; choose a smaller side or fewer dimensions.`,
    );
  }
  return points;
}

function finished(point: readonly number[]): WindageError {
  return new WindageError(
    "environment/finished",
    `next: the walk has stopped at ${point.join(",")}, expected a state that can go on; ask isTerminal first.`,
  );
}
