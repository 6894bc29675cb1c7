/**
 * How long a prediction for one series takes once everything is loaded, as `loadForecast` makes it:
 * `npx tsx bench/forecast/one-prediction.ts <folder of the M4 files> [--series 20] [--no-thread]`. Each series of M4 Hourly is new to the pool and
 * to the network, so nothing of it is remembered. What the network's numbers are makes no difference to its speed, so it
 * is one that was never trained. Milliseconds of the clock, of the processor and of the main thread, median and slowest of all series.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { defaultMembers } from "../../src/forecast/members.ts";
import { gflownet } from "../../src/forecast/gflownet/member.ts";
import { predictPool } from "../../src/forecast/pool/saved-pool.ts";
import type { SavedPool } from "../../src/forecast/pool/saved-pool.ts";
import { createForecaster } from "../../src/forecast/gflownet/forecaster.ts";
import { resolveSettings } from "../../src/forecast/gflownet/settings.ts";
import { loadAugurs } from "../../src/run/forecast/load-augurs.ts";
import { augursInThread } from "../../src/run/forecast/augurs-thread.ts";
import { dataArgument } from "../data-argument.ts";
import { usualMarks } from "../../src/forecast/pool/error-marks.ts";
import { readWideRows } from "./wide-rows.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { series: { type: "string", default: "20" }, "no-thread": { type: "boolean", default: false } },
});
const folder = dataArgument(positionals, "the folder with Hourly-train.csv");
const ask = { horizon: 48, periods: [24, 168] };
const all = await readWideRows(join(folder, "Hourly-train.csv"));
const stride = Math.max(1, Math.floor(all.length / Number(values.series)));
const histories = all.filter((_, i) => i % stride === 0);

const network = gflownet({}, { ask, ratio: 1, forecaster: createForecaster(ask, resolveSettings({})) });
const augurs = await loadAugurs();
const mstl = values["no-thread"] ? augurs.mstl : augursInThread("mstl");
const { members, pool } = defaultMembers(ask.periods, { ...augurs, mstl, gflownet: network });
const poolOf = (names: readonly string[]): SavedPool => ({
  ...ask,
  names,
  series: [{ id: "another", weights: names.map(() => 1 / names.length), own: 1 }],
  marks: [...usualMarks],
  shift: Array.from({ length: ask.horizon }, () => 0),
  levels: [0.1, 0.5, 0.9],
  residuals: Array.from({ length: ask.horizon }, () => [-1, 0, 1]),
});

/** Milliseconds this thread has computed; how long it waited for a core does not count. Linux only. */
function ownMs(): number {
  try {
    return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6;
  } catch {
    return NaN;
  }
}

console.log("what | ms, median | slowest | ms of processor time, median | of the main thread");
const classical = pool.filter((name) => name !== network.name);
for (const [what, names] of [
  ...pool.map((name) => [name, [name]] as const),
  ["pool without the GFlowNet", classical] as const,
  ["pool with it", pool] as const,
]) {
  const saved = poolOf(names);
  const once = async (history: Float64Array): Promise<void> => {
    const model = await predictPool(saved, members, ["new"], [history]);
    model.quantiles(0, [0.025, 0.1, 0.5, 0.9, 0.975]);
  };
  // Programs are compiled, and the machine's own compiler is warm, when a service has answered a few times.
  for (const history of histories.slice(0, 5)) await once(history);
  const clock: number[] = [];
  const processor: number[] = [];
  const own: number[] = [];
  for (const history of histories) {
    const [started, used, computed] = [performance.now(), process.cpuUsage(), ownMs()];
    await once(history);
    clock.push(performance.now() - started);
    own.push(ownMs() - computed);
    const { user, system } = process.cpuUsage(used);
    processor.push((user + system) / 1000);
  }
  const median = (list: readonly number[]): number => [...list].sort((a, b) => a - b)[list.length >> 1]!;
  const cells = [median(clock), clock.reduce((a, b) => Math.max(a, b)), median(processor), median(own)];
  console.log([what, ...cells.map((ms) => ms.toFixed(1))].join(" | "));
}
