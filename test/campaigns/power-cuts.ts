/**
 * The power fails at a random moment of a training or of a design project: what is left is gone on with to the same end,
 * and nothing that was promised before is gone. What was asked of the disk is noted once; each try leaves another part of
 * it, as `disk-after-cut.ts` says.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { smallConfig, smallRun } from "../../src/run/config/small-run.fixture.ts";
import type { Generator } from "../../src/random/generator.ts";
import { loadCheckpoint } from "../../src/run/checkpoint/checkpoint.ts";
import { openRun } from "../../src/run/open-run.ts";
import { readMetrics } from "../../src/run/metrics/metrics-reader.ts";
import { readSummary } from "../../src/run/summary.ts";
import type { Run } from "../../src/run/layout.ts";
import { holdProject } from "../../src/run/project/hold-project.ts";
import { openProject } from "../../src/run/project/project.ts";
import { tellProject } from "../../src/run/project/tell-project.ts";
import { makeSmallProject } from "../../src/run/project/project.fixture.ts";
import { trainRun } from "../../src/run/training/train-run.ts";
import { outcomeOf, type Campaign, type Try } from "./campaign.ts";
import { diskAfterCut } from "./disk-after-cut.ts";
import { recordDisk, type DiskRecord } from "./disk-recorder.ts";
import { filesBelow } from "./file-damage.ts";

const every = 2;
const program = `import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  const { id, sequence } = JSON.parse(line);
  console.log(JSON.stringify({ id, score: sequence.split("A").length / 9 }));
}`;

/** Words that a run says in the end, apart from the time it took. */
async function wordsOf(run: Run): Promise<string> {
  const { rows } = await readMetrics(run);
  const summary = { ...(await readSummary(run)), seconds: 0 };
  return JSON.stringify({ rows, summary });
}

function scoresOf(run: Run): readonly string[] {
  const path = join(run.folder, "scores.jsonl");
  return existsSync(path) ? readFileSync(path, "utf8").split("\n").slice(1, -1) : [];
}

async function projectWords(folder: string): Promise<string> {
  const { assays, orders } = await openProject(folder);
  return JSON.stringify({ measured: assays.map(({ measurements }) => measurements), orders });
}

/** After a power cut the holder of a lock is gone. Here it is this very process, so that its lock has to be taken away. */
function startAnew(folder: string): void {
  for (const path of filesBelow(folder)) if (path.includes("lock.json")) rmSync(path);
}

/** What was promised before an event. */
function promised({ events }: DiskRecord, count: number): readonly string[] {
  return events.slice(0, count).flatMap((event) => (event.kind === "mark" ? [event.mark] : []));
}

/** Trains once with every request noted; the result tries what a cut leaves of it. */
async function trainingCuts(shared: string): Promise<Try> {
  const disk = join(shared, "disk");
  mkdirSync(disk);
  writeFileSync(join(shared, "score.mjs"), program);
  const config = smallConfig({
    oracleCommand: [process.execPath, "score.mjs"],
    folder: shared,
    minLength: 8,
    maxLength: 8,
    missing: "error",
    dynamics: "known",
    iterations: 6,
    checkpointEvery: every,
    onPolicy: 4,
    samples: 8,
  });
  let whole: Run | undefined;
  const record = await recordDisk(disk, async (mark) => {
    whole = await smallRun(join(disk, "runs"), config);
    mark("created");
    const onProgress = ({ iteration }: { readonly iteration: number }): void =>
      mark(String(Math.floor((iteration - 1) / every) * every));
    await trainRun(whole, { onProgress });
    mark("finished");
  });
  const run = whole!;
  const right = await wordsOf(run);
  const paid = scoresOf(run);
  return async (random, folder) => {
    const { count, marks } = cut(record, random, folder);
    const left = await outcomeOf(() => openRun(run.id, { root: join(folder, "runs") }));
    if ("error" in left) {
      return marks.includes("created") ? `after ${count} requests: ${left.error.message}` : undefined;
    }
    const here = left.value;
    const kept = Math.max(0, ...marks.map(Number).filter((number) => !Number.isNaN(number)));
    if (marks.length > 1) {
      const { meta } = await loadCheckpoint(here);
      const { iteration } = meta["trainer"] as { readonly iteration: number };
      if (iteration < kept) return `after ${count} requests: back at ${iteration}, though ${kept} was kept`;
    }
    if (marks.includes("finished") && scoresOf(here).join() !== paid.join())
      return `after ${count} requests: scores of a finished run are gone`;
    await trainRun(here, { resume: true, onProgress: () => undefined });
    return (await wordsOf(here)) === right ? undefined : `after ${count} requests: another end`;
  };
}

/** Makes a project and tells it results with every request noted; the result tries what a cut leaves of it. */
async function projectCuts(shared: string): Promise<Try> {
  const disk = join(shared, "projects");
  mkdirSync(disk);
  const [plate, results] = [join(disk, "plate"), join(disk, "plate-results.csv")];
  const tell = (folder: string): Promise<unknown> =>
    holdProject(folder, (held) => tellProject(held, results, {}));
  const states: string[] = [];
  const record = await recordDisk(disk, async (mark) => {
    await makeSmallProject(plate);
    mark("made");
    states.push(await projectWords(plate));
    await tell(plate);
    mark("told");
    states.push(await projectWords(plate));
  });
  return async (random, folder) => {
    const { count, marks } = cut(record, random, folder);
    const here = join(folder, "plate");
    const seen = async (): Promise<number> => states.indexOf(await projectWords(here));
    if (marks.length === 0) {
      const made = await outcomeOf(() => makeSmallProject(here));
      if ("error" in made && made.error.code !== "design/project-exists")
        return `after ${count} requests: ${made.error.message}`;
    }
    const state = await seen();
    if (state < Math.max(0, marks.length - 1)) return `after ${count} requests: what was told is gone`;
    const told = await outcomeOf(() => tell(here));
    if ("error" in told) return `after ${count} requests: ${told.error.message}`;
    return (await seen()) === 1 ? undefined : `after ${count} requests: told into other content`;
  };
}

function cut(
  record: DiskRecord,
  random: Generator,
  folder: string,
): { readonly count: number; readonly marks: readonly string[] } {
  const count = random.integer(record.events.length + 1);
  diskAfterCut(record.events, count, random, folder);
  startAnew(folder);
  return { count, marks: promised(record, count) };
}

export const powerCuts: Campaign = {
  name: "power-cuts",
  promise: "what was flushed is there after a power cut, and the rest is made again",
  short: 30,
  long: 3_000,
  async begin(shared): Promise<Try> {
    const [training, project] = [await trainingCuts(shared), await projectCuts(shared)];
    return (random, folder) => (random.integer(2) === 0 ? training : project)(random, folder);
  },
};
