import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { forecastRun } from "./forecast-run.ts";
import { loadNetwork } from "./keep-network.ts";
import { predictFromRun } from "./use-forecast.ts";

test("one network per series is kept, and forecasts again whatever the order; a new series is refused by name", async () => {
  const folder = mkdtempSync(join(tmpdir(), "windage-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const rowsOf = (shop: string, size: number): string[] =>
    Array.from({ length: 60 }, (_, i) => {
      const date = new Date(Date.UTC(2025, 0, 1 + i)).toISOString().slice(0, 10);
      return `${shop},${date},${size * (100 + 20 * Number(i % 7 > 4) + ((i * 7919) % 13))}`;
    });
  const write = (name: string, ...rows: readonly string[][]): string => {
    const path = join(folder, name);
    writeFileSync(path, `shop,date,sales\n${rows.flat().join("\n")}\n`);
    return path;
  };
  const [north, south] = [rowsOf("north", 1), rowsOf("south", 7)];
  const { run, forecast } = await forecastRun({
    file: write("sales.csv", north, south),
    read: {},
    horizon: 3,
    windows: 1,
    spread: { levels: [80], quantiles: [] },
    format: "csv",
    seed: 0,
    calendar: false,
    gflownet: { iterations: 4, width: 8, heads: 2, layers: 1, bins: 16, paths: 8 },
    perSeries: true,
    root: join(folder, "runs"),
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
