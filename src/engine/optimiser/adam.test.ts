/** The optimiser: SIMD against the plain reference, the reference against float64, and what surrounds the update. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { key } from "../../random/key.ts";
import { normal, ones, zeros } from "../parameters/initialisers.ts";
import { createParameters, parameter } from "../parameters/parameters.ts";
import type { Parameters } from "../parameters/parameters.ts";
import { webAssembly } from "../webassembly.ts";
import { createAdamKernel } from "./adam-kernel.ts";
import { adamReference } from "./adam-reference.ts";
import type { AdamUpdate } from "./adam-reference.ts";
import { Adam } from "./adam.ts";
import type { AdamGroup, AdamOptions } from "./adam.ts";

/** The update of Kingma & Ba (2015), algorithm 1, with the decay of Loshchilov & Hutter (2019), in float64. */
function textbookAdam(
  options: Required<Pick<AdamOptions, "rate" | "beta1" | "beta2" | "epsilon" | "decay">>,
) {
  const { rate, beta1, beta2, epsilon, decay } = options;
  return (theta: Float64Array, m: Float64Array, v: Float64Array, g: ArrayLike<number>, t: number): void => {
    for (let i = 0; i < theta.length; i++) {
      m[i] = beta1 * m[i]! + (1 - beta1) * g[i]!;
      v[i] = beta2 * v[i]! + (1 - beta2) * g[i]! ** 2;
      const mHat = m[i]! / (1 - beta1 ** t);
      const vHat = v[i]! / (1 - beta2 ** t);
      theta[i] = theta[i]! - rate * decay * theta[i]! - (rate * mHat) / (Math.sqrt(vHat) + epsilon);
    }
  };
}

const gradientAt = (i: number, t: number): number => Math.sin(3 * i + t) * 10 ** ((i % 5) - 3);

function fillGradient(parameters: Parameters, t: number): void {
  for (let i = 0; i < parameters.gradient.length; i++) parameters.gradient[i] = gradientAt(i, t);
}

const vectorTree = (size: number) => ({ weight: parameter([size], normal(1)) });

