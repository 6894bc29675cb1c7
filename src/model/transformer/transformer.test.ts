/** The transformer against float64 loops, its gradient against differences, and what may not leak. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Adam } from "../../engine/optimiser/adam.ts";
import { compileTraining } from "../../engine/training-program.ts";
import { f32, i32 } from "../../engine/spec.ts";
import { np } from "../../engine/jax.ts";
import { compileWithParameters } from "../../engine/parameter-program.ts";
import type { EngineName } from "../../engine/runtime/runtime.ts";
import type { Parameters } from "../../engine/parameters/parameters.ts";
import { WindageError } from "../../error.ts";
import { Generator } from "../../random/generator.ts";
import { positionKinds } from "./positions.ts";
import type { PositionKind } from "./positions.ts";
import { encode64 } from "./transformer-float64.fixture.ts";
import { scrambled } from "./scrambled.fixture.ts";
import { transformer } from "./transformer.ts";
import type { Transformer } from "./transformer.ts";
import type { TransformerTree } from "./ends.ts";

const shape = { vocabulary: 5, length: 6 };
const small = { layers: 2, width: 8, heads: 2, inner: 12 } as const;

/** Rows b·T + t of `width` numbers as rows t·B + b, or with the two counts exchanged the other way about. */
function exchanged<A extends Float32Array | Int32Array>(rows: A, outer: number, inner: number): A {
  const width = rows.length / (outer * inner);
  return rows.map((_, i) => {
    const [row, column] = [Math.floor(i / width), i % width];
    return rows[((row % outer) * inner + Math.floor(row / outer)) * width + column]!;
  }) as A;
}

/** The rows of all sequences, one sequence after the other. */
async function encoded(
  model: Transformer,
  parameters: Parameters<TransformerTree>,
  sequences: readonly (readonly number[])[],
  { engine, lengths }: { readonly engine?: EngineName; readonly lengths?: readonly number[] } = {},
): Promise<Float32Array> {
  const time = sequences[0]!.length;
  const program = await compileWithParameters(
    "encode",
    (arrays, { tokens, lengths: given }) => ({
      rows: model.encode(arrays, tokens, given ? { lengths: given } : {}),
    }),
    {
      parameters,
      inputs: { tokens: i32(time, sequences.length), ...(lengths ? { lengths: i32(sequences.length) } : {}) },
    },
    engine ? { engine } : {},
  );
  const { rows } = await program.run({
    tokens: exchanged(Int32Array.from(sequences.flat()), sequences.length, time),
    ...(lengths ? { lengths: Int32Array.from(lengths) } : {}),
  });
  const copy = exchanged(rows as Float32Array, time, sequences.length);
  await program.dispose();
  return copy;
}

function expectClose(got: ArrayLike<number>, expected: ArrayLike<number>, tolerance = 2e-5): void {
  expect(got.length).toBe(expected.length);
  for (let i = 0; i < got.length; i++) {
    const error = Math.abs(got[i]! - expected[i]!);
    expect(
      error <= tolerance * Math.max(1, Math.abs(expected[i]!)),
      `[${i}]: ${got[i]}, ${expected[i]}`,
    ).toBe(true);
  }
}

const sequences = [
  [0, 3, 2, 2, 1, 4],
  [4, 1, 0, 3, 3, 2],
  [2, 2, 2, 0, 1, 1],
];

test("without the final norm rows equal float64 loops", async () => {
  const model = transformer(shape, { ...small, positions: "scaled", finalNorm: false });
  const parameters = scrambled(model);
  const got = await encoded(model, parameters, sequences);
  const expected = sequences.map((one) => encode64(model.sizes, parameters.leaves, parameters.values, one));
  expectClose(got, expected.flat(2));
});

