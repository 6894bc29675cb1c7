/** Parameters: names, layout, streams of random numbers, initialisers and the segments they travel in. */
import { describe, expect, test } from "vitest";
import { Generator } from "../../random/generator.ts";
import { key } from "../../random/key.ts";
import { np } from "../jax.ts";
import type { JaxArray } from "../jax.ts";
import { Adam } from "../optimiser/adam.ts";
import { compileTraining } from "../training-program.ts";
import { f32 } from "../spec.ts";
import {
  constant,
  glorotUniform,
  heNormal,
  lecunNormal,
  normal,
  ones,
  uniform,
  zeros,
} from "./initialisers.ts";
import type { Initialiser } from "./initialisers.ts";
import { createParameters, parameter, Parameters } from "./parameters.ts";
import { segmentsOf, windowsOf } from "./segments.ts";

const tree = {
  body: { weight: parameter([3, 4], heNormal), bias: parameter([4], zeros) },
  head: { deep: { weight: parameter([4, 2], normal(0.1)) } },
  scale: parameter([], ones),
};

describe("layout", () => {
  const parameters = createParameters(tree, key(7));

  test("leaves stand in the order of the tree, without gaps", () => {
    expect(parameters.leaves.map(({ name, offset, size, shape }) => [name, offset, size, shape])).toEqual([
      ["body/weight", 0, 12, [3, 4]],
      ["body/bias", 12, 4, [4]],
      ["head/deep/weight", 16, 8, [4, 2]],
      ["scale", 24, 1, []],
    ]);
    expect(parameters.size).toBe(25);
  });

  test("values, gradient and moments are separate windows of one memory", () => {
    const vectors = [parameters.values, parameters.gradient, ...parameters.moments];
    for (const vector of vectors) {
      expect(vector.buffer).toBe(parameters.memory.buffer);
      expect(vector.length).toBe(25);
      expect(vector.byteOffset % 64).toBe(0);
    }
    expect(new Set(vectors.map((vector) => vector.byteOffset)).size).toBe(4);
  });

  test("a parameter by name is a window, not a copy", () => {
    parameters.get("scale")[0] = 5;
    expect(parameters.values[24]).toBe(5);
  });

  test("an unknown name lists those there are", () => {
    const read = (): Float32Array => parameters.get("body/wieght");
    expect(read).toThrow(expect.objectContaining({ code: "engine/unknown-parameter" }));
    expect(read).toThrow(/"body\/wieght".*body\/weight, body\/bias/);
  });

  test("an empty tree and an oversized one", () => {
    expect(new Parameters({}).size).toBe(0);
    const huge = (): Parameters => new Parameters({ w: parameter([2 ** 29], zeros) });
    expect(huge).toThrow(expect.objectContaining({ code: "engine/too-many-parameters" }));
  });
});

describe("streams", () => {
  test("a seed gives the same values, another seed others", () => {
    const values = (seed: number): Float32Array =>
      createParameters(tree, key(seed)).get("body/weight").slice();
    expect(values(1)).toEqual(values(1));
    expect(values(1)).not.toEqual(values(2));
  });

  test("adding, removing or reordering parameters changes no other", () => {
    const first = createParameters(tree, key(3));
    const second = createParameters(
      { extra: parameter([9], normal(1)), head: tree.head, body: { weight: tree.body.weight } },
      key(3),
    );
    for (const name of ["body/weight", "head/deep/weight"]) expect(second.get(name)).toEqual(first.get(name));
  });

  test("two parameters of one shape differ", () => {
    const twins = createParameters({ a: parameter([50], normal(1)), b: parameter([50], normal(1)) }, key(3));
    expect(twins.get("a")).not.toEqual(twins.get("b"));
  });

  test("frozen: the first values of seed 7", () => {
    const [first, second] = createParameters({ w: parameter([2], normal(1)) }, key(7)).values;
    expect([first, second]).toEqual([2.4179799556732178, -1.277106761932373]);
  });
});

