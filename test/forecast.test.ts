/** `windage forecast` as a user types it: a file, its guesses, its scores, its files, and what comes of mistakes. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Generator } from "../src/random/generator.ts";
import { windage } from "./windage.fixture.ts";

const program = windage();
const { files } = program;
const sales = join(files, "sales.csv");
const rows = Array.from({ length: 2 * 90 }, (_, i) => {
  const [shop, day] = [i < 90 ? "north" : "south", i % 90];
  const date = new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10);
  return `${shop},${date},${100 + 30 * Number(day % 7 > 4) + ((day * 7919) % 13)}`;
});
writeFileSync(sales, `shop,date,sales\n${rows.join("\n")}\n`);

/** What `windage forecast …` prints with `--json`; the words are split at spaces. */
async function told(file: string, words: string, ...more: readonly string[]) {
  const { code, out, err } = await program.run("forecast", file, ...words.split(" "), ...more, "--json");
  expect(code, err).toBe(0);
  return JSON.parse(out);
}

test("forecasts, predicts and evaluates with one JSON document each", async () => {
  const document = await told(sales, "--target sales --horizon 7 --windows 2");
  expect(document).toMatchObject({ frequency: "D", horizon: 7, series: 2 });
  for (const name of ["crps", "wql", "mase", "smape", "mse", "mae", "coverage80"]) {
    expect(document.models.Pool[name], name).toBeTypeOf("number");
  }
  expect(Object.keys(document.models)).toContain("SeasonalNaive7");
  expect(document.models).toHaveProperty(document.best);
  expect(document.cutoffs).toEqual(["2025-03-17", "2025-03-24"]);
  const written = readFileSync(document.files.forecasts, "utf8").trim().split("\n");
  expect(written[0]).toMatch(
    /^unique_id,ds,Naive,.*,Pool,Pool-mean,Pool-lo-80,Pool-hi-80,Pool-lo-95,Pool-hi-95$/,
  );
  expect(written).toHaveLength(15);
  expect(readFileSync(document.files.chart, "utf8")).toMatch(/^<svg .*north.*south/);

  const out = join(files, "next.parquet");
  const next = await program.run(
    "forecast",
    "predict",
    document.run,
    sales,
    "--format",
    "parquet",
    "--out",
    out,
  );
  expect(next.code, next.err).toBe(0);
  expect(existsSync(out)).toBe(true);
  const scored = await program.run("forecast", "evaluate", document.run, sales, "--json");
  expect(scored.code, scored.err).toBe(0);
  expect(JSON.parse(scored.out).mase).toBeLessThan(1.5);
  // Whoever evaluates on what was fitted to is told, also where the file has grown by a few rows only.
  expect(JSON.parse(scored.out)).toMatchObject({ held: 14, inSample: 14 });
  const grown = join(files, "grown.csv");
  const more = rows.flatMap((row) =>
    row.includes(",2025-03-31,") ? [row, row.replace("03-31", "04-01"), row.replace("03-31", "04-02")] : row,
  );
  writeFileSync(grown, `shop,date,sales\n${more.join("\n")}\n`);
  const again = await program.run("forecast", "evaluate", document.run, grown);
  expect(again.out.replaceAll(/\s+/g, " ")).toMatch(
    /^10 of the 14 values held back were in the file the run was fitted to, so this is no test/,
  );

  // A run without its pool is passed over by latest, and refused in one sentence by name.
  rmSync(join(document.run, "pool.json"));
  for (const name of ["latest", document.run]) {
    const gone = await program.run("forecast", "predict", name, sales);
    expect(gone.code).toBe(2);
    expect(gone.err).toMatch(/pool\.json/);
  }
  const regular = await program.run("forecast", sales, "--target", "sales", "--irregular", "interpolate");
  expect(regular.code).toBe(2);
  expect(regular.err).toMatch(/--irregular: got it, but the times of the file are regular \(frequency D\)/);
}, 180_000);

