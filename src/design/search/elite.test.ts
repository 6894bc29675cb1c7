/** The best of a search as templates. */
import { expect, test } from "vitest";
import { Generator } from "../../random/generator.ts";
import { propose } from "../propose.ts";
import { Elite } from "./elite.ts";

const member = (number: number): { sequence: string; outcomes: Int32Array; worth: number } => ({
  sequence: String(number),
  outcomes: Int32Array.from({ length: 40 }, () => number),
  worth: number,
});

test("the best hundred are kept, once each, and templates leave about two letters open", () => {
  const asked: string[] = [];
  const elite = new Elite((sequences) => {
    asked.push(...sequences);
    return sequences.map(() => 1);
  });
  elite.add(Array.from({ length: 150 }, (_, i) => member(i)));
  elite.add([member(3), member(149), member(200)]);
  // Only what gets among the best is judged, and once.
  expect(asked).toHaveLength(101);
  expect(new Set(asked).size).toBe(101);
  const generator = Generator.fromSeed(1);
  const templates = Array.from({ length: 2000 }, () => elite.template(generator));
  const numbers = templates.map((template) => template.find((outcome) => outcome !== undefined)!);
  expect(new Set(numbers)).toEqual(new Set([200, ...Array.from({ length: 99 }, (_, i) => 51 + i)]));
  const open = templates.map((template) => template.filter((outcome) => outcome === undefined).length);
  expect(open.reduce((sum, count) => sum + count, 0) / open.length).toBeCloseTo(2, 0);
  // Most are made of two members, the beginning of one and the rest of the other.
  const mixed = templates.filter(
    (template) => new Set(template.filter((one) => one !== undefined)).size === 2,
  );
  expect(mixed.length / templates.length).toBeGreaterThan(0.5);
  expect(mixed.length / templates.length).toBeLessThan(0.75);
});

test("fewer letters are left open where the surrogate is unsure", () => {
  const elite = new Elite((sequences) => sequences.map((sequence) => (sequence === "1" ? 3 : 1)));
  elite.add([member(1), member(2)]);
  const generator = Generator.fromSeed(2);
  const openOf = new Map([
    [1, { open: 0, of: 0 }],
    [2, { open: 0, of: 0 }],
  ]);
  for (let i = 0; i < 20_000; i++) {
    const template = elite.template(generator);
    const own = new Set(template.filter((outcome) => outcome !== undefined));
    if (own.size !== 1) continue;
    const count = openOf.get([...own][0]!)!;
    count.open += template.filter((outcome) => outcome === undefined).length;
    count.of += 1;
  }
  // The mean is 2: two letters times 4/(2 + 3) and 4/(2 + 1).
  expect(openOf.get(1)!.open / openOf.get(1)!.of).toBeCloseTo(1.6, 1);
  expect(openOf.get(2)!.open / openOf.get(2)!.of).toBeCloseTo(2.67, 1);
});

test(
  "where nothing can be listed, the sampler goes on from what was measured",
  { timeout: 120_000 },
  async () => {
    const generator = Generator.fromSeed(7);
    const length = 24;
    const parent = Array.from({ length }, () => generator.integer(4));
    const effects = parent.map((own) =>
      Array.from({ length: 4 }, (_, letter) => (letter === own ? 0 : generator.normal() - 0.5)),
    );
    const truth = (sequence: string): number =>
      Array.from(sequence).reduce((sum, letter, t) => sum + effects[t]!["ACGT".indexOf(letter)]!, 0);
    const measurements = Array.from({ length: 150 }, () => {
      const sequence = parent
        .map((own) => "ACGT"[generator.float64() < 4 / length ? generator.integer(4) : own]!)
        .join("");
      return { sequence, score: truth(sequence), count: 1, spread: 0 };
    });
    const scores = measurements.map(({ score }) => score);
    const { designs } = await propose(measurements, "ACGT", { search: "gflownet", steps: 30, batch: 10 });
    const mean = designs.reduce((sum, { order }) => sum + truth(order), 0) / designs.length;
    expect(mean).toBeGreaterThan(Math.max(...scores));
  },
);
