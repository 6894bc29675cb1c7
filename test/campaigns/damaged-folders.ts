/**
 * Run folders damaged by accident or on purpose: every command gives what the undamaged run gives, or says what is wrong.
 * It never gives other figures without a word, never throws anything but our errors, and never touches what lies outside.
 */
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listRuns } from "../../src/run/list-runs.ts";
import type { MetricRow } from "../../src/run/metrics/metrics-writer.ts";
import { openRun } from "../../src/run/open-run.ts";
import { readMetrics } from "../../src/run/metrics/metrics-reader.ts";
import { readSummary } from "../../src/run/summary.ts";
import type { Run } from "../../src/run/layout.ts";
import { importRun } from "../../src/run/import-run.ts";
import { evaluateTrained } from "../../src/run/training/trained-run.ts";
import { trainRun } from "../../src/run/training/train-run.ts";
import type { Generator } from "../../src/random/generator.ts";
import { outcomeOf, type Campaign, type Try } from "./campaign.ts";
import { damage, filesBelow } from "./file-damage.ts";
import { forecastSmallRun, predictSmallRun } from "./small-forecast.ts";
import { trainSmallRun } from "./small-run.ts";

const treasure = "what the user owns";

/** The figures of a report that do not depend on the clock. */
function figuresOf(report: object): string {
  return JSON.stringify({ ...report, seconds: 0 });
}

/** Half of all strangers put a link to the user's own file somewhere. */
function plantLink(random: Generator, folder: string, target: string): string {
  const names = ["scores.jsonl", "metrics.jsonl", "signature", "lock.json", "summary.json", "status.json"];
  const name = names[random.integer(names.length)]!;
  const file = join(folder, name);
  try {
    symlinkSync(target, file);
    return ` and a link: ${name}`;
  } catch {
    return "";
  }
}

/** What kind of run lies in the folder: how one is made, what it says, and what a user would do with it. */
interface Kind {
  make(folder: string): Promise<Run>;
  figures(run: Run): Promise<string>;
  use(random: Generator, run: Run, right: string): Promise<string | undefined>;
}

function campaign(name: string, kind: Kind, hostile: boolean, short: number, long: number): Campaign {
  return {
    name,
    promise: hostile
      ? "a foreign folder is used or refused, and nothing outside it is opened"
      : "a damaged folder gives the right figures or says what is damaged",
    short,
    long,
    // Most of a try is waiting for files.
    atOnce: 4,
    async begin(shared): Promise<Try> {
      const original = await kind.make(shared);
      const right = await kind.figures(original);
      const said = await wordsOf(original);
      return async (random, folder) => {
        const runs = join(folder, "runs");
        cpSync(original.folder, join(runs, original.id), { recursive: true });
        const outside = join(folder, "treasure.txt");
        writeFileSync(outside, treasure);
        const here = join(runs, original.id);
        let how = hostile && random.integer(2) === 0 ? plantLink(random, here, outside) : "";
        for (let i = random.integer(hostile ? 3 : 2); i >= 0 && filesBelow(here).length > 0; i--) {
          how = `${damage(random, here, hostile)}; ${how}`;
        }
        const problem = await use(kind, random, runs, original.id, { right, said, hostile });
        if (problem !== undefined) return `${how}: ${problem}`;
        const strays = filesBelow(folder).filter((file) => !file.startsWith(runs) && file !== outside);
        if (readFileSync(outside, "utf8") !== treasure) return `${how}: a file outside was written`;
        return strays.length === 0 ? undefined : `${how}: made ${strays.join(", ")}`;
      };
    },
  };
}

/** What a run says of itself: its lines of metrics and its summary. */
interface Words {
  readonly metrics: readonly MetricRow[];
  readonly summary: string;
}

async function wordsOf(run: Run): Promise<Words> {
  const metrics = await outcomeOf(() => readMetrics(run));
  const summary = await outcomeOf(() => readSummary(run));
  return {
    metrics: "value" in metrics ? metrics.value.rows : [],
    summary: JSON.stringify(("value" in summary && summary.value) || null),
  };
}

/** Does with a folder what a user would do. */
async function use(
  kind: Kind,
  random: Generator,
  runs: string,
  id: string,
  { right, said, hostile }: { readonly right: string; readonly said: Words; readonly hostile: boolean },
): Promise<string | undefined> {
  await listRuns({ root: runs });
  const opened = await outcomeOf(() => openRun(id, { root: runs }));
  if ("error" in opened) return undefined;
  const run = opened.value;
  const read = await outcomeOf(() => wordsOf(run));
  // A stranger can write any figures; an accident must not make other ones of ours.
  if ("value" in read && !hostile) {
    const { metrics, summary } = read.value;
    // Where the name of the check is what is damaged, the figures are not: they are all there, beside an odd field.
    const isOurs = (row: MetricRow): boolean =>
      said.metrics.some((right) =>
        Object.entries(right).every(([name, value]) => JSON.stringify(row[name]) === JSON.stringify(value)),
      );
    if (!metrics.every(isOurs)) return "other metrics without a word";
    if (summary !== "null" && summary !== said.summary) return "another summary without a word";
  }
  await outcomeOf(() => importRun(run.folder, { root: `${runs}-imported` }));
  return kind.use(random, run, right);
}

const trained: Kind = {
  make: trainSmallRun,
  figures: async (run) => figuresOf(await evaluateTrained(run)),
  async use(random, run, right) {
    const warnings: string[] = [];
    const onWarning = (text: string): number => warnings.push(text);
    if (random.integer(2) === 0) {
      const evaluated = await outcomeOf(() => evaluateTrained(run, { onWarning }));
      if ("error" in evaluated || warnings.length > 0) return undefined;
      return figuresOf(evaluated.value) === right ? undefined : "other figures without a word";
    }
    const resumed = await outcomeOf(() =>
      trainRun(run, { onProgress: () => undefined, onWarning, resume: true }),
    );
    if ("error" in resumed || !resumed.value.finished) return undefined;
    return figuresOf(resumed.value.report) === right ? undefined : "resumed to other figures";
  },
};

const forecast: Kind = {
  make: forecastSmallRun,
  figures: predictSmallRun,
  async use(_random, run, right) {
    const predicted = await outcomeOf(() => predictSmallRun(run));
    if ("error" in predicted) return undefined;
    return predicted.value === right ? undefined : "other figures without a word";
  },
};

export const damagedFolders = campaign("damaged-folders", trained, false, 12, 5_000);
export const hostileFolders = campaign("hostile-folders", trained, true, 12, 5_000);
export const damagedForecasts = campaign("damaged-forecasts", forecast, false, 12, 2_000);
export const hostileForecasts = campaign("hostile-forecasts", forecast, true, 12, 2_000);
