import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { forecastRun } from "./forecast-run.ts";
import { dailySales, datedRows, smallJob } from "./small-job.fixture.ts";
import { evaluateForecast } from "./use-forecast.ts";

test("values that are missing are no outcome to be scored, and filled from nothing that was held back", async () => {
  const folder = mkdtempSync(join(tmpdir(), "windage-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (name: string, rows: readonly string[]): string => {
    const file = join(folder, name);
    writeFileSync(file, `date,sales\n${rows.join("\n")}\n`);
    return file;
  };
  const history = datedRows(dailySales(1, 60));
  const { run } = await forecastRun({
    ...smallJob(write("old.csv", history.slice(0, 50)), join(folder, "runs")),
    gflownet: false,
  });
  // Three steps are held back: the second of them is missing, and so is the last value before them.
  const holed = history.map((row, i) => (i === 56 || i === 58 ? row.replace(/,.*/, ",") : row));
  const one = await evaluateForecast(run, write("new.csv", holed));
  expect(one).toMatchObject({ held: 2, inSample: 0, series: 1 });
  // Both values that are left are a thousand higher, and so far above any forecast that each error is a thousand more.
  const higher = holed.map((row, i) =>
    i > 56 ? row.replace(/,(\d+)/, (_, y) => `,${Number(y) + 1000}`) : row,
  );
  const two = await evaluateForecast(run, write("higher.csv", higher));
  const most = 1000 + one.scores.mae;
  expect(two.scores.mae).toBeGreaterThanOrEqual(1000 - one.scores.mae - 1e-9);
  expect(two.scores.mae).toBeLessThanOrEqual(most + 1e-9);
}, 120_000);
