import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readResult } from "../../run/reading/read-result.ts";
import { dailySales, datedRows } from "../../run/forecast/small-job.fixture.ts";
import { forecastJob } from "./forecast-job.ts";

const root = mkdtempSync(join(tmpdir(), "windage-forecast-job-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test("a question about the future is asked at the end; what cannot be is told before anything is kept", async () => {
  const file = join(root, "asked.csv");
  writeFileSync(file, `date,sales\n${datedRows(dailySales(1, 60)).join("\n")}\n`);
  const runs = join(root, "asked");
  const job = { file, horizon: 2, root: runs, windows: 1 };
  await expect(forecastJob({ ...job, given: "sum(z) > 1" }).result).rejects.toThrow(
    'given "sum(z) > 1": got',
  );
  await expect(forecastJob({ ...job, series: "b" }).result).rejects.toThrow('series: got "b"');
  await expect(forecastJob({ ...job, perSeries: true }).result).rejects.toThrow("perSeries: got it, but");
  expect(existsSync(runs)).toBe(false);
  const { asked } = await forecastJob({ ...job, given: "sum(y) > -1e9" }).result;
  expect(asked).toMatchObject({ label: "sum(y) > -1e9", isWeight: false, series: 0 });
  expect(asked!.answer.probability).toBeCloseTo(1, 6);
  expect(existsSync(asked!.files.chart)).toBe(true);
});

test("a file and a horizon are enough", { timeout: 60_000 }, async () => {
  const file = join(root, "sales.csv");
  writeFileSync(file, `date,sales\n${datedRows(dailySales(1, 60)).join("\n")}\n`);
  const job = forecastJob({ file, horizon: 3, root, windows: 1 });
  const kinds: string[] = [];
  for await (const { kind } of job) kinds.push(kind);
  expect(kinds.filter((kind) => kind === "read")).toHaveLength(1);
  expect(kinds.at(-1)).toBe("finished");
  const { run, forecast } = await job.result;
  expect(forecast.horizon).toBe(3);
  expect(await readResult(run)).toMatchObject({
    kind: "forecast",
    horizon: 3,
    series: 1,
    best: forecast.best,
  });
});
