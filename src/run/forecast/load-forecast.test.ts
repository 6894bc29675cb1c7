import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { forecastRun } from "./forecast-run.ts";
import { loadAugurs } from "./load-augurs.ts";
import { loadForecast } from "./load-forecast.ts";
import { mstlInThread } from "./mstl-thread.ts";
import { predictFromRun } from "./use-forecast.ts";

const values = (size: number, length: number): Float64Array =>
  Float64Array.from({ length }, (_, i) => size * (100 + 20 * Number(i % 7 > 4) + ((i * 7919) % 13)));

test("a thread forecasts what the member does, several at a time, and is refused once it has ended", async () => {
  const { mstl } = await loadAugurs();
  const thread = mstlInThread();
  const ask = { horizon: 5, periods: [7] };
  const [one, two] = [[values(1, 60)], [values(3, 80).subarray(10), values(2, 70)]];
  const answers = await Promise.all([thread.forecast(one, ask), thread.forecast(two, ask)]);
  expect(answers).toEqual([await mstl.forecast(one, ask), await mstl.forecast(two, ask)]);
  await thread.dispose();
  await expect(thread.forecast(one, ask)).rejects.toThrowError(/its thread has ended/);
}, 120_000);

test("a loaded forecast predicts as the command does, also when asked twice at once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "windage-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "sales.csv");
  const history = values(1, 60);
  const rows = Array.from(history, (value, i) => {
    const date = new Date(Date.UTC(2025, 0, 1 + i)).toISOString().slice(0, 10);
    return `${date},${value}`;
  });
  writeFileSync(file, `date,sales\n${rows.join("\n")}\n`);
  const { run } = await forecastRun({
    file,
    read: {},
    horizon: 3,
    windows: 1,
    spread: { levels: [80], quantiles: [] },
    format: "csv",
    seed: 0,
    calendar: false,
    gflownet: { iterations: 4, width: 8, heads: 2, layers: 1, bins: 16, paths: 8 },
    root: join(folder, "runs"),
  });
  const { model } = await predictFromRun(run, file);
  const loaded = await loadForecast(run);
  expect(loaded).toMatchObject({ horizon: 3, ids: ["series"] });
  const other = values(2, 50);
  const both = await Promise.all([
    loaded.predict(loaded.ids, [history]),
    loaded.predict(["new"], [other]),
    loaded.predict(loaded.ids, [history]),
  ]);
  for (const again of [both[0], both[2]]) {
    expect(again.point).toEqual(model.point);
    expect(again.quantiles(0, [0.1, 0.9])).toEqual(model.quantiles(0, [0.1, 0.9]));
  }
  expect(both[1].point[0]).not.toEqual(model.point[0]);
  await loaded.dispose();
}, 120_000);
