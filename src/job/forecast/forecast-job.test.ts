import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readResult } from "../../run/index.ts";
import { dailySales, datedRows } from "../../run/forecast/small-job.fixture.ts";
import { forecastJob } from "./forecast-job.ts";

const root = mkdtempSync(join(tmpdir(), "windage-forecast-job-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

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
