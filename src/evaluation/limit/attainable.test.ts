import { describe, expect, test } from "vitest";
import { randomRows, testUniform } from "../brute-force.fixture.ts";
import { noiseKernel, stickyKernel } from "../law/kernel.ts";
import { exactIntentions } from "./attainable.ts";
import { bestForward, bestReverse } from "./best-mixture.ts";
import { kernelTable } from "./limit-on-sequences.ts";

const uniform = testUniform(3);

/** A matrix that mixes letters, more or less. */
function kernelOf(size: number, share: number): ReturnType<typeof noiseKernel> {
  const rows = randomRows(size, size, uniform);
  return noiseKernel(
    size,
    rows.map((p, i) => share * p + (i % (size + 1) === 0 ? 1 - share : 0)),
  );
}

describe("what can be reached exactly is what the convex problem finds", () => {
  test.each([2, 4, 20])("%i letters", (size) => {
    const pi = new Float64Array(size);
    let [reached, not] = [0, 0];
    for (const share of [0.05, 0.3, 0.8]) {
      const kernel = kernelOf(size, share);
      const table = kernelTable(kernel);
      const intentions = exactIntentions(kernel);
      for (let i = 0; i < 20; i++) {
        // Half of the laws come from a policy, the others are any law.
        const any = randomRows(1, size, uniform);
        const wanted =
          i % 2
            ? any
            : Float64Array.from(any, (_, c) =>
                any.reduce((sum, p, a) => sum + p * kernel.matrix[a * size + c]!, 0),
              );
        const found = intentions(wanted, pi);
        const { value } = bestForward(table, wanted);
        if (found) {
          reached++;
          expect(value).toBeLessThan(1e-10);
          expect(bestReverse(table, wanted.map(Math.log)).value).toBeLessThan(1e-10);
          expect(pi.reduce((a, b) => a + b)).toBeCloseTo(1, 12);
        } else if (i % 2) {
          not++;
          expect(value).toBeGreaterThan(0);
        }
      }
    }
    expect(reached).toBeGreaterThan(20);
    expect(not).toBeGreaterThan(5);
  });
});

test("noise that forgets everything reaches nothing that way", () => {
  const kernel = noiseKernel(2, [0.3, 0.7, 0.3, 0.7]);
  expect(exactIntentions(kernel)(Float64Array.of(0.3, 0.7), new Float64Array(2))).toBe(false);
  expect(exactIntentions(stickyKernel(2, 1))(Float64Array.of(0.5, 0.5), new Float64Array(2))).toBe(false);
});
