import { describe, expect, test } from "vitest";
import { randomRows, testUniform } from "../brute-force.fixture.ts";
import { noiseKernel, placedKernel, stickyKernel, type NoiseKernel } from "../law/kernel.ts";
import { expectedOverNoise, openLoopLaw } from "../law/kronecker.ts";
import { targetLaw } from "../law/log-z.ts";
import { bestForward, bestReverse } from "./best-mixture.ts";
import { limitForwardKl } from "./forward-kl-limit.ts";
import { openLoopLimit } from "./open-loop-limit.ts";
import { limitReverseKl } from "./reverse-kl-limit.ts";

/** `K(x|a)` written down: one row per design. */
function wholeKernel({ size, matrix }: NoiseKernel, length: number): Float64Array {
  const count = size ** length;
  return Float64Array.from({ length: count * count }, (_, i) => {
    let [design, made, probability] = [Math.floor(i / count), i % count, 1];
    for (let t = 0; t < length; t++) {
      probability *= matrix[(design % size) * size + (made % size)]!;
      [design, made] = [Math.floor(design / size), Math.floor(made / size)];
    }
    return probability;
  });
}

const rewards = (count: number, seed: number): Float64Array => {
  const uniform = testUniform(seed);
  return Float64Array.from({ length: count }, () => 3 * Math.log(uniform()));
};

const kernels: readonly (readonly [string, NoiseKernel])[] = [
  ["sticky 0.25", stickyKernel(3, 0.25)],
  ["sticky 0.75", stickyKernel(3, 0.75)],
  ["any rows", noiseKernel(3, randomRows(3, 3, testUniform(8)))],
];

describe("noise of whole sequences", () => {
  test.each(kernels)("equals the matrix written down: %s", (_, kernel) => {
    const vector = rewards(27, 3);
    const matrix = wholeKernel(kernel, 3);
    const [law, value] = [openLoopLaw(vector, kernel), expectedOverNoise(vector, kernel)];
    for (let i = 0; i < 27; i++) {
      let [column, row] = [0, 0];
      for (let j = 0; j < 27; j++) {
        column += matrix[j * 27 + i]! * vector[j]!;
        row += matrix[i * 27 + j]! * vector[j]!;
      }
      expect(law[i]).toBeCloseTo(column, 12);
      expect(value[i]).toBeCloseTo(row, 12);
    }
  });
});

test("a kernel for each place acts at its place, and a wrong number of them is refused", () => {
  const uniform = testUniform(4);
  for (const size of [3, 4]) {
    const kernels = Array.from({ length: 3 }, () => noiseKernel(size, randomRows(size, size, uniform)));
    const noise = placedKernel(
      size,
      kernels.map(({ matrix }) => matrix),
    );
    const vector = rewards(size ** 3, 6);
    const at = (i: number, place: number): number => Math.floor(i / size ** (2 - place)) % size;
    const values = expectedOverNoise(vector, noise);
    for (let a = 0; a < vector.length; a++) {
      let expected = 0;
      for (let x = 0; x < vector.length; x++) {
        const probability = kernels.reduce(
          (product, { matrix }, place) => product * matrix[at(a, place) * size + at(x, place)]!,
          1,
        );
        expected += probability * vector[x]!;
      }
      expect(values[a]).toBeCloseTo(expected, 12);
    }
    const tooFew = placedKernel(size, [kernels[0]!.matrix, kernels[1]!.matrix]);
    expect(() => openLoopLaw(vector, tooFew)).toThrowError(
      /noise at 2 places, expected one kernel for all 3/,
    );
  }
});

