import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { WindageError } from "../error.ts";
import { foldIn, key, split, type Key } from "./key.ts";

const anyKey = fc.tuple(fc.integer({ min: 0, max: 0xffffffff }), fc.integer({ min: 0, max: 0xffffffff }));

function codeOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof WindageError) return error.code;
    throw error;
  }
  return "no error";
}

describe("known answers", () => {
  test("a seed's two halves are its key, as in jax.random.key", () => {
    expect(key(0)).toEqual([0, 0]);
    expect(key(42)).toEqual([0, 42]);
    expect(key(2 ** 32)).toEqual([1, 0]);
    expect(key(2 ** 53 - 1)).toEqual([0x1fffff, 0xffffffff]);
  });

  test("split, from JAX 0.5 and later: jax.random.split(jax.random.key(42), 3)", () => {
    expect(split(key(42), 3)).toEqual([
      [1832780943, 270669613],
      [64467757, 2916123636],
      [2465931498, 255383827],
    ]);
  });

  test("foldIn, from JAX: the words of jax.random.bits(jax.random.key(0), (3,), 'uint64')", () => {
    expect([0, 1, 2].map((data) => foldIn(key(0), data))).toEqual([
      [0x6b200159, 0x99ba4efe],
      [0x375f238f, 0xcddb151d],
      [0xf71f4ea9, 0xa20e4081],
    ]);
  });
});

test("frozen outputs", () => {
  expect(split(key(2 ** 53 - 1))).toEqual([
    [2136668312, 1739770283],
    [4094523301, 386975989],
  ]);
  expect(foldIn(key(7), 2 ** 40 + 5)).toEqual([3825114451, 3487818478]);
});

test("splitting into more keys keeps the first ones, and each is a foldIn", () => {
  fc.assert(
    fc.property(anyKey, fc.integer({ min: 0, max: 20 }), (parent, count) => {
      const children = split(parent, count);
      expect(children).toHaveLength(count);
      expect(split(parent, count + 5).slice(0, count)).toEqual(children);
      expect(children).toEqual(children.map((_, index) => foldIn(parent, index)));
    }),
  );
});

test("a family tree of keys has no twins", () => {
  const seen = new Set<string>();
  for (let seed = 0; seed < 100; seed++) {
    for (const child of split(key(seed), 10)) {
      for (const grandchild of split(child, 10)) seen.add(grandchild.join());
    }
  }
  expect(seen.size).toBe(10_000);
});

test("keys cannot be changed", () => {
  for (const made of [key(1), split(key(1))[0]!, foldIn(key(1), 2)]) expect(Object.isFrozen(made)).toBe(true);
});

describe("mistakes", () => {
  test.each([-1, 0.5, NaN, Infinity, 2 ** 53, "7", null, undefined, 7n])("seed %s", (seed) => {
    expect(codeOf(() => key(seed as number))).toBe("random/bad-seed");
  });

  test.each([[], [1], [1, 2, 3], [-1, 0], [0, 2 ** 32], [0.5, 0], "ab", null, new Uint32Array(2)])(
    "key %j",
    (bad) => {
      expect(codeOf(() => split(bad as unknown as Key))).toBe("random/bad-key");
      expect(codeOf(() => foldIn(bad as unknown as Key, 0))).toBe("random/bad-key");
    },
  );

  test("counts", () => {
    expect(codeOf(() => split(key(0), -1))).toBe("random/bad-count");
    expect(codeOf(() => split(key(0), 2 ** 32))).toBe("random/bad-count");
    expect(codeOf(() => foldIn(key(0), 1.5))).toBe("random/bad-count");
  });

  test("the message says what was got, expected and what to do", () => {
    expect(() => key(-3)).toThrow(/got seed -3, expected an integer from 0 to 2\^53 - 1; pass one/);
  });
});
