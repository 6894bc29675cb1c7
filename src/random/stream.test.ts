import { expect, test } from "vitest";
import { Generator } from "./generator.ts";
import { foldIn, key } from "./key.ts";
import { firstWords, secondWords, Stream } from "./stream.ts";

test("the counter carries into its high word in the middle of a chunk", () => {
  const start = 3 * 2 ** 32 - 5;
  const stream = new Stream(key(9), start);
  stream.take(12);
  for (let i = 0; i < 12; i++) {
    expect([firstWords[i]! >>> 0, secondWords[i]! >>> 0]).toEqual(foldIn(key(9), start + i));
  }
  expect(stream.counter).toBe(start + 12);
});

test("a key gives 2^53 - 1 blocks and then says so", () => {
  const last = Generator.restore({ ...Generator.fromSeed(1).save(), counter: 2 ** 53 - 3 });
  last.fillUint32(new Uint32Array(2));
  expect(() => last.nextUint32()).toThrow(/at most 2\^53 - 1 draws.*split/);
  expect(last.save().counter).toBe(2 ** 53 - 1);
});

test("a stream does not follow changes of the array its key came from", () => {
  const words: [number, number] = [1, 2];
  const stream = new Stream(words, 0);
  words[0] = 9;
  expect(stream.key).toEqual([1, 2]);
});
