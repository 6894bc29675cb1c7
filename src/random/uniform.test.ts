import { describe, expect, test } from "vitest";
import { Generator } from "./generator.ts";
import { correlationScore, LIMIT, meanScore, uniformScore } from "./statistics.fixture.ts";
import { CHUNK, firstWords, secondWords } from "./stream.ts";
import { float32At, float64At, openUnitAt } from "./uniform.ts";

function withBlock(first: number, second: number): void {
  firstWords[0] = first;
  secondWords[0] = second;
}

describe("extreme blocks", () => {
  test("all bits set stay below 1, exactly", () => {
    withBlock(0xffffffff, 0);
    expect(float32At(0)).toBe(1 - 2 ** -24);
    withBlock(0xffffffff, 0xffffffff);
    expect(float64At(0)).toBe(1 - 2 ** -53);
    expect(openUnitAt(0)).toBe(1 - 2 ** -53);
  });

  test("no bits set give 0, or half a step for the open fraction", () => {
    withBlock(0, 0);
    expect([float32At(0), float64At(0), openUnitAt(0)]).toEqual([0, 0, 2 ** -53]);
  });

  test("the lowest used bit counts one step", () => {
    withBlock(1 << 8, 0);
    expect(float32At(0)).toBe(2 ** -24);
    withBlock(0, 1 << 11);
    expect(float64At(0)).toBe(2 ** -53);
    withBlock(0, 1 << 12);
    expect(openUnitAt(0)).toBe(3 * 2 ** -53);
  });
});

test("float32 is exact in float32 and float64 has 53 bits", () => {
  const rng = Generator.fromSeed(3);
  for (let i = 0; i < 1000; i++) {
    const narrow = rng.float32();
    expect(Math.fround(narrow)).toBe(narrow);
    expect(Number.isInteger(narrow * 2 ** 24)).toBe(true);
    expect(Number.isInteger(rng.float64() * 2 ** 53)).toBe(true);
  }
});

describe("statistics of 200,000 draws", () => {
  const n = 200_000;
  const narrow = new Float32Array(n);
  const wide = new Float64Array(n);
  const words = new Uint32Array(n);
  const rng = Generator.fromSeed(20_240_501);
  rng.fillUniform(narrow);
  rng.fillUniform(wide);
  rng.fillUint32(words);

  test.each([
    ["float32", narrow],
    ["float64", wide],
    ["words", Float64Array.from(words, (word) => word / 2 ** 32)],
  ])("%s: uniform in 1,000 bins, right mean, no correlation with the next or the 7th next", (_, sample) => {
    expect(Math.abs(uniformScore(sample, 1000))).toBeLessThan(LIMIT);
    expect(Math.abs(meanScore(sample, 0.5, Math.sqrt(1 / 12)))).toBeLessThan(LIMIT);
    for (const lag of [1, 7]) {
      const score = correlationScore(sample.subarray(lag), sample.subarray(0, n - lag));
      expect(Math.abs(score)).toBeLessThan(LIMIT);
    }
  });

  test("the low bits of float64 are uniform too", () => {
    // 13 bits are left, so the number of bins must be a power of two to hold equally many values each.
    const low = wide.map((u) => (u * 2 ** 40) % 1);
    expect(Math.abs(uniformScore(low, 1024))).toBeLessThan(LIMIT);
  });

  test("consecutive pairs fill the square evenly", () => {
    const cells = Float64Array.from(
      { length: n / 2 },
      (_, i) => (Math.floor(narrow[2 * i]! * 30) + narrow[2 * i + 1]!) / 30,
    );
    expect(Math.abs(uniformScore(cells, 900))).toBeLessThan(LIMIT);
  });

  test("each of the 32 bits is set half of the time", () => {
    for (let bit = 0; bit < 32; bit++) {
      const set = words.reduce((sum, word) => sum + ((word >>> bit) & 1), 0);
      expect(Math.abs(set - n / 2) / Math.sqrt(n / 4)).toBeLessThan(LIMIT);
    }
  });
});

function fourOf(draw: (rng: Generator) => number): number[] {
  const rng = Generator.fromSeed(2024);
  return Array.from({ length: 4 }, () => draw(rng));
}

test("frozen outputs", () => {
  expect(fourOf((rng) => rng.nextUint32())).toEqual([300553748, 496906351, 3643843825, 740875782]);
  expect(fourOf((rng) => rng.float32())).toEqual([
    0.06997811794281006, 0.11569499969482422, 0.8483984470367432, 0.17249858379364014,
  ]);
  expect(fourOf((rng) => rng.float64())).toEqual([
    0.4616799180874789, 0.7099411747550466, 0.49919623594085727, 0.2030023117839589,
  ]);
});

test("chunks hide nothing: lengths around the chunk size", () => {
  for (const length of [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK]) {
    const rng = Generator.fromSeed(8);
    rng.fillUint32(new Uint32Array(length));
    expect(rng.save().counter).toBe(length);
  }
});
