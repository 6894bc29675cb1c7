import { describe, expect, test } from "vitest";
import { checkEnvironment } from "./check-environment.ts";
import { type GridState, gridEnvironment } from "./grid.ts";
import { withNoise } from "./noise/noise.ts";
import { stickyNoise } from "./noise/sticky-noise.ts";

const at = (...point: number[]): GridState => ({ point, done: false });

describe("gridEnvironment", () => {
  test.each([
    [2, 1],
    [5, 2],
    [4, 3],
    [3, 4],
  ])("keeps the contract with side %i in %i dimensions, with and without noise", (side, dimensions) => {
    const plain = gridEnvironment({ side, dimensions });
    expect(checkEnvironment(plain).problems).toEqual([]);
    const { problems, states } = checkEnvironment(withNoise(plain, stickyNoise(0.4)));
    expect(problems).toEqual([]);
    expect(states).toBe(2 * side ** dimensions);
  });

  test("noise turns moves into moves, and does nothing at the far border or to stopping", () => {
    const noisy = withNoise(gridEnvironment({ side: 4 }), stickyNoise(0.5));
    const chances = (state: GridState, action: number): number[] => {
      const out = new Float64Array(3);
      noisy.outcomeProbabilities(state, action, out);
      return [...out];
    };
    expect(chances(at(0, 0), 0)).toEqual([0.75, 0.25, 0]);
    expect(chances(at(2, 1), 1)).toEqual([0.25, 0.75, 0]);
    expect(chances(at(3, 1), 1)).toEqual([0, 1, 0]);
    expect(chances(at(2, 1), 2)).toEqual([0, 0, 1]);
  });

  test("a point is entered by a pair of parent and intention: every one with a chance, and no other", () => {
    const noisy = withNoise(gridEnvironment({ side: 4 }), stickyNoise(0.5));
    const ways = (state: GridState): number[] =>
      Array.from({ length: noisy.backward.count }, (_, i) => i).filter((i) =>
        noisy.backward.isLegal(state, i),
      );
    // Outcome 0 with intentions 0 and 1, outcome 1 with intentions 0 and 1.
    expect(ways(at(1, 1))).toEqual([0, 1, 2, 3]);
    expect(ways(at(0, 2))).toEqual([2, 3]);
    // The parent (3, 0) lies on the border, where nothing slips; the parent (2, 1) does not.
    expect(ways(at(3, 1))).toEqual([0, 1, 3]);
    expect(ways({ point: [1, 1], done: true })).toEqual([4]);
    expect(ways(at(0, 0))).toEqual([]);
  });

  test("refuses sizes that are none, and more points than can be numbered", () => {
    expect(() => gridEnvironment({ side: 1 })).toThrow(/at least 2/);
    expect(() => gridEnvironment({ side: 8, dimensions: 0 })).toThrow(/at least 2 and 1/);
    expect(() => gridEnvironment({ side: 1000, dimensions: 4 })).toThrow(/smaller side/);
    expect(() => gridEnvironment({ side: 12, dimensions: 40 })).toThrow(/has about 1.5 × 10\^43 points/);
    expect(() => gridEnvironment({ side: 3 }).next({ point: [1, 2], done: true }, 0)).toThrow(
      /stopped at 1,2/,
    );
  });
});
