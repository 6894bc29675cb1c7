import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { WindageError } from "../error.ts";
import { Generator } from "./generator.ts";

type Draw = (rng: Generator) => unknown;

const draws: readonly Draw[] = [
  (rng) => rng.nextUint32(),
  (rng) => rng.float32(),
  (rng) => rng.float64(),
  (rng) => rng.integer(3_000_000_000),
  (rng) => rng.normal(),
  (rng) => rng.gumbel(),
  (rng) => rng.categorical([0, 1, -Infinity]),
  (rng) => rng.sampleWithoutReplacement(50, 7),
  (rng) => rng.split().nextUint32(),
  (rng) => {
    const noise = new Float32Array(600);
    rng.fillNormal(noise);
    return noise;
  },
];

test("a restored generator goes on bit for bit, after any history and through JSON", () => {
  const history = fc.array(fc.nat({ max: draws.length - 1 }), { maxLength: 12 });
  fc.assert(
    fc.property(fc.maxSafeNat(), history, (seed, calls) => {
      const original = Generator.fromSeed(seed);
      for (const call of calls) draws[call]!(original);
      const restored = Generator.restore(JSON.parse(JSON.stringify(original.save())));
      expect(restored.save()).toEqual(original.save());
      for (const draw of draws) expect(draw(restored)).toEqual(draw(original));
    }),
  );
});

test("frozen form", () => {
  const rng = Generator.fromSeed(7);
  rng.fillUniform(new Float32Array(100));
  expect(JSON.stringify(rng.save())).toBe('{"algorithm":"threefry2x32-20","key":[0,7],"counter":100}');
});

test("a saved state does not move with the generator", () => {
  const rng = Generator.fromSeed(7);
  const saved = rng.save();
  rng.nextUint32();
  expect(saved.counter).toBe(0);
});

describe("garbled states", () => {
  const good = { algorithm: "threefry2x32-20", key: [1, 2], counter: 3 };
  const { key: _key, ...keyless } = good;

  test.each<[string, unknown]>([
    ["undefined", undefined],
    ["null", null],
    ["a number", 7],
    ["text", JSON.stringify(good)],
    ["an array", [good]],
    ["an empty object", {}],
    ["another algorithm", { ...good, algorithm: "pcg64" }],
    ["a missing key", keyless],
    ["a short key", { ...good, key: [1] }],
    ["a long key", { ...good, key: [1, 2, 3] }],
    ["a key of text", { ...good, key: ["1", "2"] }],
    ["a negative key", { ...good, key: [-1, 2] }],
    ["a key beyond 32 bits", { ...good, key: [1, 2 ** 32] }],
    ["a fractional counter", { ...good, counter: 0.5 }],
    ["a negative counter", { ...good, counter: -1 }],
    ["a huge counter", { ...good, counter: 2 ** 53 }],
    ["a counter lost in JSON", { ...good, counter: null }],
    ["a counter of text", { ...good, counter: "3" }],
    ["an extra field", { ...good, buffer: [] }],
    [
      "a prototype trick",
      JSON.parse('{"algorithm":"threefry2x32-20","__proto__":{"key":[1,2],"counter":3}}'),
    ],
  ])("%s", (_, state) => {
    expect(() => Generator.restore(state)).toThrow(
      expect.objectContaining({ name: "WindageError", code: "random/bad-state", kind: "user" }),
    );
  });

  test("any JSON value is either refused with that code or restored exactly", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (state) => {
        try {
          expect(Generator.restore(state).save()).toEqual(state);
        } catch (error) {
          if (!(error instanceof WindageError)) throw error;
          expect(error.code).toBe("random/bad-state");
        }
      }),
    );
  });

  test("the message names the field and what to do", () => {
    expect(() => Generator.restore({ ...good, counter: -1 })).toThrow(
      "Generator.restore: got counter -1, expected an integer from 0 to 2^53 - 1; pass what save() returned, unchanged",
    );
  });
});

test("assign moves a generator that others hold", () => {
  const original = Generator.fromSeed(11);
  original.normal();
  const state = original.save();
  const expected = [original.float64(), original.float64()];
  const other = Generator.fromSeed(99);
  other.assign(state);
  expect([other.float64(), other.float64()]).toEqual(expected);
  expect(() => other.assign({})).toThrow(WindageError);
});
