/** Rows that are looked up before the first attention, against those that are computed. */
import { expect, test } from "vitest";
import { Adam, compileTraining, createParameters, f32, np } from "../../engine/index.ts";
import { compileWithParameters } from "../../engine/parameter-program.ts";
import { i32 } from "../../engine/spec.ts";
import type { JaxArray, Parameters, Spec } from "../../engine/index.ts";
import { Generator, key } from "../../random/index.ts";
import type { TransformerTree } from "./ends.ts";
import { entersByTable, worthEntering } from "./entrances.ts";
import { encode64 } from "./transformer-float64.fixture.ts";
import { transformer } from "./transformer.ts";
import type { Transformer } from "./transformer.ts";

const [vocabulary, time, batch] = [5, 33, 32];
const small = { layers: 2, width: 8, heads: 2, inner: 12 } as const;
const draws = Generator.fromSeed(7);
/** Tokens [T, B]. */
const tokens = Int32Array.from({ length: time * batch }, () => draws.integer(vocabulary));

function scrambled(model: Transformer): Parameters<TransformerTree> {
  const parameters = createParameters(model.tree, key(3));
  const moved = new Float32Array(parameters.size);
  Generator.fromSeed(1).fillNormal(moved);
  parameters.values.forEach((value, i) => (parameters.values[i] = value + 0.3 * moved[i]!));
  return parameters;
}

function expectClose(got: ArrayLike<number>, expected: ArrayLike<number>): void {
  expect(got.length).toBe(expected.length);
  for (let i = 0; i < got.length; i++) {
    const error = Math.abs(got[i]! - expected[i]!);
    expect(error <= 5e-5 * Math.max(1, Math.abs(expected[i]!)), `[${i}]: ${got[i]}, ${expected[i]}`).toBe(
      true,
    );
  }
}

/** The columns `from … from + count` of rows of `batch`. */
function columnsOf(all: Float32Array | Int32Array, from: number, count: number): number[] {
  const each = all.length / (time * batch);
  return Array.from({ length: time }, (_, t) =>
    Array.from(all.subarray((t * batch + from) * each, (t * batch + from + count) * each)),
  ).flat();
}

test.each(["learned", "sinusoidal", "scaled"] as const)(
  "of many sequences, with %s positions, equal float64 loops, and so does the gradient of parts that are computed",
  async (positions) => {
    const model = transformer({ vocabulary, length: time + 2 }, { ...small, positions });
    expect(entersByTable(model.sizes, batch) && worthEntering(time * batch)).toBe(true);
    const parameters = scrambled(model);
    const weights = new Float32Array(time * batch * small.width);
    Generator.fromSeed(5).fillNormal(weights);
    const read = async (from: number, count: number) => {
      const program = await compileTraining(
        "loss",
        (arrays, { tokens: ids, weights: given }) => {
          const rows = model.encode(arrays, ids);
          return { loss: np.sum(rows.ref.mul(given)).mul(1 / batch), rows };
        },
        {
          parameters,
          optimiser: new Adam(parameters, { rate: 1e-3 }),
          inputs: { tokens: i32(time, count), weights: f32(time * count, small.width) },
        },
      );
      const { outputs } = await program.evaluate({
        tokens: Int32Array.from(columnsOf(tokens, from, count)),
        weights: Float32Array.from(columnsOf(weights, from, count)),
      });
      const rows = (outputs.rows as Float32Array).slice();
      const gradient = parameters.gradient.slice();
      await program.dispose();
      return { rows, gradient };
    };
    const { rows, gradient } = await read(0, batch);
    for (const b of [0, 13, 31]) {
      const alone = Array.from({ length: time }, (_, t) => tokens[t * batch + b]!);
      const expected = encode64(model.sizes, parameters.leaves, parameters.values, alone);
      expectClose(columnsOf(rows, b, 1), expected.flat());
    }
    const summed = new Float64Array(parameters.size);
    for (let from = 0; from < batch; from += 8) {
      const part = await read(from, 8);
      part.gradient.forEach((value, i) => (summed[i] = summed[i]! + value));
    }
    expectClose(gradient, summed);
  },
);

test("a step that looks its rows up is the one that computes them", async () => {
  const model = transformer({ vocabulary, length: time }, { ...small, positions: "scaled" });
  const parameters = scrambled(model);
  const cache = Array.from({ length: 4 }, (_, i) => {
    const numbers = new Float32Array(batch * 2 * time * 4);
    Generator.fromSeed(10 + i).fillNormal(numbers);
    return numbers;
  });
  const cacheSpecs = Object.fromEntries(cache.map((_, i) => [`cache${i}`, f32(batch, 2, time, 4)]));
  const tables = await compileWithParameters(
    "entrances",
    (arrays) => ({ table: model.entrances(arrays, batch)! }),
    { parameters, inputs: {} },
  );
  const stepOf = (specs: Record<string, Spec>) =>
    compileWithParameters(
      "step",
      (arrays, { token, position, table, ...kept }: Readonly<Record<string, JaxArray>>) => {
        const { row, fresh } = model.step(arrays, {
          token: token!,
          position: position!,
          cache: Object.values(kept),
          entrances: table,
        });
        return {
          all: np.concatenate([row, ...fresh.map((each) => each.reshape([batch, small.width]))], 1),
        };
      },
      { parameters, inputs: { token: i32(batch), position: i32(1), ...cacheSpecs, ...specs } },
    );
  const [looking, computing] = [await stepOf(tables.outputs), await stepOf({})];
  const table = await tables.run({});
  for (const position of [0, 1, 20, time - 1]) {
    const given = {
      token: tokens.slice(position * batch, (position + 1) * batch),
      position: Int32Array.of(position),
      ...Object.fromEntries(cache.map((numbers, i) => [`cache${i}`, numbers])),
    };
    const found = await looking.run({ ...given, ...table });
    const computed = await computing.run(given);
    expectClose(found["all"], computed["all"]);
  }
  for (const program of [tables, looking, computing]) await program.dispose();
});

test("few sequences, many tokens and rotary positions look nothing up", () => {
  const sizesOf = (tokensThere: number, positions: "scaled" | "rotary") =>
    transformer({ vocabulary: tokensThere, length: 4 }, { ...small, positions }).sizes;
  expect(entersByTable(sizesOf(5, "scaled"), 10)).toBe(true);
  expect(entersByTable(sizesOf(5, "scaled"), 9)).toBe(false);
  expect(entersByTable(sizesOf(257, "scaled"), 32)).toBe(false);
  expect(entersByTable(sizesOf(5, "rotary"), 32)).toBe(false);
});