describe("openLoopLimit", () => {
  test.each(kernels)("equals the dense solver on all designs: %s", (_, kernel) => {
    const logReward = rewards(27, 5);
    const table = { rows: wholeKernel(kernel, 3), actionCount: 27, outcomeCount: 27 };
    const target = targetLaw(logReward);
    const forward = openLoopLimit(logReward, kernel, "forward", { gap: 1e-11 });
    const reverse = openLoopLimit(logReward, kernel, "reverse", { gap: 1e-11 });
    expect(forward.kl).toBeCloseTo(bestForward(table, target).value, 9);
    expect(reverse.kl).toBeCloseTo(bestReverse(table, target.map(Math.log)).value, 9);
    for (const limit of [forward, reverse]) {
      expect(limit.gap).toBeLessThanOrEqual(1e-11);
      expect(limit.design.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
    }
  });

  test("Richardson–Lucy steps and mirror descent, the slow obvious ways, lead there from above", () => {
    const kernel = stickyKernel(2, 0.4);
    const logReward = rewards(16, 9);
    const target = targetLaw(logReward);
    const best = {
      forward: openLoopLimit(logReward, kernel, "forward", { gap: 1e-12 }),
      reverse: openLoopLimit(logReward, kernel, "reverse", { gap: 1e-12 }),
    };
    for (const direction of ["forward", "reverse"] as const) {
      let w = new Float64Array(16).fill(1 / 16);
      let value = Infinity;
      for (let step = 0; step < 20_000; step++) {
        const q = openLoopLaw(w, kernel);
        const next = q.reduce(
          (sum, mass, x) =>
            sum +
            (direction === "forward"
              ? target[x]! * Math.log(target[x]! / mass)
              : mass * Math.log(mass / target[x]!)),
          0,
        );
        expect(next).toBeLessThanOrEqual(value + 1e-14);
        value = next;
        const ratio = q.map((mass, x) =>
          direction === "forward" ? target[x]! / mass : Math.log(target[x]! / mass),
        );
        const gain = expectedOverNoise(ratio, kernel);
        w = w.map((mass, a) => mass * (direction === "forward" ? gain[a]! : Math.exp(gain[a]!)));
        const total = w.reduce((a, b) => a + b, 0);
        w = w.map((mass) => mass / total);
      }
      expect(value - best[direction].kl).toBeGreaterThan(-1e-12);
      expect(value - best[direction].kl).toBeLessThan(1e-8);
    }
  });

  test("by hand: two letters, two steps, α = .5, reward on AA and BB only", () => {
    const logReward = [0, -Infinity, -Infinity, 0];
    const kernel = stickyKernel(2, 0.5);
    const mass = (law: Float64Array): number => law[0]! + law[3]!;
    // KL(target‖law) is −log of the mass on {AA, BB} for laws that treat the two alike.
    const without = openLoopLimit(logReward, kernel, "forward");
    expect(mass(without.law)).toBeCloseTo(0.625, 7);
    expect(without.kl).toBeCloseTo(-Math.log(0.625), 7);
    expect(mass(limitForwardKl(logReward, kernel).law)).toBeCloseTo(0.75, 9);
    expect(openLoopLimit(logReward, kernel, "reverse").kl).toBe(Infinity);
  });

  test("is never better than with feedback, and equals it without noise", () => {
    for (const [seed, alpha] of [0, 0.2, 0.5, 0.9].entries()) {
      const logReward = rewards(81, seed + 20);
      const kernel = stickyKernel(3, alpha);
      const [forward, reverse] = [limitForwardKl(logReward, kernel), limitReverseKl(logReward, kernel)];
      const without = {
        forward: openLoopLimit(logReward, kernel, "forward"),
        reverse: openLoopLimit(logReward, kernel, "reverse"),
      };
      expect(without.forward.kl).toBeGreaterThanOrEqual(forward.kl - 1e-9);
      expect(without.reverse.kl).toBeGreaterThanOrEqual(reverse.kl - 1e-9);
      if (alpha === 0) expect(without.forward.kl).toBeLessThan(1e-7);
    }
  });

  test("a design that can end in nothing of worth is left alone where it can be", () => {
    // A is always made as A; B may become C, which is worth nothing.
    const kernel = noiseKernel(3, [1, 0, 0, 0, 0.5, 0.5, 0, 0, 1]);
    const limit = openLoopLimit([Math.log(2), 0, -Infinity], kernel, "reverse");
    expect(Array.from(limit.design)).toEqual([1, 0, 0]);
    expect(limit.kl).toBeCloseTo(Math.log(1.5), 9);
  });
});
