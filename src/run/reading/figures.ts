/** The figures by which runs of one task are compared, out of what a run has written. */
import type { JsonObject, JsonValue } from "../../file/json-document.ts";
import type { Run } from "../layout.ts";
import type { MetricRow } from "../metrics/metrics-writer.ts";

/** Null where they are not known. */
export interface RunFigures {
  readonly objective: string | null;
  readonly alpha: number | null;
  readonly tv: number | null;
  readonly regret: number | null;
  /** Mean score of the best samples. */
  readonly top: number | null;
}

/** Reads the figures; whatever is not there, or not as expected, is null. */
export function figuresOf(
  { run, last }: { readonly run: Pick<Run, "record">; readonly last: MetricRow | null },
  summary: JsonObject | null,
): RunFigures {
  const { objective, alpha } = run.record.config;
  return {
    objective: typeof objective === "string" ? objective : null,
    alpha: asNumber(alpha),
    tv: asNumber(inside(summary, "exact", "tv")) ?? asNumber(last?.["tv"]),
    regret: asNumber(inside(summary, "regret", "klReverse")) ?? asNumber(last?.["regret"]),
    top: asNumber(inside(summary, "top", "mean")),
  };
}

/** A field of an object inside of a document, where there is one. */
export function inside(object: JsonObject | null, field: string, name: string): JsonValue | undefined {
  const part = object?.[field];
  return typeof part === "object" && part !== null && !Array.isArray(part)
    ? (part as JsonObject)[name]
    : undefined;
}

/** A number that is one; JSON has no others, and anyone may have edited it. */
export function asNumber(value: JsonValue | undefined): number | null {
  return typeof value === "number" ? value : null;
}
