/** `windage runs diff`: what two runs were asked to do differently, and what came of it side by side. */

import type { JsonObject } from "../../file/json-document.ts";
import type { Run } from "../../run/layout.ts";
import { defineCommand, type CommandContext } from "../option-table.ts";
import { flatten, flattenEvaluation, leafText, type LeafValue } from "../run-text/flatten.ts";
import { rootOf, runReference, runsOptions } from "../run-text/runs-options.ts";
import { short } from "../../number-words.ts";
import { clip, printableLine } from "../terminal/printable.ts";
import { renderTable } from "../terminal/table.ts";

/** Characters of a value where nothing else bounds a line, as in a file. */
const longestCell = 60;

/** One name with its value in both runs; null where a run does not have it. */
interface Pair {
  readonly name: string;
  readonly a: LeafValue;
  readonly b: LeafValue;
}

function pairs(a: JsonObject, b: JsonObject, leavesOf = flatten): Pair[] {
  const [left, right] = [leavesOf(a), leavesOf(b)];
  return [...new Set([...left.keys(), ...right.keys()])].map((name) => ({
    name,
    a: left.get(name) ?? null,
    b: right.get(name) ?? null,
  }));
}

function differs({ a, b }: Pair): boolean {
  return JSON.stringify(a) !== JSON.stringify(b);
}

function difference({ a, b }: Pair): string {
  if (typeof a !== "number" || typeof b !== "number" || a === b) return "";
  return `${b > a ? "+" : ""}${short(b - a)}`;
}

/** The columns for names and for each value: names may take what differences and short values leave. */
function roomsOf(
  title: string,
  rows: readonly Pair[],
  width: number,
): { readonly nameRoom: number; readonly cellRoom: number } {
  const gaps = 6;
  const differences = Math.max(5, ...rows.map((pair) => difference(pair).length));
  const names = Math.max(title.length, ...rows.map(({ name }) => name.length));
  const nameRoom = Math.max(8, Math.min(names, Math.floor(width / 2), width - gaps - differences - 16));
  return { nameRoom, cellRoom: Math.max(8, Math.floor((width - gaps - differences - nameRoom) / 2)) };
}

function block(title: string, rows: readonly Pair[], empty: string, context: CommandContext): string[] {
  const { style, width } = context;
  if (rows.length === 0) return ["", style.bold(title), empty];
  const { nameRoom, cellRoom } =
    width === undefined ? { nameRoom: undefined, cellRoom: longestCell } : roomsOf(title, rows, width);
  return [
    "",
    renderTable(
      [
        { header: title, align: "left" },
        { header: "a", align: "right" },
        { header: "b", align: "right" },
        { header: "b − a", align: "right" },
      ],
      rows.map((pair) => [
        clip(printableLine(pair.name), nameRoom),
        clip(leafText(pair.a), cellRoom),
        clip(leafText(pair.b), cellRoom),
        difference(pair),
      ]),
      style.bold,
      width,
    ),
  ];
}

/** What a run was asked for, beside its configuration. */
function asked({ record }: Run): JsonObject {
  return { task: record.task, seed: record.seed, windage: record.windage, ...record.config };
}

export const runsDiffCommand = defineCommand({
  name: "runs diff",
  summary: "Compare two runs: settings that differ, final figures side by side.",
  description:
    "Prints the settings in which two runs differ, and their last metrics and final evaluations side by side with the difference.",
  arguments: {
    a: { kind: "text", valueName: "run", description: runReference },
    b: { kind: "text", valueName: "run", description: "The other one." },
  },
  options: runsOptions,
  examples: [
    { line: "windage runs diff 20261115-2257 latest", explanation: "Compare an older run with the last." },
    {
      line: "windage runs diff ./runs/one ./elsewhere/two --json",
      explanation: "Two folders, for programs.",
    },
  ],
  async run({ a: typedA, b: typedB, runs }, context) {
    const { openRun } = await import("../../run/open-run.ts");
    const { metricsDamage, readMetrics } = await import("../../run/metrics/metrics-reader.ts");
    const { readSummary } = await import("../../run/summary.ts");
    const [a, b] = [await openRun(typedA, rootOf(runs)), await openRun(typedB, rootOf(runs))];
    const config = pairs(asked(a), asked(b)).filter((pair) => differs(pair));
    const [toldA, toldB] = [await readMetrics(a), await readMetrics(b)];
    const metrics = pairs(toldA.last ?? {}, toldB.last ?? {});
    const warnings = [
      ...metricsDamage(toldA).map((text) => `${a.id}: ${text}`),
      ...metricsDamage(toldB).map((text) => `${b.id}: ${text}`),
    ];
    for (const text of warnings) context.progress(`Warning: ${printableLine(text)}`);
    const [summaryA, summaryB] = [(await readSummary(a)) ?? {}, (await readSummary(b)) ?? {}];
    const summary = pairs(summaryA, summaryB);
    const evaluation = pairs(summaryA, summaryB, flattenEvaluation);
    return {
      document: {
        a: { id: a.id, folder: a.folder },
        b: { id: b.id, folder: b.folder },
        warnings,
        config,
        metrics,
        summary,
      },
      text: [
        `a  ${printableLine(a.id)}`,
        `b  ${printableLine(b.id)}`,
        ...block("settings that differ", config, "None: both were asked for the same.", context),
        ...block("last metrics", metrics, "Neither run has any.", context),
        ...block("final evaluation", evaluation, "Neither run has one.", context),
      ].join("\n"),
    };
  },
});
