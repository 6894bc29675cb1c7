import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { forecastRun } from "./forecast-run.ts";
import { loadAugurs } from "./load-augurs.ts";
import { loadForecast } from "./load-forecast.ts";
import { augursInThread } from "./augurs-thread.ts";
import { dailySales, datedRows, smallJob } from "./small-job.fixture.ts";
import { predictFromRun } from "./use-forecast.ts";

test.each(["ets", "mstl"] as const)(
  "a thread forecasts what %s does, several at a time, and is refused once it has ended",
  async (name) => {
    const member = (await loadAugurs())[name];
    const thread = augursInThread(name);
    expect(thread).toMatchObject({ name: member.name, isApart: true });
    const ask = { horizon: 5, periods: [7] };
    const [one, two] = [[dailySales(1, 60)], [dailySales(3, 80).subarray(10), dailySales(2, 70)]];
    const answers = await Promise.all([thread.forecast(one, ask), thread.forecast(two, ask)]);
    expect(answers).toEqual([await member.forecast(one, ask), await member.forecast(two, ask)]);
    await thread.dispose();
    await expect(thread.forecast(one, ask)).rejects.toThrowError(/its thread has ended/);
  },
  120_000,
);

test("a loaded forecast predicts as the command does, also when asked twice at once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "windage-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "sales.csv");
  const history = dailySales(1, 60);
  writeFileSync(file, `date,sales\n${datedRows(history).join("\n")}\n`);
  const { run } = await forecastRun(smallJob(file, join(folder, "runs")));
  const { model } = await predictFromRun(run, file);
  const loaded = await loadForecast(run);
  expect(loaded).toMatchObject({ horizon: 3, ids: ["series"] });
  const other = dailySales(2, 50);
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
