import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { threefryBlocks } from "./threefry.ts";

function block(key: readonly [number, number], counter: readonly [number, number]): string[] {
  const first = new Int32Array(1);
  const second = new Int32Array(1);
  threefryBlocks(key[0], key[1], counter[0], counter[1], 1, first, second);
  return [hex(first[0]!), hex(second[0]!)];
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, "0");
}

/** The paper's description, round by round, in integers that cannot overflow. */
function slowBlock(key: readonly [number, number], counter: readonly [number, number]): string[] {
  const mask = 0xffffffffn;
  const rotations = [13n, 15n, 26n, 6n, 17n, 29n, 16n, 24n];
  const [k0, k1] = [BigInt(key[0]), BigInt(key[1])];
  const schedule = [k0, k1, k0 ^ k1 ^ 0x1bd11bdan];
  let x = (BigInt(counter[0]) + k0) & mask;
  let y = (BigInt(counter[1]) + k1) & mask;
  for (let round = 0; round < 20; round++) {
    x = (x + y) & mask;
    const by = rotations[round % 8]!;
    y = (((y << by) & mask) | (y >> (32n - by))) ^ x;
    if (round % 4 === 3) {
      const injection = (round + 1) / 4;
      x = (x + schedule[injection % 3]!) & mask;
      y = (y + schedule[(injection + 1) % 3]! + BigInt(injection)) & mask;
    }
  }
  return [hex(Number(x)), hex(Number(y))];
}

describe("known answers", () => {
  // Random123, tests/kat_vectors, lines "threefry2x32 20"; the same three are in JAX's tests/random_test.py,
  // testThreefry2x32.
  test("Random123's three vectors", () => {
    expect(block([0, 0], [0, 0])).toEqual(["6b200159", "99ba4efe"]);
    expect(block([0xffffffff, 0xffffffff], [0xffffffff, 0xffffffff])).toEqual(["1cb996fc", "bb002be7"]);
    expect(block([0x13198a2e, 0x03707344], [0x243f6a88, 0x85a308d3])).toEqual(["c4923a9c", "483df7a0"]);
  });

  // Boost.Compute, test/test_threefry_engine.cpp, generate_uint: key 0, first counter word counting up.
  test("Boost.Compute's first words", () => {
    expect([1, 2, 3].flatMap((i) => block([0, 0], [i, 0]))).toEqual([
      "508efb2c",
      "c0de3f32",
      "64a626ec",
      "fc15e573",
      "b8abc4d1",
      "0537eb86",
    ]);
  });
});

const word = fc.integer({ min: 0, max: 0xffffffff });

test("equals the round-by-round description for any key and counter", () => {
  fc.assert(
    fc.property(word, word, word, word, (k0, k1, c0, c1) => {
      expect(block([k0, k1], [c0, c1])).toEqual(slowBlock([k0, k1], [c0, c1]));
    }),
  );
});

test("many blocks at once equal one block at a time", () => {
  fc.assert(
    fc.property(word, word, word, fc.integer({ min: 0, max: 0xffffffff - 20 }), (k0, k1, c0, c1) => {
      const first = new Int32Array(20);
      const second = new Int32Array(20);
      threefryBlocks(k0, k1, c0, c1, 20, first, second);
      for (let i = 0; i < 20; i++) {
        expect([hex(first[i]!), hex(second[i]!)]).toEqual(block([k0, k1], [c0, c1 + i]));
      }
    }),
  );
});

test("one changed input bit changes half of the output bits", () => {
  const flips = new Float64Array(64);
  const trials = 256;
  const first = new Int32Array(1);
  const second = new Int32Array(1);
  const bits = (counter: number): number[] => {
    threefryBlocks(11, 13, 0, counter, 1, first, second);
    return [first[0]!, second[0]!];
  };
  for (let trial = 0; trial < trials; trial++) {
    for (let bit = 0; bit < 32; bit++) {
      const before = bits(trial);
      const after = bits((trial ^ (1 << bit)) >>> 0);
      for (let out = 0; out < 64; out++) {
        const changed = before[out >> 5]! ^ after[out >> 5]!;
        flips[out]! += (changed >>> (out & 31)) & 1;
      }
    }
  }
  const n = trials * 32;
  for (const count of flips) expect(Math.abs(count - n / 2) / Math.sqrt(n / 4)).toBeLessThan(5);
});