describe.each(positionKinds.map((positions) => ({ positions })))("$positions positions", ({ positions }) => {
  const model = transformer(shape, { ...small, positions });
  const parameters = scrambled(model);

  test.each(["onnx", "wasm"] as const)("equal float64 loops on %s", async (engine) => {
    const got = await encoded(model, parameters, sequences, { engine });
    const expected = sequences.map((one) => encode64(model.sizes, parameters.leaves, parameters.values, one));
    expectClose(got, expected.flat(2));
  });

  test("seen whole, sequences equal float64 loops and know nothing of padding", async () => {
    const lengths = [6, 2, 5];
    const got = await encoded(model, parameters, sequences, { lengths });
    for (const [b, count] of lengths.entries()) {
      const alone = sequences[b]!.slice(0, count);
      const expected = encode64(model.sizes, parameters.leaves, parameters.values, alone, false);
      const start = b * 6 * small.width;
      expectClose(got.subarray(start, start + count * small.width), expected.flat());
    }
  });

  test("the gradient equals central differences of the float64 version", async () => {
    const weights = new Float32Array(18 * small.width);
    Generator.fromSeed(5).fillNormal(weights);
    const loss64 = (flat: ArrayLike<number>): number =>
      sequences
        .flatMap((one) => encode64(model.sizes, parameters.leaves, flat, one).flat())
        .reduce((sum, value, i) => sum + value * weights[i]!, 0) / 18;
    const program = await compileTraining(
      "loss",
      (arrays, { tokens, weights: given }) => ({
        loss: np.sum(model.encode(arrays, tokens).mul(given)).mul(1 / 18),
      }),
      {
        parameters,
        optimiser: new Adam(parameters, { rate: 1e-3 }),
        inputs: { tokens: i32(6, 3), weights: f32(18, small.width) },
      },
    );
    await program.evaluate({
      tokens: exchanged(Int32Array.from(sequences.flat()), 3, 6),
      weights: exchanged(weights, 3, 6),
    });
    const gradient = parameters.gradient.slice();
    await program.dispose();
    const at = Float64Array.from(parameters.values);
    const step = 1e-5;
    // Every seventh parameter: all kinds of leaves are met, in a seventh of the time.
    for (let i = 0; i < at.length; i += 7) {
      const moved = at.slice();
      moved[i] = at[i]! + step;
      const above = loss64(moved);
      moved[i] = at[i]! - step;
      const slope = (above - loss64(moved)) / (2 * step);
      expect(
        Math.abs(gradient[i]! - slope) <= 2e-5 * Math.max(1, Math.abs(slope)),
        `${i}: ${gradient[i]} ${slope}`,
      ).toBe(true);
    }
  });
});

describe("nothing leaks", () => {
  const model = transformer(shape, small);
  const parameters = scrambled(model);

  test("changing a token changes no row before it, to the bit", async () => {
    const base = await encoded(model, parameters, sequences);
    const position = fc.integer({ min: 0, max: 5 });
    await fc.assert(
      fc.asyncProperty(position, fc.integer({ min: 0, max: 4 }), async (at, token) => {
        const changed = sequences.map((one) => one.with(at, token));
        const rows = await encoded(model, parameters, changed);
        for (let b = 0; b < 3; b++) {
          const start = b * 6 * small.width;
          const end = start + at * small.width;
          expect(rows.subarray(start, end)).toEqual(base.subarray(start, end));
        }
      }),
      { numRuns: 12, seed: 1 },
    );
  });

  test("a padded batch gives the numbers of each sequence alone", async () => {
    const padded = await encoded(model, parameters, sequences);
    for (const [b, count] of [6, 2, 4].entries()) {
      const alone = await encoded(model, parameters, [sequences[b]!.slice(0, count)]);
      const start = b * 6 * small.width;
      expectClose(padded.subarray(start, start + count * small.width), alone, 1e-6);
    }
  });

  test("the order of sequences in a batch does not matter", async () => {
    const forward = await encoded(model, parameters, sequences);
    const backward = await encoded(model, parameters, sequences.toReversed());
    const size = 6 * small.width;
    for (let b = 0; b < 3; b++) {
      expectClose(
        backward.subarray((2 - b) * size, (3 - b) * size),
        forward.subarray(b * size, (b + 1) * size),
        1e-6,
      );
    }
  });
});

describe("sizes", () => {
  test("have defaults", () => {
    expect(transformer(shape).sizes).toEqual({
      ...shape,
      layers: 2,
      width: 64,
      heads: 4,
      inner: 256,
      columns: 16,
      positions: "learned",
      finalNorm: true,
    });
  });

  test.each([
    [{ width: 10, heads: 4 }, /width \(model.hidden\) of 10 for 4 heads.*choose 12/],
    [{ width: 12, heads: 4, positions: "rotary" as const }, /even number/],
    [{ layers: 0 }, /layers = 0/],
    [{ positions: "relative" as PositionKind }, /learned, sinusoidal, rotary/],
  ])("%o is refused", (options, message) => {
    expect(() => transformer(shape, options)).toThrow(WindageError);
    expect(() => transformer(shape, options)).toThrow(message);
  });
});
