/**
 * A forecast fitted once and asked again and again, as a service would: a run from a file, loaded, and the next steps of
 * series as new values come in. Run it with `npx tsx examples/forecast-service.ts`; it takes some seconds.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Generator } from "windage";
import { forecastRun, loadForecast } from "windage/run";

const folder = await mkdtemp(join(tmpdir(), "windage-service-"));
const rng = Generator.fromSeed(0);
const sales = Array.from({ length: 120 }, (_, day) => 100 + (day % 7 >= 5 ? 40 : 0) + 5 * rng.normal());
const date = (day: number): string => new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10);
const file = join(folder, "sales.csv");
await writeFile(file, `date,sales\n${sales.map((value, day) => `${date(day)},${value}`).join("\n")}\n`);

const { run } = await forecastRun({
  file,
  read: {},
  horizon: 3,
  windows: 2,
  spread: { levels: [80], quantiles: [] },
  format: "csv",
  seed: 0,
  calendar: false,
  gflownet: { bins: 64, width: 16, heads: 2, iterations: 60 },
  root: join(folder, "runs"),
});

const loaded = await loadForecast(run);
const [id] = loaded.ids;
for (let asked = 0; asked < 3; asked++) {
  const model = await loaded.predict([id!], [Float64Array.from(sales)]);
  const [low, high] = model.quantiles(0, [0.1, 0.9]).values.map((row) => row[0]!.toFixed(0));
  console.log(`${date(sales.length)}  ${model.point[0]![0]!.toFixed(1)}  80 %: ${low} to ${high}`);
  sales.push(model.point[0]![0]! + 5 * rng.normal());
}
await loaded.dispose();
await rm(folder, { recursive: true });
