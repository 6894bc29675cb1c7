/** Token by token with a cache: equal to the whole pass, again after a reset, through every growth of the cache. */
import { describe, expect, test } from "vitest";
import { compileWithParameters, createParameters, i32 } from "../../engine/index.ts";
import type { EngineName } from "../../engine/index.ts";
import { Generator, key } from "../../random/index.ts";
import { roomsFor } from "./key-value-cache.ts";
import { positionKinds } from "./positions.ts";
import { TransformerStepper } from "./transformer-stepper.ts";
import { transformer } from "./transformer.ts";
import type { TransformerOptions } from "./options.ts";

const batch = 3;
const vocabulary = 4;

async function bothWays(length: number, options: TransformerOptions, engine: EngineName, seed = 1) {
  const model = transformer({ vocabulary, length }, { layers: 2, width: 8, heads: 2, ...options });
  const parameters = createParameters({ body: model.tree }, key(2));
  const tokens = new Int32Array(batch * length);
  Generator.fromSeed(seed).fillIntegers(tokens, vocabulary);
  const program = await compileWithParameters(
    "whole",
    ({ body }, given) => ({ rows: model.encode(body, given.tokens) }),
    { parameters, inputs: { tokens: i32(batch, length) } },
    { engine },
  );
  const { rows } = await program.run({ tokens });
  const whole = (rows as Float32Array).slice();
  await program.dispose();
  const stepper = new TransformerStepper(
    { transformer: model, body: ({ body }) => body, read: (_, row) => ({ row }) },
    parameters,
    batch,
    { engine },
  );
  const walk = async (): Promise<Float32Array> => {
    const stepped = new Float32Array(whole.length);
    stepper.reset();
    for (let t = 0; t < length; t++) {
      const { row } = await stepper.step(
        Int32Array.from({ length: batch }, (_, b) => tokens[b * length + t]!),
      );
      for (let b = 0; b < batch; b++) {
        stepped.set((row as Float32Array).subarray(b * 8, (b + 1) * 8), (b * length + t) * 8);
      }
    }
    return stepped;
  };
  const [first, again] = [await walk(), await walk()];
  await stepper.dispose();
  return { whole, first, again };
}

describe("one token at a time", () => {
  test.each(positionKinds)("equals the whole pass with %s positions", async (positions) => {
    const { whole, first, again } = await bothWays(6, { positions }, "onnx");
    for (const [i, value] of whole.entries()) expect(first[i]).toBeCloseTo(value, 5);
    expect(again).toEqual(first);
  });

  test("equals it through growing caches, to the last position", async () => {
    const { whole, first, again } = await bothWays(19, { positions: "rotary" }, "onnx");
    for (const [i, value] of whole.entries()) expect(first[i]).toBeCloseTo(value, 5);
    expect(again).toEqual(first);
  });

  test("equals it on wasm", async () => {
    const { whole, first } = await bothWays(5, {}, "wasm");
    for (const [i, value] of whole.entries()) expect(first[i]).toBeCloseTo(value, 5);
  });

  test("a sequence of one position needs no cache", async () => {
    const { whole, first } = await bothWays(1, {}, "onnx");
    for (const [i, value] of whole.entries()) expect(first[i]).toBeCloseTo(value, 5);
  });

  test("rooms double up to the length", () => {
    expect(roomsFor(8)).toEqual([8]);
    expect(roomsFor(120)).toEqual([8, 16, 32, 64, 120]);
    expect(roomsFor(5)).toEqual([5]);
    expect(roomsFor(0)).toEqual([1]);
  });
});
