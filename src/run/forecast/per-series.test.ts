import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { forecastRun } from "./forecast-run.ts";
import { loadNetwork } from "./keep-network.ts";
import { dailySales, datedRows, smallJob } from "./small-job.fixture.ts";
import { predictFromRun } from "./use-forecast.ts";

test("one network per series is kept, and forecasts again whatever the order; a new series is refused by name", async () => {
  const folder = mkdtempSync(join(tmpdir(), "windage-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const rowsOf = (shop: string, size: number): string[] =>
    datedRows(dailySales(size, 60)).map((row) => `${shop},${row}`);
  const write = (name: string, ...rows: readonly string[][]): string => {
    const path = join(folder, name);
    writeFileSync(path, `shop,date,sales\n${rows.flat().join("\n")}\n`);
    return path;
  };
  const [north, south] = [rowsOf("north", 1), rowsOf("south", 7)];
  const { run, forecast } = await forecastRun({
    ...smallJob(write("sales.csv", north, south), join(folder, "runs")),
    perSeries: true,
  });
  expect(existsSync(join(run.folder, "gflownet.safetensors"))).toBe(false);
  expect((await loadNetwork(run, 1)).trained()!.ask.horizon).toBe(3);
  const pool = forecast.models.at(-1)!.point;
  const { model } = await predictFromRun(run, write("other-order.csv", south, north));
  expect(model.point).toEqual([pool[1], pool[0]]);
  const stranger = write("stranger.csv", north, rowsOf("west", 2));
  await expect(predictFromRun(run, stranger)).rejects.toThrowError(
    /got the series "west", expected one of those the run was made from \(north, south\)/,
  );
}, 120_000);
