/**
 * `windage runs list` and `windage runs show`: what has been trained, and everything about one run. They read
 * run folders and change nothing.
 */

import type { JsonObject } from "../../file/json-document.ts";
import type { BrokenRun, ListedRun, RunOverview } from "../../run/list-runs.ts";
import type { MetricsReading } from "../../run/metrics/metrics-reader.ts";
import { briefly } from "../glossary.ts";
import { defineCommand, type CommandContext } from "../option-table.ts";
import { flatten, flattenEvaluation, leafText } from "../run-text/flatten.ts";
import { conditionText, damageOf, runTable } from "../run-text/run-table.ts";
import { rootOf, runReference, runsOptions } from "../run-text/runs-options.ts";
import { renderFields, type Field } from "../terminal/fields.ts";
import { ago, counted, grouped } from "../../number-words.ts";
import { printableLine } from "../terminal/printable.ts";
import type { TerminalStyle } from "../terminal/style.ts";
import { wrapLines } from "../terminal/wrap.ts";

function listText(
  runs: readonly (ListedRun | BrokenRun)[],
  root: string,
  { style, width }: CommandContext,
): string {
  const place = style.dim(`Runs in ${printableLine(root)}`);
  if (runs.length === 0) return `No runs yet.\n\n${place}`;
  const broken = runs.flatMap((run) =>
    "problem" in run ? [[printableLine(run.id), printableLine(run.problem)] as const] : [],
  );
  const damaged = runs.flatMap((run) =>
    "problem" in run
      ? []
      : damageOf(run).map((text) => [printableLine(run.id), printableLine(text)] as const),
  );
  return [
    runTable(runs, style, width),
    ...(broken.length > 0 ? ["", style.bold("Broken"), renderFields(broken, style, width)] : []),
    ...(damaged.length > 0 ? ["", style.bold("Damaged"), renderFields(damaged, style, width)] : []),
    "",
    ...(runs.some((run) => !("problem" in run) && run.figures.tv !== null)
      ? [style.dim(wrapLines(briefly.runs, width))]
      : []),
    place,
  ].join("\n");
}

function overviewDocument(overview: RunOverview | BrokenRun): object {
  if ("problem" in overview)
    return { id: overview.id, folder: overview.folder, state: "broken", problem: overview.problem };
  const { id, run, condition, status, last } = overview;
  const { task, seed, created, windage } = run.record;
  return { id, folder: run.folder, state: condition, task, seed, created, windage, status, last };
}

export const runsListCommand = defineCommand({
  name: "runs list",
  summary: "List runs, newest first, with what tells them apart and what came of them.",
  description:
    "Lists the run folders, newest first: objective, noise, total variation to the target, regret (KL above the limit) and the mean score of the best samples, as far as they are known. A run is interrupted when it says that it is running but its process is gone. Folders that cannot be understood are listed as broken, with the reason.",
  arguments: {},
  options: runsOptions,
  examples: [
    { line: "windage runs list", explanation: "List the runs in ./runs." },
    { line: "windage runs list --runs /data/runs --json", explanation: "Another folder, for programs." },
  ],
  async run({ runs }, context) {
    const { listRuns } = await import("../../run/list-runs.ts");
    const { runsRoot } = await import("../../run/layout.ts");
    const root = runsRoot(runs);
    const found = await listRuns({ root });
    return {
      document: {
        root,
        runs: found.map((run) =>
          "problem" in run
            ? overviewDocument(run)
            : { ...overviewDocument(run), figures: run.figures, damage: damageOf(run) },
        ),
      },
      text: listText(found, root, context),
    };
  },
});

/** The leaves of a document under a heading; nothing when there are none. */
function block(
  title: string,
  object: JsonObject | null,
  { style, width }: CommandContext,
  leavesOf = flatten,
): string[] {
  const leaves = Array.from(leavesOf(object ?? {}), ([name, value]): Field => [
    printableLine(name),
    leafText(value),
  ]);
  return leaves.length === 0 ? [] : ["", style.bold(title), renderFields(leaves, style, width)];
}

/** The settings that say something about this run: those with a value, which have an effect beside the others. */
async function settingsOf(config: JsonObject): Promise<JsonObject> {
  const { experimentOptions } = await import("../../run/config/run-options.ts");
  const { withoutEffect } = await import("../../settings/effect.ts");
  const idle = withoutEffect(experimentOptions, Object.keys(config), config).map(({ name }) => name);
  // What is learned stands above; with scores of one's own, this is a name nobody typed.
  const told = new Set(["task", ...idle]);
  return Object.fromEntries(
    Object.entries(config).filter(([name, value]) => value !== null && !told.has(name)),
  );
}

