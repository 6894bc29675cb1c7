import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Generator } from "./generator.ts";
import { foldIn, key } from "./key.ts";
import { correlationScore, LIMIT } from "./statistics.fixture.ts";

type Fill = (rng: Generator, length: number) => ArrayLike<number>;
type Single = (rng: Generator) => number;

const pairs: readonly [string, Fill, Single][] = [
  [
    "fillUint32",
    (rng, n) => filled(new Uint32Array(n), (out) => rng.fillUint32(out)),
    (rng) => rng.nextUint32(),
  ],
  [
    "fillIntegers",
    (rng, n) => filled(new Int32Array(n), (out) => rng.fillIntegers(out, 20)),
    (rng) => rng.integer(20),
  ],
  [
    "fillUniform, 32 bits",
    (rng, n) => filled(new Float32Array(n), (out) => rng.fillUniform(out)),
    (rng) => rng.float32(),
  ],
  [
    "fillUniform, 64 bits",
    (rng, n) => filled(new Float64Array(n), (out) => rng.fillUniform(out)),
    (rng) => rng.float64(),
  ],
  [
    "fillNormal, 32 bits",
    (rng, n) => filled(new Float32Array(n), (out) => rng.fillNormal(out)),
    (rng) => Math.fround(rng.normal()),
  ],
  [
    "fillNormal, 64 bits",
    (rng, n) => filled(new Float64Array(n), (out) => rng.fillNormal(out)),
    (rng) => rng.normal(),
  ],
  [
    "fillGumbel, 32 bits",
    (rng, n) => filled(new Float32Array(n), (out) => rng.fillGumbel(out)),
    (rng) => Math.fround(rng.gumbel()),
  ],
  [
    "fillGumbel, 64 bits",
    (rng, n) => filled(new Float64Array(n), (out) => rng.fillGumbel(out)),
    (rng) => rng.gumbel(),
  ],
];

function filled<T>(out: T, fill: (out: T) => void): T {
  fill(out);
  return out;
}

describe.each(pairs)("%s", (_, fill, single) => {
  test("equals single draws bit for bit, however the calls are grouped", () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.array(fc.nat({ max: 700 }), { maxLength: 5 }), (seed, lengths) => {
        const bulk = Generator.fromSeed(seed);
        const values = lengths.flatMap((length) => Array.from(fill(bulk, length)));
        const one = Generator.fromSeed(seed);
        expect(values).toEqual(values.map(() => single(one)));
        expect(bulk.save()).toEqual(one.save());
      }),
      { numRuns: 25 },
    );
  });
});

test("a fill of part of an array leaves the rest alone", () => {
  const out = new Float32Array(8).fill(-1);
  Generator.fromSeed(1).fillUniform(out.subarray(2, 5));
  expect([...out].map((value) => value === -1)).toEqual([true, true, false, false, false, true, true, true]);
});

test("two generators drawn in turn do not disturb each other", () => {
  const [a, b] = [Generator.fromSeed(1), Generator.fromSeed(2)];
  const mixed = Array.from({ length: 20 }, () => [a.normal(), b.gumbel()]);
  const [c, d] = [Generator.fromSeed(1), Generator.fromSeed(2)];
  expect(mixed.map(([first]) => first)).toEqual(Array.from({ length: 20 }, () => c.normal()));
  expect(mixed.map(([, second]) => second)).toEqual(Array.from({ length: 20 }, () => d.gumbel()));
});

describe("split", () => {
  test("gives the child of the current position and moves on by one", () => {
    const rng = Generator.fromSeed(2024);
    expect(rng.split().save().key).toEqual(foldIn(key(2024), 0));
    expect(rng.split().save().key).toEqual([3049174127, 2820703232]);
    expect(rng.save().counter).toBe(2);
  });

  test("parent and child, and two children, are not correlated", () => {
    const parent = Generator.fromSeed(90);
    const streams = [parent.split(), parent.split(), parent].map((rng) => {
      const sample = new Float64Array(50_000);
      rng.fillUniform(sample);
      return sample;
    });
    expect(Math.abs(correlationScore(streams[0]!, streams[1]!))).toBeLessThan(LIMIT);
    expect(Math.abs(correlationScore(streams[0]!, streams[2]!))).toBeLessThan(LIMIT);
    expect(Math.abs(correlationScore(streams[1]!, streams[2]!))).toBeLessThan(LIMIT);
  });
});

test("fromKey refuses what is not a key", () => {
  expect(() => Generator.fromKey([1.5, 0])).toThrow(expect.objectContaining({ code: "random/bad-key" }));
});