describe("initialisers", () => {
  const fill = (initialise: Initialiser, shape: readonly number[]): Float32Array => {
    const out = new Float32Array(shape.reduce((a, b) => a * b, 1));
    initialise(out, shape, Generator.fromSeed(11));
    return out;
  };
  const mean = (list: Float32Array): number => list.reduce((a, b) => a + b, 0) / list.length;
  const deviation = (list: Float32Array): number => {
    const centre = mean(list);
    return Math.sqrt(mean(list.map((x) => (x - centre) ** 2)));
  };

  test("constants", () => {
    expect([...fill(zeros, [2])]).toEqual([0, 0]);
    expect([...fill(ones, [2])]).toEqual([1, 1]);
    expect([...fill(constant(-2.5), [2])]).toEqual([-2.5, -2.5]);
  });

  // 200·300 draws: the mean is within 4 standard errors of 0 and the deviation within 2 %.
  test.each([
    ["normal", normal(0.3), 0.3],
    ["he", heNormal, Math.sqrt(2 / 200)],
    ["lecun", lecunNormal, Math.sqrt(1 / 200)],
    ["uniform", uniform(0.6), 0.6 / Math.sqrt(3)],
    ["glorot", glorotUniform, Math.sqrt(6 / 500) / Math.sqrt(3)],
  ])("%s has the deviation it should", (_, initialise, expected) => {
    const values = fill(initialise, [200, 300]);
    expect(Math.abs(mean(values))).toBeLessThan((4 * expected) / Math.sqrt(60_000));
    expect(Math.abs(deviation(values) / expected - 1)).toBeLessThan(0.02);
  });

  test("uniform stays in its bounds, and fills them", () => {
    const values = fill(uniform(0.6), [10_000]);
    expect(Math.min(...values)).toBeGreaterThanOrEqual(Math.fround(-0.6));
    expect(Math.max(...values)).toBeLessThanOrEqual(Math.fround(0.6));
    expect(Math.min(...values)).toBeLessThan(-0.59);
    expect(Math.max(...values)).toBeGreaterThan(0.59);
  });

  test("inputs are all axes but the last, as for a convolution's kernel", () => {
    expect(deviation(fill(heNormal, [10, 20, 300]))).toBeCloseTo(Math.sqrt(2 / 200), 2);
  });
});

describe("segments", () => {
  const large = {
    small: parameter([3, 2], normal(1)),
    bias: parameter([2], normal(1)),
    wide: parameter([2, 40_000], normal(0.01)),
    last: parameter([2], normal(1)),
  };

  test("small neighbours travel together, a large parameter alone and in its own shape", () => {
    const parameters = createParameters(large, key(1));
    const segments = segmentsOf(parameters);
    expect(segments.map(({ leaves }) => leaves.map((leaf) => leaf.name))).toEqual([
      ["small", "bias"],
      ["wide"],
      ["last"],
    ]);
    expect(segments.map(({ spec }) => spec.shape)).toEqual([[8], [2, 40_000], [2]]);
    const windows = windowsOf(segments, parameters.values);
    expect(windows.map((window) => window.length)).toEqual([8, 80_000, 2]);
    expect(windows[1]![0]).toBe(parameters.get("wide")[0]);
  });

  test("give the gradient that one vector would", async () => {
    const loss = (
      p: { small: JaxArray; bias: JaxArray; wide: JaxArray; last: JaxArray },
      { x }: { x: JaxArray },
    ): { loss: JaxArray } => {
      const hidden = np.tanh(np.matmul(x, p.small).add(p.bias).mul(p.last));
      return { loss: np.mean(np.square(np.matmul(hidden, p.wide))) };
    };
    const parameters = createParameters(large, key(1));
    const setup = { parameters, optimiser: new Adam(parameters), inputs: { x: f32(4, 3) } };
    const program = await compileTraining("segments", loss, setup, { engine: "onnx" });
    const x = Float32Array.from({ length: 12 }, (_, i) => Math.sin(i));
    const { loss: value } = await program.evaluate({ x });
    // The same numbers written out by hand, differentiated along a few entries of every parameter.
    const at = (flat: Float64Array): number => {
      let total = 0;
      for (let row = 0; row < 4; row++) {
        const hidden = [0, 1].map((j) => {
          const sum = [0, 1, 2].reduce((s, k) => s + x[row * 3 + k]! * flat[k * 2 + j]!, 0);
          return Math.tanh((sum + flat[6 + j]!) * flat[80_008 + j]!);
        });
        for (let j = 0; j < 40_000; j++) {
          const y = hidden[0]! * flat[8 + j]! + hidden[1]! * flat[40_008 + j]!;
          total += y * y;
        }
      }
      return total / 160_000;
    };
    const flat = Float64Array.from(parameters.values);
    expect(value).toBeCloseTo(at(flat), 6);
    for (const i of [0, 5, 6, 7, 8, 40_007, 40_008, 80_007, 80_008, 80_009]) {
      const moved = (by: number): number => at(flat.with(i, flat[i]! + by));
      const slope = (moved(1e-4) - moved(-1e-4)) / 2e-4;
      expect(Math.abs(parameters.gradient[i]! - slope)).toBeLessThan(1e-6 + 1e-4 * Math.abs(slope));
    }
    await program.dispose();
  });
});