function stateText({ condition, status }: RunOverview, style: TerminalStyle): string {
  const process = `process ${status.pid} on ${printableLine(status.host)}`;
  const detail = {
    created: "has not trained yet",
    running: process,
    interrupted: `it was ${process}, which is gone`,
    finished: "",
    stopped: "before its end",
    failed: printableLine(status.error ?? ""),
  }[condition];
  return detail === "" ? conditionText(condition, style) : `${conditionText(condition, style)}: ${detail}`;
}

function metricsText({ rows, skipped, missing, torn }: MetricsReading): string {
  const notes = [
    counted(rows.length, "line"),
    ...(skipped > 0 ? [`${grouped(skipped)} that cannot be used`] : []),
    ...(missing > 0 ? [`${grouped(missing)} missing`] : []),
    ...(torn ? ["the last one is unfinished"] : []),
  ];
  return notes.join(", ");
}

/** Whether nothing of the metrics is damaged or missing. */
function isWhole({ skipped, missing, torn }: MetricsReading): boolean {
  return skipped === 0 && missing === 0 && !torn;
}

export const runsShowCommand = defineCommand({
  name: "runs show",
  summary: "Show one run: configuration, state, last metrics, results.",
  description:
    "Shows what a run was and what came of it; with --all everything its folder says: how the run was asked for, the last line of its metrics and its final evaluation, by the names that documents for programs have.",
  arguments: { run: { kind: "text", valueName: "run", description: runReference } },
  options: {
    all: { kind: "boolean", description: "Every setting and every figure, under the names that --json has." },
    ...runsOptions,
  },
  examples: [
    { line: "windage runs show latest", explanation: "Show the run that was started last." },
    { line: "windage runs show 20261115-2257", explanation: "The beginning of a name is enough." },
    { line: "windage runs show latest --all", explanation: "All settings and figures." },
    { line: "windage runs show latest --json", explanation: "The same for programs." },
  ],
  async run({ run: typed, runs, all }, context) {
    const { openRun } = await import("../../run/open-run.ts");
    const { readMetrics } = await import("../../run/metrics/metrics-reader.ts");
    const { readSummary } = await import("../../run/summary.ts");
    const { checkpointNames } = await import("../../run/checkpoint/checkpoint.ts");
    const { inspectRun } = await import("../../run/list-runs.ts");
    const { isForecast } = await import("../../run/latest-run.ts");
    const { runWord } = await import("../../run/run-words.ts");
    const { runInShort } = await import("../run-text/run-in-short.ts");
    const { goalOf } = await import("../../run/training/run-goal.ts");
    const run = await openRun(typed, rootOf(runs));
    const overview = await inspectRun(run);
    const checkpoints = await checkpointNames(run);
    const metrics = await readMetrics(run);
    const summary = (await readSummary(run)) ?? null;
    const { last } = metrics;
    const { record } = run;
    const { style, width } = context;
    const { iterations } = record.config;
    const goal = typeof iterations === "number" ? await goalOf(run, { iterations }) : undefined;
    const extended: Field[] =
      typeof iterations === "number" && goal?.extended === true
        ? [["made longer", `made for ${iterations} iterations, extended to ${goal.iterations}`]]
        : [];
    // What a forecast was and came to is in its own report; here all of it is shown.
    const whole = all || isForecast(run);
    const facts: Field[] = [
      ["task", printableLine(record.task)],
      ["state", stateText(overview, style)],
      ...(whole
        ? ([
            ["created", `${record.created} by windage ${printableLine(record.windage)}`],
            ["updated", `${overview.status.updated} (${ago(overview.status.updated)})`],
            ["seed", String(record.seed)],
            ...extended,
            ["metrics", metricsText(metrics)],
            ["checkpoints", checkpoints.length === 0 ? "none" : checkpoints.join(", ")],
          ] as const)
        : [
            ["updated", ago(overview.status.updated)] as const,
            ...extended,
            ...runInShort({ config: record.config, last, summary }),
            ...(isWhole(metrics) ? [] : [["metrics", metricsText(metrics)] as const]),
          ]),
      ["folder", printableLine(run.folder)],
    ];
    return {
      document: {
        ...overviewDocument(overview),
        config: record.config,
        iterations: goal?.iterations ?? null,
        last,
        metrics: {
          lines: metrics.rows.length,
          skipped: metrics.skipped,
          missing: metrics.missing,
          torn: metrics.torn,
          problems: metrics.problems,
        },
        checkpoints,
        summary,
      },
      text: [
        style.bold(printableLine(run.id)),
        renderFields(facts, style, width),
        ...(whole
          ? [
              ...block("Configuration", await settingsOf(record.config), context),
              ...block("Last metrics", last, context),
              ...block("Final evaluation", summary, context, flattenEvaluation),
            ]
          : [
              "",
              style.dim(
                `Everything else: "windage runs show ${runWord(run.folder)} --all"; what the words mean: --explain.`,
              ),
            ]),
      ].join("\n"),
    };
  },
});
