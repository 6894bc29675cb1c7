/**
 * What became of a run, as types: the figures of a trained sampler, or the scores of a forecast. The whole evaluation is
 * beside them as the document that it is, since what it holds belongs to whoever evaluated; anyone may have edited it, so
 * a figure that is not there or is no number is null.
 */
import { isObject, type JsonObject, type JsonValue } from "../../file/json-document.ts";
import { isForecast } from "../latest-run.ts";
import type { Run } from "../layout.ts";
import { readSummary } from "../summary.ts";
import { asNumber, inside } from "./figures.ts";

/** An object that a sampler made, with its score. */
export interface ScoredObject {
  readonly sequence: string;
  readonly score: number;
}

/** What a sampler came to. */
export interface SamplerResult {
  readonly kind: "sampler";
  /** Distances of its law to the target, where it is known. */
  readonly exact: { readonly tv: number | null; readonly klReverse: number | null };
  /** The least that any policy can reach. */
  readonly limit: { readonly tv: number | null; readonly klReverse: number | null };
  readonly modes: { readonly found: number | null; readonly total: number | null };
  readonly top: {
    readonly mean: number | null;
    readonly diversity: number | null;
    /** The best few. */
    readonly sequences: readonly ScoredObject[];
  };
  readonly samples: number | null;
  readonly oracleCalls: number | null;
  readonly iterations: number | null;
  readonly seconds: number | null;
  readonly document: JsonObject;
}

/** What a forecast came to. */
export interface ForecastSummary {
  readonly kind: "forecast";
  readonly frequency: string | null;
  readonly horizon: number | null;
  readonly series: number | null;
  /** The model that was best in the backtests. */
  readonly best: string | null;
  /** Scores of each model in the backtests, by their names. */
  readonly models: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly document: JsonObject;
}

/** What a run came to, as types: the report of a sampler, or the scores of a forecast. */
export type RunResult = SamplerResult | ForecastSummary;

/** What became of a run; undefined where it has not come to its end. */
export async function readResult(run: Run): Promise<RunResult | undefined> {
  const document = await readSummary(run);
  if (document === undefined) return undefined;
  return isForecast(run) ? forecastResult(document) : samplerResult(document);
}

function samplerResult(document: JsonObject): SamplerResult {
  const number = (field: string, name: string): number | null => asNumber(inside(document, field, name));
  const best = inside(document, "top", "sequences");
  return {
    kind: "sampler",
    exact: { tv: number("exact", "tv"), klReverse: number("exact", "klReverse") },
    limit: { tv: number("limit", "tv"), klReverse: number("limit", "klReverse") },
    modes: { found: number("modes", "found"), total: number("modes", "total") },
    top: {
      mean: number("top", "mean"),
      diversity: number("top", "diversity"),
      sequences: Array.isArray(best) ? best.flatMap((entry: JsonValue) => scoredIn(entry)) : [],
    },
    samples: asNumber(document["samples"]),
    oracleCalls: asNumber(document["oracleCalls"]),
    iterations: asNumber(document["steps"]),
    seconds: asNumber(document["seconds"]),
    document,
  };
}

function scoredIn(entry: JsonValue): readonly ScoredObject[] {
  if (!isObject(entry)) return [];
  const { sequence, score } = entry;
  return typeof sequence === "string" && typeof score === "number" ? [{ sequence, score }] : [];
}

function forecastResult(document: JsonObject): ForecastSummary {
  const { frequency, horizon, series, best, models } = document;
  return {
    kind: "forecast",
    frequency: typeof frequency === "string" ? frequency : null,
    horizon: asNumber(horizon),
    series: asNumber(series),
    best: typeof best === "string" ? best : null,
    models: new Map(
      Object.entries(isObject(models) ? models : {}).map(([name, scores]) => [name, numbersIn(scores)]),
    ),
    document,
  };
}

function numbersIn(value: JsonValue): ReadonlyMap<string, number> {
  return new Map(
    Object.entries(isObject(value) ? value : {}).flatMap(([name, score]) =>
      typeof score === "number" ? [[name, score] as const] : [],
    ),
  );
}
