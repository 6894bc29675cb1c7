/** The account of a training run. */
import { isObject, type JsonObject, type JsonValue } from "../../file/json-document.ts";
import { grouped, short } from "../../number-words.ts";
import { byPath, withoutEffect } from "../../settings/effect.ts";
import {
  defaultAmong,
  defaultOf,
  flagOf,
  type Settings,
  type SpecTable,
  type ValueSpec,
} from "../../settings/value-spec.ts";
import { shellWord } from "../../shell-word.ts";
import { experimentOptions } from "../../run/config/run-options.ts";
import { inspectRun } from "../../run/list-runs.ts";
import { runFiles, type Run } from "../../run/layout.ts";
import { readMetrics } from "../../run/metrics/metrics-reader.ts";
import { readPortrait } from "../../run/portrait/portrait.ts";
import { asNumber, inside } from "../../run/reading/figures.ts";
import { readResult } from "../../run/reading/read-result.ts";
import { versionsOf } from "./versions.ts";
import type { Account, AccountTable } from "./account.ts";
import { distanceOf, trainingPictures } from "./training-pictures.ts";

/** Reads a training run; nothing is opened but its folder, and nobody asked for a score. */
export async function trainingAccount(run: Run): Promise<Account> {
  const { record } = run;
  const { condition, status } = await inspectRun(run);
  const metrics = await readMetrics(run);
  const result = await readResult(run);
  const summary = result?.document ?? null;
  const portrait = await readPortrait(run);
  const { alpha } = record.config;
  const noise = typeof alpha === "number" && alpha > 0 ? `, noise α = ${alpha}` : "";
  const subject = `${record.task}${noise}`;
  return {
    kind: "run",
    folder: run.folder,
    title: `Windage run ${run.id}`,
    headline: headlineOf(summary, condition),
    words: wordsOf(summary),
    warnings: [
      ...(condition === "finished"
        ? []
        : [`This run is ${condition}${status.error === null ? "" : `: ${status.error}`}.`]),
      ...metrics.problems.map(({ line, problem }) => `${runFiles.metrics}, line ${line}: ${problem}`),
      ...cautions(summary),
      ...(summary !== null && portrait === undefined
        ? [
            `Some figures are missing, because this run was evaluated by a version that kept nothing to draw them from (${runFiles.portrait}).`,
          ]
        : []),
    ],
    tables: tablesOf(summary),
    pictures: trainingPictures({ subject, summary, rows: metrics.rows, portrait: portrait ?? {} }),
    settings: settingsOf(record.config),
    command: commandOf(record.task, record.config),
    versions: await versionsOf(run),
  };
}

function headlineOf(summary: JsonObject | null, condition: string): string {
  if (summary === null) return `Not evaluated yet: the run is ${condition}.`;
  const { tv } = distanceOf(summary);
  const best = asNumber(inside(summary, "limit", "tv"));
  if (tv === null) {
    const mean = asNumber(inside(summary, "top", "mean"));
    return mean === null
      ? "How far the sampler is from its target cannot be known exactly here."
      : `The best distinct samples score ${short(mean)} on average.`;
  }
  const misplaced = `Of 100 samples, ${of100(tv)} are not where the target would have them`;
  return best === null
    ? `${misplaced}.`
    : `${misplaced}; the policy with the least divergence misplaces ${of100(best)}.`;
}

/** Whole samples where they are many, tenths where they are few. */
function of100(tv: number): string {
  const count = 100 * tv;
  if (count < 0.005) return "none";
  return count >= 9.95 ? String(Math.round(count)) : String(Number(count.toPrecision(2)));
}

function number(summary: JsonObject | null, field: string, name: string): number | null {
  return asNumber(inside(summary, field, name));
}