test("the generative forecaster joins the pool, gives its paths and forecasts again from its file", async () => {
  const document = await told(sales, "--target sales --horizon 7 --windows 1 --gflownet --paths 5");
  expect(document.models.GFlowNet.mase).toBeLessThan(1.5);
  const paths = readFileSync(document.files.paths, "utf8").trim().split("\n");
  expect(paths[0]).toBe("unique_id,sample,ds,y");
  expect(paths).toHaveLength(1 + 2 * 5 * 7);
  expect(existsSync(join(document.run, "gflownet.safetensors"))).toBe(true);

  // The same file again: the pool with the kept network forecasts what the run forecast.
  const next = await program.run("forecast", "predict", document.run, sales, "--json");
  expect(next.code, next.err).toBe(0);
  const written = readFileSync(document.files.forecasts, "utf8").trim().split("\n");
  const column = written[0]!.split(",").indexOf("Pool");
  const first = JSON.parse(next.out).forecasts[0];
  expect(first.Pool).toBeCloseTo(Number(written[1]!.split(",")[column]), 6);
}, 240_000);

test("a question is answered with a probability, an interval and paths that meet it", async () => {
  const question = "sum(y[1:3]) > 330";
  const few = "--target sales --horizon 3 --windows 1";
  const { given } = await told(sales, few, "--given", question, "--series", "south");
  expect(given).toMatchObject({ question, series: "south" });
  expect(given.interval[0]).toBeLessThanOrEqual(given.probability);
  expect(given.probability).toBeLessThanOrEqual(given.interval[1]);
  const paths = readFileSync(given.files.paths, "utf8").trim().split("\n").slice(1);
  const sums = new Map<string, number>();
  for (const line of paths) {
    const [, sample, , y] = line.split(",");
    sums.set(sample!, (sums.get(sample!) ?? 0) + Number(y));
  }
  for (const sum of sums.values()) expect(sum).toBeGreaterThan(330);
  const mistaken = await program.run("forecast", sales, "--target", "sales", "--given", "sum(y) =");
  expect(mistaken.code).toBe(2);
  expect(mistaken.err).toMatch(/--given "sum\(y\) =": got "=" at character 7/);

  // A mistyped series is told before anything is computed; of several, the answer names the one it is about.
  const typo = await program.run("forecast", sales, "--target", "sales", "--series", "suoth");
  expect(typo.code).toBe(2);
  expect(typo.err).toMatch(/--series: got "suoth".*did you mean south\?/);
  expect(typo.err).not.toMatch(/backtest/);
  const unseen = await program.run("forecast", sales, "--target", "sales", "--series", "suoth", "--json");
  expect(unseen.err).toContain("--series: has no effect with --json and without --given");
  const weighing = join(files, "weighing.mjs");
  writeFileSync(weighing, "export default (path) => Math.exp((path[0] - 100) / 50);\n");
  const words = [...few.split(" "), "--given", weighing];
  const weighed = await program.run("forecast", sales, ...words);
  expect(weighed.code, weighed.err).toBe(0);
  const line = weighed.out.replaceAll(/\s+/g, " ");
  expect(line).toMatch(/Expected weight by \S*weighing\.mjs for north = 2\.\d+, 95 % interval/);
  expect(line).toMatch(/Of several series the first was asked about; --series names another/);
}, 180_000);

test("a bad cell is named with its line and column, and the exit code is 2", async () => {
  const bad = join(files, "bad.csv");
  writeFileSync(bad, "ds,y\n2025-01-01,1\n2025-01-02,many\n");
  const { code, err } = await program.run("forecast", bad, "--target", "y");
  expect(code).toBe(2);
  expect(err).toMatch(/bad\.csv, line 3: column "y": got "many", expected a number/);
}, 60_000);

