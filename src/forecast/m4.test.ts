/** Published scores of the M4 competition on its Hourly series, to the printed digits; not run where the files are absent. */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { mase, owa, smape } from "../evaluation/forecast/point-errors.ts";
import { naive, seasonalNaive } from "./classical/naive.ts";
import { seasonalAutoregression } from "./classical/seasonal-autoregression.ts";
import { naive2, theta } from "./classical/theta.ts";
import type { Member } from "./member.ts";

const folder = resolve(fileURLToPath(new URL("../..", import.meta.url)), "../shared/data/m4");

function readRows(file: string): Float64Array[] {
  const lines = readFileSync(resolve(folder, file), "utf8").trim().split("\n").slice(1);
  return lines.map((line) => {
    const cells = line.split(",").slice(1);
    return Float64Array.from(
      cells
        .map((cell) => cell.replaceAll('"', "").trim())
        .filter(Boolean)
        .map(Number),
    );
  });
}

async function scoresOf(member: Member, train: Float64Array[], actual: Float64Array[]) {
  const forecasts = await member.forecast(train, { horizon: 48, periods: [24, 168] });
  const mean = (of: (i: number) => number): number =>
    train.reduce((sum, _, i) => sum + of(i), 0) / train.length;
  return {
    smape: mean((i) => smape(forecasts[i]!, actual[i]!)),
    mase: mean((i) => mase(forecasts[i]!, actual[i]!, train[i]!, 24)),
  };
}

test("naive, seasonal naive, Naive2 and Theta score as published; seasonal autoregression is below .48", async ({
  skip,
}) => {
  if (!existsSync(folder)) return skip(`no M4 files in ${folder}`);
  const [train, actual] = [readRows("Hourly-train.csv"), readRows("Hourly-test.csv")];
  const reference = await scoresOf(naive2, train, actual);
  const published: readonly (readonly [Member, string, string, string])[] = [
    [naive, "43.003", "11.608", "3.593"],
    [seasonalNaive(24), "13.912", "1.193", "0.628"],
    [naive2, "18.383", "2.395", "1.000"],
    [theta, "18.138", "2.455", "1.006"],
  ];
  for (const [member, ...digits] of published) {
    const scores = await scoresOf(member, train, actual);
    const ours = [scores.smape, scores.mase, owa(scores, reference)].map((value) => value.toFixed(3));
    expect(ours, member.name).toEqual(digits);
  }
  const regression = await scoresOf(seasonalAutoregression(), train, actual);
  expect(owa(regression, reference)).toBeLessThan(0.48);
}, 120_000);
