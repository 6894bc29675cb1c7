import { expect, test } from "vitest";
import { Generator } from "../../random/generator.ts";
import { findSeasons } from "./find-seasons.ts";
import { readSeries } from "./read-series.ts";
import { seasonsOfTable } from "./seasons-of-table.ts";

const periodsIn = (values: Float64Array): string =>
  findSeasons([values])
    .map(({ period }) => period)
    .join();

/** How many of so many draws have these periods. */
function share(draws: number, expected: string, draw: (generator: Generator) => Float64Array): number {
  const seeds = Array.from({ length: draws }, (_, seed) => seed);
  return seeds.filter((seed) => periodsIn(draw(Generator.fromSeed(900 + seed))) === expected).length / draws;
}

function series(length: number, value: (t: number) => number): Float64Array {
  return Float64Array.from({ length }, (_, t) => value(t));
}

test.each([60, 150, 400])(
  "in noise and random walks of %i values nothing is found in 95 of 100",
  (length) => {
    expect(share(100, "", (generator) => series(length, () => generator.normal()))).toBeGreaterThanOrEqual(
      0.95,
    );
    const walk = (generator: Generator): Float64Array => {
      let level = 0;
      return series(length, () => (level += generator.normal()));
    };
    expect(share(100, "", walk)).toBeGreaterThanOrEqual(0.95);
  },
);

test("thirteen four-week periods, weeks on a walk, a profile of odd length: found under noise", () => {
  const sine = (generator: Generator): Float64Array =>
    series(300, (t) => 50 + 5 * Math.sin((2 * Math.PI * t) / 13) + 3 * generator.normal());
  expect(share(50, "13", sine)).toBeGreaterThanOrEqual(0.9);
  const week = (generator: Generator): Float64Array => {
    let level = 0;
    return series(200, (t) => {
      level = 0.9 * level + generator.normal();
      return (t % 7 < 5 ? 4 : 0) + level;
    });
  };
  expect(share(50, "7", week)).toBeGreaterThanOrEqual(0.85);
});

test("a day within a week: both are found, and twice a day is no season of its own", () => {
  const generator = Generator.fromSeed(2);
  const hours = (t: number): number =>
    10 * Math.sin((2 * Math.PI * t) / 24) + 4 * Math.sin((4 * Math.PI * t) / 24);
  const values = series(1500, (t) => (Math.floor(t / 24) % 7 < 5 ? 1 : 0.3) * hours(t) + generator.normal());
  expect(periodsIn(values)).toBe("24,168");
  expect(periodsIn(series(600, (t) => hours(t) + generator.normal()))).toBe("24");
});

test("constants, lines and short series have none", () => {
  expect(periodsIn(new Float64Array(50).fill(3))).toBe("");
  expect(periodsIn(series(50, (t) => 2 * t))).toBe("");
  expect(periodsIn(Float64Array.of(1, 2, 1, 2, 1, 2))).toBe("");
});

test("a table without a usual season takes what its values show, and says with which evidence", () => {
  const generator = Generator.fromSeed(8);
  const rows = Array.from({ length: 120 }, (_, t) => `${t},${20 + 5 * (t % 6) + generator.normal()}`);
  const { periods, notes } = seasonsOfTable(readSeries(`ds,y\n${rows.join("\n")}\n`, "a.csv"));
  expect(periods).toEqual([6]);
  expect(notes[0]).toMatch(
    /Season found in the values: 6 steps \(what is new at each step correlates.*--season/,
  );
  const days = rows.map((row, t) => {
    const day = new Date(Date.UTC(2024, 0, 1 + t)).toISOString().slice(0, 10);
    return `${day},${row.split(",")[1]!}`;
  });
  expect(seasonsOfTable(readSeries(`ds,y\n${days.join("\n")}\n`, "a.csv"))).toEqual({
    periods: [7],
    notes: [],
  });
});
