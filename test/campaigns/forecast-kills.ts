/**
 * `forecast --gflownet` that is killed without warning and given again, then `forecast predict --out` that is killed: the
 * forecasts are those of a run which nobody killed, the file is the old or the new one, and a run that was cut off is
 * refused or whole.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Generator } from "../../src/random/generator.ts";
import { pick, type Campaign } from "./campaign.ts";
import { start, type Started } from "./start-windage.ts";

const mostKills = 2;
let killed = 0;

/** The names of runs there are. */
function namesIn(folder: string): string[] {
  const runs = join(folder, "runs");
  return existsSync(runs) ? readdirSync(runs).filter((name) => !name.startsWith(".")) : [];
}

/** How many files and folders are in a folder while somebody works in it. */
function filesIn(folder: string): number {
  try {
    return readdirSync(folder, { recursive: true }).length;
  } catch (error) {
    // A folder got its name, or lost it, while it was read.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return 0;
    throw error;
  }
}

/** Kills a process at a random moment of its usual time, or soon after a file or run is new in a folder. */
async function killAt(random: Generator, process: Started, usualMs: number, place: string): Promise<void> {
  const count = (): number => filesIn(place);
  const wanted = count() + random.integer(8);
  const watched = pick(random, [true, false]);
  const moment = performance.now() + random.integer(Math.ceil(usualMs));
  while (process.code() === undefined && !(watched ? count() > wanted : performance.now() >= moment))
    await wait(1);
  process.child.kill("SIGKILL");
  await process.ended;
  if (process.child.signalCode === "SIGKILL") killed++;
}

/** What a finished run forecasts. */
function forecastOf(folder: string, name: string): string {
  return ["forecast.csv", "backtests.csv", "fan.svg"]
    .map((file) => readFileSync(join(folder, "runs", name, file), "utf8"))
    .join("\n");
}

export const forecastKills: Campaign = {
  name: "forecast-kills",
  promise:
    "a killed forecast given again is the same, and a killed predict leaves the old file or the new one",
  short: 1,
  long: 100,
  longestMs: 600_000,
  tally: () => `${killed} kills`,
  async begin(shared) {
    const file = join(shared, "sales.csv");
    const rows = Array.from({ length: 40 }, (_, i) => {
      const date = new Date(Date.UTC(2025, 0, 1 + i)).toISOString().slice(0, 10);
      return `${date},${50 + 9 * Number(i % 7 > 4) + ((i * 7919) % 13)}`;
    });
    writeFileSync(file, `date,sales\n${rows.join("\n")}\n`);
    const forecasting = [
      "forecast",
      file,
      "--horizon",
      "3",
      "--windows",
      "1",
      "--gflownet",
      "--target",
      "sales",
    ];
    const predicting = (run: string, out: string): string[] => [
      "forecast",
      "predict",
      run,
      file,
      "--out",
      out,
    ];
    const times: number[] = [];
    const finish = async (folder: string, words: readonly string[]): Promise<string | undefined> => {
      const began = performance.now();
      const process = start(folder, words);
      await process.ended;
      times.push(performance.now() - began);
      return process.code() === 0 ? undefined : `${words.slice(0, 2).join(" ")}: ${process.said()}`;
    };
    const problem = await finish(shared, forecasting);
    if (problem !== undefined) throw new Error(problem);
    const [name] = namesIn(shared);
    const right = forecastOf(shared, name!);
    const rightFile = join(shared, "next.csv");
    const later = await finish(shared, predicting(name!, rightFile));
    if (later !== undefined) throw new Error(later);
    const [forecastMs, predictMs] = times as [number, number];
    const predicted = readFileSync(rightFile, "utf8");
    return async (random, folder) => {
      const place = join(folder, "out");
      mkdirSync(place);
      const out = join(place, "next.csv");
      for (let kill = 1 + random.integer(mostKills); kill > 0; kill--)
        await killAt(random, start(folder, forecasting), forecastMs, join(folder, "runs"));
      // What was cut off is refused with a reason, or can be used.
      for (const cut of namesIn(folder)) {
        const words = predicting(cut, join(folder, `${cut}.csv`));
        const tried = await finish(folder, words);
        if (tried !== undefined && !/error \[[\w/-]+\]/.test(tried)) return tried;
      }
      const before = new Set(namesIn(folder));
      const failed = await finish(folder, forecasting);
      if (failed !== undefined) return failed;
      const whole = namesIn(folder).find((one) => !before.has(one))!;
      if (forecastOf(folder, whole) !== right) return "other forecasts";
      const old = pick(random, [undefined, "what was there"]);
      if (old !== undefined) writeFileSync(out, old);
      for (let kill = 1 + random.integer(mostKills); kill > 0; kill--) {
        await killAt(random, start(folder, predicting(whole, out)), predictMs, place);
        const now = existsSync(out) ? readFileSync(out, "utf8") : undefined;
        if (now !== old && now !== predicted) return "a part of a forecast stands under its name";
      }
      const last = await finish(folder, predicting(whole, out));
      if (last !== undefined) return last;
      if (readFileSync(out, "utf8") !== predicted) return "another prediction";
      const left = readdirSync(place);
      return left.length === 1 ? undefined : `left beside the prediction: ${left.join(", ")}`;
    };
  },
};
