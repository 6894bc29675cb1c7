import fc from "fast-check";
import { expect, test } from "vitest";
import { bestForward, bestReverse, forwardValue, reverseValue } from "./best-mixture.ts";
import { randomRows, testUniform } from "../brute-force.fixture.ts";

function mix(pi: ArrayLike<number>, rows: Float64Array, outcomes: number): Float64Array {
  const q = new Float64Array(outcomes);
  for (let i = 0; i < rows.length; i++) {
    q[i % outcomes] = q[i % outcomes]! + pi[Math.floor(i / outcomes)]! * rows[i]!;
  }
  return q;
}

const problem = fc.record({
  seed: fc.integer({ min: 1, max: 1e6 }),
  actionCount: fc.integer({ min: 1, max: 6 }),
  outcomeCount: fc.integer({ min: 1, max: 6 }),
  spread: fc.constantFrom(1, 20, 500, 3000),
});

test("no intention is worth a shift of mass: the optimality conditions hold to rounding", () => {
  fc.assert(
    fc.property(problem, ({ seed, actionCount, outcomeCount, spread }) => {
      const uniform = testUniform(seed);
      // Small entries become zeros, so impossible outcomes are part of the test.
      const rows = randomRows(actionCount, outcomeCount, uniform).map((p) => (p < 0.01 ? 0 : p));
      for (let a = 0; a < actionCount; a++) {
        const row = rows.subarray(a * outcomeCount, (a + 1) * outcomeCount);
        const sum = row.reduce((total, p) => total + p, 0);
        for (let c = 0; c < outcomeCount; c++) row[c] = row[c]! / sum;
      }
      const table = { rows, actionCount, outcomeCount };
      const logWeight = Float64Array.from({ length: outcomeCount }, () => -spread * uniform());
      const reverse = bestReverse(table, logWeight);
      const weight = randomRows(1, outcomeCount, uniform);
      const forward = bestForward(table, weight);
      expect(reverse.pi.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12);
      for (let a = 0; a < actionCount; a++) {
        for (const length of [1e-5, 0.01, 1]) {
          const nudge = (pi: Float64Array): Float64Array =>
            mix(
              pi.map((p, b) => (1 - length) * p + (a === b ? length : 0)),
              rows,
              outcomeCount,
            );
          expect(reverseValue(nudge(reverse.pi), logWeight)).toBeGreaterThanOrEqual(
            reverse.value - 1e-11 * spread,
          );
          expect(forwardValue(nudge(forward.pi), weight)).toBeGreaterThanOrEqual(forward.value - 1e-11);
        }
      }
    }),
    { numRuns: 300 },
  );
});

test("two noisy copies of a coin: the answer by hand", () => {
  // q(0) must lie between 0.2 and 0.9; weights 3:1 ask for 0.75, weights 99:1 for more than there is.
  const table = { rows: Float64Array.of(0.9, 0.1, 0.2, 0.8), actionCount: 2, outcomeCount: 2 };
  expect(bestReverse(table, [Math.log(3), 0]).q[0]).toBeCloseTo(0.75, 10);
  expect(bestReverse(table, [Math.log(99), 0]).q[0]).toBeCloseTo(0.9, 10);
  expect(bestForward(table, [0.05, 0.95]).q[0]).toBeCloseTo(0.2, 10);
});

test("intentions that do the same share the mass and break nothing", () => {
  const table = { rows: Float64Array.of(0.9, 0.1, 0.9, 0.1, 0.2, 0.8), actionCount: 3, outcomeCount: 2 };
  const { q, pi } = bestReverse(table, [0, 0]);
  expect(q[0]).toBeCloseTo(0.5, 9);
  expect(pi[0]).toBeCloseTo(pi[1]!, 4);
});

test("an outcome that is wanted and cannot happen is infinitely far", () => {
  const table = { rows: Float64Array.of(1, 0, 1, 0), actionCount: 2, outcomeCount: 2 };
  expect(bestForward(table, [0.5, 0.5]).value).toBe(Infinity);
  expect(bestReverse(table, [-Infinity, 0]).value).toBe(Infinity);
});
