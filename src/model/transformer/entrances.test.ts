/** Rows that are looked up before the first attention, against those that are computed. */
import { expect, test } from "vitest";
import { f32, i32 } from "../../engine/spec.ts";
import { np } from "../../engine/jax.ts";
import { compileWithParameters } from "../../engine/parameter-program.ts";
import type { JaxArray } from "../../engine/jax.ts";
import type { Spec } from "../../engine/spec.ts";
import { Generator } from "../../random/generator.ts";
import { entersByTable } from "./entrances.ts";
import { scrambled } from "./scrambled.fixture.ts";
import { transformer } from "./transformer.ts";

const [vocabulary, time, batch] = [5, 33, 32];
const small = { layers: 2, width: 8, heads: 2, inner: 12 } as const;
const draws = Generator.fromSeed(7);
/** Tokens [T, B]. */
const tokens = Int32Array.from({ length: time * batch }, () => draws.integer(vocabulary));

function expectClose(got: ArrayLike<number>, expected: ArrayLike<number>): void {
  expect(got.length).toBe(expected.length);
  for (let i = 0; i < got.length; i++) {
    const error = Math.abs(got[i]! - expected[i]!);
    expect(error <= 5e-5 * Math.max(1, Math.abs(expected[i]!)), `[${i}]: ${got[i]}, ${expected[i]}`).toBe(
      true,
    );
  }
}

test.each(["learned", "sinusoidal", "scaled"] as const)(
  "a step with %s positions that looks its rows up is the one that computes them",
  async (positions) => {
    const model = transformer({ vocabulary, length: time }, { ...small, positions });
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
  },
);

test("few sequences, many tokens and rotary positions look nothing up", () => {
  const sizesOf = (tokensThere: number, positions: "scaled" | "rotary") =>
    transformer({ vocabulary: tokensThere, length: 4 }, { ...small, positions }).sizes;
  expect(entersByTable(sizesOf(5, "scaled"), 10)).toBe(true);
  expect(entersByTable(sizesOf(5, "scaled"), 9)).toBe(false);
  expect(entersByTable(sizesOf(257, "scaled"), 32)).toBe(false);
  expect(entersByTable(sizesOf(5, "rotary"), 32)).toBe(false);
});
