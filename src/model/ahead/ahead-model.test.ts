/** Heads that predict may not know what they predict: changing the future changes no bit of what is said before it. */
import { expect, test } from "vitest";
import { createParameters } from "../../engine/parameters/parameters.ts";
import { compileWithParameters } from "../../engine/parameter-program.ts";
import { i32 } from "../../engine/spec.ts";
import { Generator } from "../../random/generator.ts";
import { key } from "../../random/key.ts";
import type { ModelShape } from "../model.ts";
import { aheadModel } from "./ahead-model.ts";

const [letters, length, size] = [4, 6, 5];
const shape: ModelShape = {
  featureCount: length * letters + length + 1,
  actionCount: letters,
  outcomeCount: letters,
  backwardCount: 0,
  sequence: { letters, length, stops: false },
};

test("what heads say of a state depends on what was built before it alone", async () => {
  const model = aheadModel(shape, { steps: 3, hidden: 16 });
  expect(model.reads).toEqual(["tokens"]);
  const parameters = createParameters(model.tree, key(1));
  const program = await compileWithParameters(
    "ahead",
    (arrays, { tokens }) => ({ logits: model.apply(arrays, { tokens, size, levels: length }) }),
    { parameters, inputs: { tokens: i32(length, size) } },
  );
  const generator = Generator.fromSeed(2);
  const tokens = Int32Array.from({ length: length * size }, () => generator.integer(letters));
  const said = async (given: Int32Array): Promise<Float32Array> =>
    Float32Array.from((await program.run({ tokens: given })).logits as Float32Array);
  const before = await said(tokens);
  const row = size * 3 * letters;
  for (let from = 0; from < length; from++) {
    const changed = tokens.map((token, i) => (i >= from * size ? (token + 1) % letters : token));
    const after = await said(changed);
    // The state after `from` letters is the last that may not know of them.
    expect(after.subarray(0, (from + 1) * row)).toEqual(before.subarray(0, (from + 1) * row));
    if (from + 1 < length) expect(after).not.toEqual(before);
  }
  await program.dispose();
});
