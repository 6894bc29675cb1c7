/** The account of a forecast. */
import type { JsonObject } from "../../file/json-document.ts";
import { counted, short } from "../../number-words.ts";
import { shellWord } from "../../shell-word.ts";
import { inspectRun } from "../../run/list-runs.ts";
import type { Run } from "../../run/layout.ts";
import { readPortrait } from "../../run/portrait/portrait.ts";
import { readResult } from "../../run/reading/read-result.ts";
import type { Account, AccountTable, Picture } from "./account.ts";
import { picture } from "./training-pictures.ts";
import { versionsOf } from "./versions.ts";

const shownModels = 30;

/** Reads a finished forecast from its folder. */
export async function forecastAccount(run: Run): Promise<Account> {
  const { config } = run.record;
  const { condition } = await inspectRun(run);
  const result = await readResult(run);
  const portrait = (await readPortrait(run)) ?? {};
  const forecast = result?.kind === "forecast" ? result : undefined;
  const pool = forecast?.models.get("Pool");
  const target = portrait.fan?.subject ?? run.record.task;
  const kinds = ["conditional-fan", "fan", "weights", "backtests", "calibration", "pit"] as const;
  const pictures = kinds.flatMap((kind): Picture[] => {
    const data = portrait[kind];
    return data === undefined ? [] : [picture(kind, data as never)];
  });
  const best = forecast?.best ?? null;
  const covered = pool?.get("coverage80");
  return {
    kind: "forecast",
    folder: run.folder,
    title: `Windage forecast ${run.id}`,
    headline: `${target[0]?.toUpperCase() ?? ""}${target.slice(1)}: forecast of ${counted(forecast?.series ?? 1, "series")}.`,
    words: [
      ...(covered === undefined
        ? ["There were no backtests, so intervals rest on how the series varied."]
        : [`In backtests ${short(100 * covered)} of 100 values lay in the 80 % intervals of the pool.`]),
      ...(best === null ? [] : [`The model with the smallest error in backtests was ${best}.`]),
    ],
    warnings: [
      ...(condition === "finished" ? [] : [`This forecast is ${condition}.`]),
      ...(pictures.length === 0
        ? [
            "There are no figures: this forecast has not ended, or was made by a version that kept nothing to draw them from.",
          ]
        : []),
    ],
    tables: forecast === undefined ? [] : tablesOf(forecast.models),
    pictures,
    settings: Object.entries(config)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
    command: commandOf(config),
    versions: await versionsOf(run),
  };
}

function tablesOf(models: ReadonlyMap<string, ReadonlyMap<string, number>>): AccountTable[] {
  if (models.size === 0) return [];
  const columns = ["mase", "smape", "crps", "coverage80", "coverage95"];
  const rows = [...models]
    .sort(([, a], [, b]) => (a.get("crps") ?? Infinity) - (b.get("crps") ?? Infinity) || 0)
    .slice(0, shownModels)
    .map(([name, scores]) =>
      [name].concat(
        columns.map((column) => {
          const score = scores.get(column);
          if (score === undefined) return "–";
          return column.startsWith("coverage") ? `${short(100 * score)} %` : short(score);
        }),
      ),
    );
  return [
    {
      title: "Models in the backtests",
      columns: [
        { name: "model" },
        ...["MASE", "sMAPE", "CRPS", "80 % held", "95 % held"].map((name) => ({ name, isNumber: true })),
      ],
      rows,
      note: "MASE, sMAPE and CRPS: lower is better. Held: how many values lay in the interval.",
    },
  ];
}

/** The line for the same forecast, as far as the record has it; the file is known by its name alone. */
function commandOf(config: JsonObject): string | null {
  const { file, horizon, target, seed, windows, known, past } = config;
  if (typeof file !== "string") return null;
  const list = (value: unknown): string | null =>
    Array.isArray(value) && value.length > 0 ? value.map(String).join(",") : null;
  const flags: readonly (readonly [string, unknown])[] = [
    ["--target", target],
    ["--horizon", horizon],
    ["--windows", windows],
    ["--known", list(known)],
    ["--past", list(past)],
    ["--seed", seed === 0 ? null : seed],
  ];
  const words = flags.flatMap(([flag, value]) =>
    typeof value === "string" || typeof value === "number" ? [flag, shellWord(String(value))] : [],
  );
  const given = [
    ...(config["calendar"] === true ? ["--calendar"] : []),
    ...(config["gflownet"] === undefined || config["gflownet"] === false ? [] : ["--gflownet"]),
    ...(config["perSeries"] === true ? ["--per-series"] : []),
  ];
  return ["windage forecast", shellWord(file), ...words, ...given].join(" ");
}