describe("kernel", () => {
  const floats = fc.float({ noNaN: true, noDefaultInfinity: true, min: -1000, max: 1000 });
  const updates: fc.Arbitrary<AdamUpdate> = fc.record({
    gradientScale: fc.constantFrom(1, 0.5, 0.013),
    beta1: fc.constantFrom(0.9, 0.5, 0),
    beta2: fc.constantFrom(0.999, 0.95),
    epsilon: fc.constantFrom(1e-8, 1e-5),
    stepSize: fc.constantFrom(1e-3, 0.3, 1e-5),
    unbiasSecond: fc.constantFrom(1, 31.6, 4.4),
    shrink: fc.constantFrom(1, 0.999),
  });

  test("equals the reference bit for bit, at any length and offset, and touches nothing else", () => {
    fc.assert(
      fc.property(
        fc.nat(40),
        fc.nat(9),
        fc.array(floats, { minLength: 16, maxLength: 64 }),
        updates,
        (count, from, values, update) => {
          const stride = 64;
          const memory = new webAssembly.Memory({ initial: 1, maximum: 1 });
          const all = new Float32Array(memory.buffer).subarray(0, 4 * stride);
          for (let i = 0; i < all.length; i++)
            all[i] = values[i % values.length]! * (i % 7 === 0 ? 1e-36 : 1);
          for (let i = 3 * stride; i < all.length; i++) all[i] = Math.abs(all[i]!);
          const layout = { memory, values: 0, gradient: stride, first: 2 * stride, second: 3 * stride };
          const expected = all.slice();
          adamReference(expected, layout, from, from + count, update);
          const kernel = createAdamKernel(layout);
          const sum = expected.subarray(stride + from, stride + from + count).reduce((s, x) => s + x * x, 0);
          expect(Math.abs(kernel.sumSquares(from, count) - sum)).toBeLessThanOrEqual(1e-12 * sum);
          kernel.update(from, count, update);
          expect(new Uint32Array(all.slice().buffer)).toEqual(new Uint32Array(expected.buffer));
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("update", () => {
  test.each([
    ["Adam", 0],
    ["AdamW", 0.1],
  ])("%s follows the textbook in float64", (_, decay) => {
    const options = { rate: 0.01, beta1: 0.9, beta2: 0.99, epsilon: 1e-8, decay };
    const parameters = createParameters(vectorTree(37), key(1));
    const adam = new Adam(parameters, options);
    const reference = textbookAdam(options);
    const theta = Float64Array.from(parameters.values);
    const [m, v] = [new Float64Array(37), new Float64Array(37)];
    for (let t = 1; t <= 100; t++) {
      fillGradient(parameters, t);
      reference(theta, m, v, parameters.gradient, t);
      expect(adam.apply().applied).toBe(true);
    }
    theta.forEach((value, i) => expect(Math.abs(parameters.values[i]! - value)).toBeLessThan(1e-5));
  });

  test("the first step moves each entry by the rate against its gradient", () => {
    // With bias correction m̂ = g and v̂ = g², so the first step is -rate·sign(g).
    const parameters = createParameters({ w: parameter([3], zeros) }, key(0));
    parameters.gradient.set([2, -0.001, 50]);
    new Adam(parameters, { rate: 0.1 }).apply();
    [-0.1, 0.1, -0.1].forEach((step, i) => expect(parameters.values[i]).toBeCloseTo(step, 5));
  });

  test("decay shrinks parameters whose gradient is zero, plain Adam leaves them", () => {
    for (const [decay, expected] of [
      [0, 1],
      [0.5, 0.95 ** 3],
    ] as const) {
      const parameters = createParameters({ w: parameter([5], ones) }, key(0));
      const adam = new Adam(parameters, { rate: 0.1, decay });
      for (let i = 0; i < 3; i++) adam.apply();
      for (const value of parameters.values) expect(value).toBeCloseTo(expected, 6);
    }
  });

  test("moments too small for a normal number become exactly zero", () => {
    const parameters = createParameters(vectorTree(9), key(0));
    const adam = new Adam(parameters, { beta1: 0.5, beta2: 0.5 });
    parameters.gradient.fill(1e-18);
    adam.apply();
    parameters.gradient.fill(0);
    for (let i = 0; i < 100; i++) adam.apply();
    const smallest = 2 ** -126;
    const [first, second] = parameters.moments;
    expect([...second]).toEqual(Array.from({ length: 9 }, () => 0));
    for (const m of first) expect(m === 0 || Math.abs(m) >= smallest).toBe(true);
    for (let i = 0; i < 200; i++) adam.apply();
    expect([...first]).toEqual(Array.from({ length: 9 }, () => 0));
  });
});

describe("clipping and groups", () => {
  const tree = {
    policy: { weight: parameter([4], ones), bias: parameter([2], ones) },
    value: { weight: parameter([3], ones) },
    temperature: parameter([1], ones),
  };

  test("the norm reported is that of the whole gradient, before clipping", () => {
    const parameters = createParameters(tree, key(0));
    parameters.gradient.fill(2);
    const result = new Adam(parameters, { clip: 1 }).apply();
    expect(result).toEqual({ applied: true, gradientNorm: Math.sqrt(40) });
  });

  test("a gradient beyond the clip acts as if scaled down to it, per group", () => {
    const scaled = createParameters(tree, key(0));
    const clipped = createParameters(tree, key(0));
    const groups: AdamGroup[] = [{ prefix: "value/" }];
    const gradient = [3, 0, 0, 0, 4, 0, 0.3, 0, 0, 0];
    clipped.gradient.set(gradient);
    // Norm 5 of the rest becomes 1; the group "value/" with norm 0.3 stays.
    scaled.gradient.set(gradient.map((g, i) => (i >= 6 && i < 9 ? g : g / 5)));
    new Adam(clipped, { rate: 0.1, clip: 1, epsilon: 0.1 }, groups).apply();
    new Adam(scaled, { rate: 0.1, epsilon: 0.1 }, groups).apply();
    clipped.values.forEach((value, i) => expect(value).toBeCloseTo(scaled.values[i]!, 6));
  });

  test("each parameter goes to the first group whose prefix fits", () => {
    const parameters = createParameters(tree, key(0));
    parameters.gradient.fill(1);
    const groups = [
      { prefix: "policy/weight", rate: 0.5 },
      { prefix: "policy", rate: 0.25 },
      { prefix: "temperature", rate: 0 },
    ];
    new Adam(parameters, { rate: 0.125 }, groups).apply();
    const steps = [0.5, 0.5, 0.5, 0.5, 0.25, 0.25, 0.125, 0.125, 0.125, 0];
    steps.forEach((step, i) => expect(parameters.values[i]).toBeCloseTo(1 - step, 5));
  });

  test("a group's own schedule acts on its own rate", () => {
    const parameters = createParameters(tree, key(0));
    parameters.gradient.fill(1);
    const adam = new Adam(parameters, { rate: 0.1 }, [{ prefix: "value", schedule: (step) => step }]);
    adam.apply();
    expect(parameters.values[6]).toBe(1);
    expect(parameters.values[0]).toBeCloseTo(0.9, 5);
  });

  test("a group without parameters is an error that lists the names", () => {
    const parameters = createParameters(tree, key(0));
    const make = (): Adam => new Adam(parameters, {}, [{ prefix: "polcy" }]);
    expect(make).toThrow(expect.objectContaining({ code: "engine/empty-group" }));
    expect(make).toThrow(/"polcy".*policy\/weight, policy\/bias, value\/weight, temperature/);
    expect(() => new Adam(parameters, {}, [{ prefix: "policy" }, { prefix: "policy/bias" }])).toThrow(
      /policy\/bias/,
    );
  });
});

describe("state", () => {
  test("saved and restored, it goes on bit for bit", () => {
    const whole = createParameters(vectorTree(21), key(4));
    const adam = new Adam(whole, { rate: 0.05, clip: 1, schedule: (step) => 1 / (1 + step) });
    const run = (target: Parameters, optimiser: Adam, from: number, to: number): void => {
      for (let t = from; t < to; t++) {
        fillGradient(target, t);
        optimiser.apply();
      }
    };
    run(whole, adam, 0, 10);
    const resumed = createParameters(vectorTree(21), key(99));
    resumed.values.set(whole.values);
    resumed.moments.forEach((moment, i) => moment.set(whole.moments[i]!));
    const second = new Adam(resumed, { rate: 0.05, clip: 1, schedule: (step) => 1 / (1 + step) });
    second.restore(structuredClone(adam.save()));
    run(whole, adam, 10, 20);
    run(resumed, second, 10, 20);
    expect(second.step).toBe(20);
    expect(resumed.values).toEqual(whole.values);
    expect(resumed.moments).toEqual(whole.moments);
  });

  test.each([-1, 1.5, Number.NaN])("a step count of %s is refused", (step) => {
    const adam = new Adam(createParameters(vectorTree(3), key(0)));
    expect(() => adam.restore({ step })).toThrow(expect.objectContaining({ code: "engine/bad-state" }));
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY])(
    "a gradient of %s changes nothing and is named",
    (bad) => {
      const parameters = createParameters(vectorTree(7), key(0));
      const before = parameters.values.slice();
      const adam = new Adam(parameters);
      parameters.gradient[6] = bad;
      expect(adam.apply()).toEqual({ applied: false, parameters: ["weight"] });
      expect(parameters.values).toEqual(before);
      expect(adam.step).toBe(0);
    },
  );

  test("a huge finite gradient is clipped, not refused", () => {
    const parameters = createParameters(vectorTree(7), key(0));
    parameters.gradient.fill(1e38);
    expect(new Adam(parameters, { clip: 1 }).apply().applied).toBe(true);
    expect(parameters.values.every(Number.isFinite)).toBe(true);
  });
});
