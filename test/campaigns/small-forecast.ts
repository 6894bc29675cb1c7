/** A forecast run with everything one can have, made in a moment, and what it forecasts. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Run } from "../../src/run/layout.ts";
import { forecastRun } from "../../src/run/forecast/forecast-run.ts";
import { predictFromRun } from "../../src/run/forecast/use-forecast.ts";

/** The file stands beside the original run, which every copy is asked about. */
let file = "";

/** Makes it; everything is the same every time. */
export async function forecastSmallRun(folder: string): Promise<Run> {
  file = join(folder, "sales.csv");
  const rows = Array.from({ length: 2 * 40 }, (_, i) => {
    const date = new Date(Date.UTC(2025, 0, 1 + (i % 40))).toISOString().slice(0, 10);
    return `${i < 40 ? "north" : "south"},${date},${50 + 9 * Number(i % 7 > 4) + ((i * 7919) % 13)},${i % 3}`;
  });
  writeFileSync(file, `shop,date,sales,staff\n${rows.join("\n")}\n`);
  const { run } = await forecastRun({
    file,
    read: { target: "sales", past: ["staff"] },
    horizon: 3,
    windows: 1,
    spread: { levels: [80], quantiles: [] },
    format: "csv",
    seed: 0,
    calendar: true,
    gflownet: { width: 8, layers: 1, heads: 2, patches: 2, bins: 16, iterations: 2, paths: 4 },
    paths: 2,
    root: join(folder, "runs"),
  });
  return run;
}

/** Its forecast of the same file again, with quantiles, as text. */
export async function predictSmallRun(run: Run): Promise<string> {
  const { table, model } = await predictFromRun(run, file);
  return JSON.stringify(
    table.series.map(({ id }, i) => [id, [...model.point[i]!], model.quantiles(i, [0.1, 0.9]).values]),
  );
}
