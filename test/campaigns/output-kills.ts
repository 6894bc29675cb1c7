/**
 * Commands that are killed without warning while they write into a place of the user's: `sample --out`, after which the
 * file is the old one or the new one, and `runs import`, after which the run is whole or not there. Given again, they come
 * to their end, and nothing half written is left beside it.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Generator } from "../../src/random/generator.ts";
import { pick, type Campaign } from "./campaign.ts";
import { filesBelow } from "./file-damage.ts";
import { trainSmallRun } from "./small-run.ts";
import { start } from "./start-windage.ts";

const mostKills = 3;
let killed = 0;

/** Kills a command at a random moment of its usual time, or soon after something new appears in a folder. */
async function killAt(
  random: Generator,
  folder: string,
  {
    words,
    place,
    usualMs,
  }: { readonly words: readonly string[]; readonly place: string; readonly usualMs: number },
): Promise<void> {
  const before = readdirSync(place).length;
  const watched = random.integer(2) === 0;
  const moment = performance.now() + random.integer(Math.ceil(usualMs));
  const process = start(folder, words);
  const isTime = (): boolean => (watched ? readdirSync(place).length > before : performance.now() >= moment);
  while (process.code() === undefined && !isTime()) await wait(1);
  if (watched) await wait(random.integer(30));
  process.child.kill("SIGKILL");
  await process.ended;
  if (process.child.signalCode === "SIGKILL") killed++;
}

/** A command that is not disturbed; what it said where it failed. */
async function finish(folder: string, words: readonly string[]): Promise<string | undefined> {
  const process = start(folder, words);
  await process.ended;
  return process.code() === 0 ? undefined : process.said();
}

/** The names and contents of the files below a folder; whose signature it has depends on who trusted the run. */
function contentOf(folder: string): string {
  return filesBelow(folder)
    .filter((file) => !file.endsWith("signature"))
    .map((file) => `${file.slice(folder.length)} ${readFileSync(file).toString("base64")}`)
    .join("\n");
}

export const outputKills: Campaign = {
  name: "output-kills",
  promise: "a killed sample --out or runs import leaves the old or the whole, and the next one nothing else",
  short: 1,
  long: 300,
  tally: () => `${killed} kills`,
  async begin(shared) {
    const run = await trainSmallRun(shared);
    // So that copying takes a while.
    writeFileSync(join(run.folder, "inputs.json"), " ".repeat(2 ** 22), { flag: "a" });
    const sampling = (to: string): string[] => [
      "sample",
      run.folder,
      "--count",
      "150000",
      "--out",
      to,
      "--trust",
    ];
    const importing = ["runs", "import", run.folder];
    const right = join(shared, "right.csv");
    const times: number[] = [];
    for (const words of [sampling(right), importing]) {
      const began = performance.now();
      // The run lies among those of the shared folder already.
      const problem = await finish(words === importing ? join(shared, "whole") : shared, words);
      if (problem !== undefined) throw new Error(`${words[0]} that nobody kills: ${problem}`);
      times.push(performance.now() - began);
    }
    const samples = readFileSync(right, "utf8");
    const whole = contentOf(join(shared, "whole", "runs", run.id));
    return async (random, folder) => {
      const runs = join(folder, "runs");
      const place = join(folder, "out");
      mkdirSync(runs);
      mkdirSync(place);
      const path = join(place, "samples.csv");
      const old = pick(random, [undefined, "what was there"]);
      if (old !== undefined) writeFileSync(path, old);
      for (let kill = 1 + random.integer(mostKills); kill > 0; kill--) {
        await killAt(random, folder, { words: sampling(path), place, usualMs: times[0]! });
        const now = existsSync(path) ? readFileSync(path, "utf8") : undefined;
        if (now !== old && now !== samples) return "a part of the samples stands under their name";
        await killAt(random, folder, { words: importing, place: runs, usualMs: times[1]! });
        const imported = join(runs, run.id);
        if (existsSync(imported) && contentOf(imported) !== whole)
          return "a part of a run stands under its name";
      }
      const written = await finish(folder, sampling(path));
      if (written !== undefined) return `the last sample: ${written}`;
      if (readFileSync(path, "utf8") !== samples) return "other samples";
      if (readdirSync(place).length !== 1) return `left beside the samples: ${readdirSync(place).join(", ")}`;
      const again = await finish(folder, importing);
      if (again !== undefined && !again.includes("[run/exists]")) return `the last import: ${again}`;
      if (contentOf(join(runs, run.id)) !== whole) return "another run";
      if (readdirSync(runs).length !== 1) return `left beside the run: ${readdirSync(runs).join(", ")}`;
      return undefined;
    };
  },
};
