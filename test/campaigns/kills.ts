/**
 * Training that is killed without warning at random moments, again and again, and gone on with each time: at the end every
 * line of metrics and every bit of the last checkpoint are those of a run that was never killed.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Generator } from "../../src/random/generator.ts";
import { loadCheckpoint } from "../../src/run/checkpoint/checkpoint.ts";
import { openRun } from "../../src/run/open-run.ts";
import type { Campaign } from "./campaign.ts";
import { start } from "./start-windage.ts";

const iterations = 60;
const settings = [
  ..."--on-policy 4 --hidden 4 --layers 1 --samples 8 --replay 4 --exploratory 2 --priority 1 --seed 3".split(
    " ",
  ),
  ...`--iterations ${iterations} --checkpoint-every 4 --evaluate-every 10`.split(" "),
];

/** The names of runs that have appeared. */
function namesIn(folder: string): string[] {
  const runs = join(folder, "runs");
  return existsSync(runs) ? readdirSync(runs).filter((name) => !name.startsWith(".")) : [];
}

function linesOf(folder: string, name: string): number {
  return readFileSync(join(folder, "runs", name, "metrics.jsonl"), "utf8").split("\n").length - 1;
}

/**
 * Kills a process once it has written some lines more, or at some moment of its start; true if it was still running.
 */
async function killAt(
  random: Generator,
  folder: string,
  process: ReturnType<typeof start>,
): Promise<boolean> {
  const early = random.integer(4) === 0;
  const moment = 40 + random.integer(400);
  const [name] = namesIn(folder);
  const target = (name === undefined ? 0 : linesOf(folder, name)) + random.integer(12);
  for (let waited = 0; process.code() === undefined; waited += 2) {
    const [now] = namesIn(folder);
    if (now !== undefined && (early ? waited > moment : linesOf(folder, now) > target)) break;
    await wait(2);
  }
  process.child.kill("SIGKILL");
  await process.ended;
  return process.child.signalCode === "SIGKILL";
}

async function stateOf(folder: string): Promise<string> {
  const [name] = namesIn(folder);
  const run = await openRun(name!, { root: join(folder, "runs") });
  const { meta, arrays } = await loadCheckpoint(run);
  const bits = Object.entries(arrays).map(
    ([key, data]) => `${key}:${Buffer.from(data.buffer).toString("base64")}`,
  );
  const metrics = readFileSync(join(run.folder, "metrics.jsonl"), "utf8");
  return JSON.stringify([meta["trainer"], bits.sort(), metrics]);
}

/** After at most so many kills a run goes on undisturbed. */
const mostKills = 16;
let killed = 0;

export const kills: Campaign = {
  name: "kills",
  promise: "a killed run goes on to the same bits",
  short: 1,
  long: 150,
  longestMs: 900_000,
  tally: () => `${killed} kills`,
  async begin(shared) {
    const csv = join(shared, "table.csv");
    writeFileSync(csv, "sequence,score\nAC,1\nGG,0.9\nTT,0.8\n");
    const words = ["train", "--oracle-csv", csv, "--alphabet", "ACGT", "--missing", "0.1", ...settings];
    const whole = start(shared, words);
    await whole.ended;
    if (whole.code() !== 0) throw new Error("the run that nobody kills failed");
    const right = await stateOf(shared);
    return async (random, folder) => {
      const next = (): readonly string[] =>
        namesIn(folder).length > 0 ? ["resume", namesIn(folder)[0]!] : words;
      for (let kill = 1 + random.integer(mostKills); kill > 0; kill--) {
        if (!(await killAt(random, folder, start(folder, next())))) break;
        killed++;
      }
      const last = start(folder, next());
      await last.ended;
      if (last.code() !== 0) return `the last resume ended with ${String(last.code())}`;
      return (await stateOf(folder)) === right ? undefined : "other bits";
    };
  },
};
