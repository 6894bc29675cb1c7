/** Our keys and words against a second, independent implementation: jax-js's `random` module. */

import { random } from "@jax-js/jax";
import { describe, expect, test } from "vitest";
import { Generator } from "./generator.ts";
import { key, split } from "./key.ts";

const seeds = [0, 1, 42, 1701, 2 ** 31, 2 ** 32 - 1];

describe.each(seeds)("seed %i", (seed) => {
  test("nextUint32 gives jax.random.bits", () => {
    const expected = random.bits(random.key(seed), [1000]).dataSync();
    const out = new Uint32Array(1000);
    Generator.fromSeed(seed).fillUint32(out);
    expect(out).toEqual(Uint32Array.from(expected));
  });

  test("split gives jax.random.split", () => {
    const expected = random.split(random.key(seed), 9).dataSync();
    expect(split(key(seed), 9).flat()).toEqual([...expected]);
  });

  test("a child's words are those of JAX's child", () => {
    const [, child] = split(key(seed));
    const out = new Uint32Array(100);
    Generator.fromKey(child!).fillUint32(out);
    const children = random.split(random.key(seed));
    const expected = random.bits(children.slice(1), [100]).dataSync();
    expect(out).toEqual(Uint32Array.from(expected));
  });

  test("float32 gives jax.random.uniform and one more bit", () => {
    const expected = random.uniform(random.key(seed), [1000]).dataSync();
    const out = new Float32Array(1000);
    Generator.fromSeed(seed).fillUniform(out);
    expect(out.map((u) => Math.floor(u * 2 ** 23) / 2 ** 23)).toEqual(Float32Array.from(expected));
  });
});
