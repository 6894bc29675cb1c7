/**
 * A comparison that is killed without warning, at random moments or as soon as some runs are finished, and given again or
 * resumed: every figure is that of one which nobody killed, and no run that was finished is done twice.
 */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pick, type Campaign } from "./campaign.ts";
import { start } from "./start-windage.ts";

const mostKills = 4;
const runs = 6;
let killed = 0;

/** The finished runs, and when each was. */
function finished(folder: string): ReadonlyMap<string, number> {
  const jobs = join(folder, "jobs");
  const names = existsSync(jobs) ? readdirSync(jobs).filter((name) => name.endsWith(".json")) : [];
  return new Map(names.map((name) => [name, statSync(join(jobs, name)).mtimeMs]));
}

/** Tables and plot without what depends on the clock; table.md says the figures of table.json again, and seconds. */
function figuresOf(folder: string): string {
  const table = readFileSync(join(folder, "table.json"), "utf8").replaceAll(
    /"(?:seconds|check)":\s*[^,}\n]+/g,
    "",
  );
  const others = ["curves.csv", "tv-vs-calls.svg"].filter((name) => existsSync(join(folder, name)));
  return [table, ...others.map((name) => readFileSync(join(folder, name), "utf8"))].join("\n");
}

export const compareKills: Campaign = {
  name: "compare-kills",
  promise: "a killed comparison goes on to the same figures, and keeps every finished run",
  short: 1,
  long: 100,
  longestMs: 600_000,
  tally: () => `${killed} kills`,
  async begin(shared) {
    const csv = join(shared, "table.csv");
    writeFileSync(csv, "sequence,score\nAC,1\nGG,0.9\nTT,0.8\n");
    const config = join(shared, "compare.yaml");
    writeFileSync(
      config,
      `oracleCsv: ${csv}
alphabet: ACGT
missing: "0.1"
methods: [sdb, mh, random]
noise: [0.1]
seeds: 2
calls: 192
points: 2
samples: 16
settings: { hidden: 4, layers: 1, onPolicy: 16 }
`,
    );
    const words = ["compare", "--config", config, "--parallel", "2"];
    const whole = join(shared, "whole");
    const began = performance.now();
    const undisturbed = start(shared, [...words, "--out", whole]);
    await undisturbed.ended;
    if (undisturbed.code() !== 0) throw new Error(`the comparison that nobody kills: ${undisturbed.said()}`);
    const usualMs = performance.now() - began;
    const right = figuresOf(whole);
    return async (random, folder) => {
      const place = join(folder, "comparison");
      const next = (): readonly string[] =>
        existsSync(join(place, "comparison.json")) && random.integer(2) === 0
          ? ["compare", "--resume", place]
          : [...words, "--out", place];
      for (let kill = 1 + random.integer(mostKills); kill > 0; kill--) {
        const before = finished(place);
        const wanted = before.size + random.integer(3);
        const watched = pick(random, [true, false]);
        const moment = performance.now() + random.integer(Math.ceil(usualMs));
        const process = start(folder, next());
        const isTime = (): boolean => (watched ? finished(place).size > wanted : performance.now() >= moment);
        while (process.code() === undefined && !isTime()) await wait(2);
        process.child.kill("SIGKILL");
        await process.ended;
        if (process.child.signalCode === "SIGKILL") killed++;
        const after = finished(place);
        for (const [name, time] of before) {
          if (after.get(name) !== time) return `the finished run ${name} is gone or was done again`;
        }
      }
      const last = start(folder, next());
      await last.ended;
      if (last.code() !== 0) return `the last one ended with ${String(last.code())}: ${last.said()}`;
      if (finished(place).size !== runs) return `${finished(place).size} runs are kept, expected ${runs}`;
      return figuresOf(place) === right ? undefined : "other figures";
    };
  },
};