function wordsOf(summary: JsonObject | null): string[] {
  const [found, total] = [number(summary, "modes", "found"), number(summary, "modes", "total")];
  const inTraining = asNumber(inside(summary, "modes", "inTraining"));
  const calls = asNumber(summary?.["oracleCalls"]);
  const [steps, seconds] = [asNumber(summary?.["steps"]), asNumber(summary?.["seconds"])];
  const regret = asNumber(inside(summary, "regret", "klReverse"));
  return [
    ...(regret === null
      ? []
      : [
          `Left to gain is ${short(regret)} nats of KL(sampler ‖ target); no policy can gain more in this noise.`,
        ]),
    ...(found === null || total === null
      ? []
      : [
          `Fresh samples contain ${grouped(found)} of ${grouped(total)} modes (good objects that differ)${inTraining === null ? "" : `, training met ${grouped(inTraining)}`}.`,
        ]),
    ...(calls === null || steps === null || seconds === null
      ? []
      : [`${grouped(steps)} iterations asked for ${grouped(calls)} scores in ${short(seconds)} s.`]),
  ];
}

function cautions(summary: JsonObject | null): string[] {
  const learning = summary?.["learning"];
  return [
    ...(isObject(learning) && learning["better"] === false
      ? [
          "The sampler makes no better objects than chance does: it has not learned yet, or its scores have nothing to learn.",
        ]
      : []),
    ...(isObject(summary?.["ranAway"]) ? ["Training ran away: distances grew instead of shrinking."] : []),
  ];
}

function tablesOf(summary: JsonObject | null): AccountTable[] {
  const best = inside(summary, "top", "sequences");
  const rows = (Array.isArray(best) ? best : []).filter(isObject).map((one) => {
    const { sequence, score, condition } = one;
    return [
      typeof sequence === "string" ? sequence : "",
      typeof score === "number" ? score.toPrecision(4) : "",
    ].concat(typeof condition === "string" ? condition : []);
  });
  if (rows.length === 0) return [];
  const mean = asNumber(inside(summary, "top", "mean"));
  const [k, diversity] = [number(summary, "top", "k"), number(summary, "top", "diversity")];
  return [
    {
      title: "Best of the samples",
      columns: [
        { name: "object" },
        { name: "score", isNumber: true },
        ...(rows.some((row) => row.length > 2) ? [{ name: "condition" }] : []),
      ],
      rows,
      ...(mean === null || k === null || diversity === null
        ? {}
        : {
            note: `The best ${k} score ${short(mean)} on average and differ from each other in ${short(diversity)} letters.`,
          }),
    },
  ];
}

/** The settings that say something about this run. */
function settingsOf(config: JsonObject): (readonly [string, string])[] {
  const idle = new Set(withoutEffect(experimentOptions, Object.keys(config), config).map(({ name }) => name));
  return Object.entries(config)
    .filter(([name, value]) => value !== null && !idle.has(name))
    .map(([name, value]) => [name, plainText(value)]);
}

/** What to type for the same run: the settings that are not as they would be anyway. */
function commandOf(task: string, config: JsonObject): string {
  const specs: SpecTable = experimentOptions;
  const all = byPath(experimentOptions, { ...config });
  const idle = new Set(withoutEffect(specs, Object.keys(config), config).map(({ name }) => name));
  const flags = Object.entries(specs).flatMap(([name, spec]) => {
    const value = config[name];
    if (value === undefined || value === null || value === false || idle.has(name)) return [];
    const usual = usually(spec, all);
    if (JSON.stringify(usual) === JSON.stringify(value)) return [];
    return flagWords(flagOf(name), spec.kind, value);
  });
  const named = typeof config["task"] === "string" ? config["task"] : task;
  return ["windage train", shellWord(named), ...flags].join(" ");
}

/** What a setting would be beside the others, had nobody said anything. */
function usually(spec: ValueSpec, all: Settings): unknown {
  if (spec.kind === "integer" || spec.kind === "number") return defaultAmong(spec, all);
  return defaultOf(spec);
}

function plainText(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function flagWords(flag: string, kind: string, value: JsonValue): string[] {
  if (value === true) return [flag];
  if (kind === "words") return [flag, shellWord(JSON.stringify(value))];
  if (!Array.isArray(value)) return [flag, shellWord(plainText(value))];
  if (kind === "texts") return value.flatMap((one: JsonValue) => [flag, shellWord(plainText(one))]);
  return [flag, shellWord(value.map((one: JsonValue) => plainText(one)).join(","))];
}