test("features without an effect are said to have none, in words and in the document", async () => {
  const file = join(files, "junk.csv");
  const generator = Generator.fromSeed(5);
  const rows = Array.from({ length: 120 }, (_, t) => {
    const day = new Date(Date.UTC(2024, 0, 1 + t)).toISOString().slice(0, 10);
    return `${day},${(100 + 10 * Math.sin((2 * Math.PI * t) / 7) + generator.normal()).toFixed(3)},${generator.normal().toFixed(3)}`;
  });
  writeFileSync(file, `ds,y,junk\n${rows.join("\n")}\n`);
  const words = ["forecast", file, "--target", "y", "--horizon", "6", "--windows", "2", "--past", "junk"];
  const { out, code } = await program.run(...words);
  expect(code).toBe(0);
  const said = "junk takes no part in the forecast: it did not help on the last third of the history.";
  expect(out).toContain(said);
  const document = JSON.parse((await program.run(...words, "--json")).out);
  expect(document.notes).toContain(said);
  expect(document.features.pool).toEqual({ used: 0, noHelp: 1, tooShort: 0, noWeight: 0 });
  expect(document.features.members.SeasonalAR).toEqual({ used: 0, noHelp: 1, tooShort: 0 });
  const later = await program.run("forecast", "predict", document.run, file, "--json");
  expect(JSON.parse(later.out).notes).toContain(said);
}, 60_000);

test("features and irregular times: what is done with them is said, and predict does the same", async () => {
  const promoted = join(files, "promoted.csv");
  const day = (i: number): string => new Date(Date.UTC(2025, 0, 1 + i)).toISOString().slice(0, 10);
  const promotion = (i: number): boolean => (i * 7919) % 11 < 3;
  const value = (i: number): number => 100 + 5 * (i % 7) + 40 * Number(promotion(i)) + ((i * 31) % 5);
  const lines = (from: number, to: number, known: number): string[] =>
    Array.from(
      { length: to - from },
      (_, k) =>
        `${day(from + k)},${from + k < known ? value(from + k) : ""},${promotion(from + k) ? "yes" : "no"},${k % 3}`,
    );
  writeFileSync(promoted, `date,sales,promo,noise\n${lines(0, 127, 120).join("\n")}\n`);
  const flags = "--target sales --horizon 7 --windows 2 --known promo --past noise --calendar";
  const document = await told(promoted, flags);
  expect(document.notes.join(" ")).toMatch(
    /promo=no, promo=yes \(known beforehand\); noise \(known of the past\)/,
  );
  // Only those who are told of promotions can foresee 40 more.
  expect(document.models.SeasonalARLevels.mae).toBeLessThan(0.3 * document.models.SeasonalNaive7.mae);
  writeFileSync(promoted, `date,sales,promo,noise\n${lines(0, 141, 134).join("\n")}\n`);
  const next = await program.run("forecast", "predict", document.run, promoted, "--json");
  expect(next.code, next.err).toBe(0);
  const { forecasts } = JSON.parse(next.out);
  expect(forecasts[0].ds).toBe(day(134));
  forecasts.forEach((row: { Pool: number }, t: number) => {
    if (promotion(134 + t) !== promotion(134 + t - 1) && t > 0)
      expect(row.Pool > forecasts[t - 1].Pool).toBe(promotion(134 + t));
  });
  const short = await program.run(
    "forecast",
    promoted,
    "--target",
    "sales",
    "--known",
    "promo",
    "--horizon",
    "9",
  );
  expect(short.code).toBe(2);
  expect(short.err).toMatch(/got 7 rows .* after its last value .*, expected 9/);

  const ice = join(files, "ice.csv");
  let time = 0;
  const readings = Array.from({ length: 90 }, (_, k) => {
    time += 0.1 + ((k * 37) % 17) / 7;
    return `${time.toFixed(3)},${(50 + 10 * Math.sin(time / 20) + ((k * 13) % 3)).toFixed(2)}`;
  });
  writeFileSync(ice, `age,co2\n${readings.join("\n")}\n`);
  const uneven = await told(ice, "--time-col age --target co2 --horizon 5");
  expect(uneven.notes.join(" ")).toMatch(
    /irregular: every reading is a step, and the time between readings is a feature/,
  );
  expect(uneven.models).toHaveProperty("LevelInTime");
  const scored = await program.run("forecast", "evaluate", uneven.run, ice, "--json");
  expect(scored.code, scored.err).toBe(0);
}, 180_000);
