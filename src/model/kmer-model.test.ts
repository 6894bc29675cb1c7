/** The k-mer memory: which row of its table each prefix reads. */
import { expect, test } from "vitest";
import { createParameters } from "../engine/parameters/parameters.ts";
import { compileWithParameters } from "../engine/parameter-program.ts";
import { i32 } from "../engine/spec.ts";
import { sequenceEnvironment } from "../environment/sequence/sequence.ts";
import { key } from "../random/key.ts";
import { kmerModel } from "./kmer-model.ts";

const letters = 3;
const length = 5;
const environment = sequenceEnvironment({ alphabet: "ABC", length });
const shape = {
  featureCount: environment.featureCount,
  actionCount: letters,
  outcomeCount: letters,
  backwardCount: 0,
  sequence: { letters, length, stops: false },
};

/** Position and last k letters, in plain arithmetic. */
function plainRow(tokens: readonly number[], k: number): number {
  return (
    tokens.slice(-k).reduce((number, token) => number * letters + token, 0) + tokens.length * letters ** k
  );
}

test.each([1, 2, 5])("k = %i: each prefix reads the row of its position and last letters", async (k) => {
  const model = kmerModel(shape, { kmer: k, hidden: 4, layers: 1 });
  const parameters = createParameters(model.tree, key(1));
  // The network is silenced; the flow column of the table says which row was read.
  parameters.values.fill(0);
  const table = parameters.get("table");
  const width = letters + 1;
  for (let row = 0; row * width < table.length; row++) table[row * width + letters] = row;
  const prefixes = [[], [0], [2], [1, 2], [2, 1, 0], [0, 0, 1, 2], [2, 2, 1, 1]];
  const tokens = new Int32Array(prefixes.length * length);
  prefixes.forEach((prefix, i) =>
    environment.tokens!.write({ tokens: prefix, done: false }, tokens, i * length),
  );
  const program = await compileWithParameters(
    "kmer",
    (arrays, given) => ({ flow: model.apply(arrays, given).logFlow }),
    { parameters, inputs: { tokens: i32(prefixes.length, length) } },
  );
  const { flow } = await program.run({ tokens });
  expect([...flow]).toEqual(prefixes.map((prefix) => plainRow(prefix, k)));
  await program.dispose();
});

test("chooses a k that fits however long sequences are", () => {
  const chosen = (alphabet: string, length: number): string =>
    kmerModel({
      ...shape,
      sequence: { letters: alphabet.length, length, stops: false },
      actionCount: alphabet.length,
    }).name;
  expect(chosen("ACGT", 1022)).toMatch(/^6-mers/);
  expect(chosen("ACGT", 1100)).toMatch(/^5-mers/);
  expect(chosen("ACGT", 5)).toMatch(/^5-mers/);
});

test("asks for a possible k and for sequences", () => {
  expect(() => kmerModel(shape, { kmer: 6 })).toThrow("expected a whole number from 1 to 5");
  const { sequence: _sequence, ...other } = shape;
  expect(() => kmerModel(other)).toThrow("does not build sequences");
});
