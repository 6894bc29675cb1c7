/** Reads the result of a job from a file that may be torn, edited or from elsewhere; anything odd makes it unusable. */
import { Fields, broken, isObject, parseObject } from "../json-document.ts";
import type { JsonObject, JsonValue } from "../json-document.ts";
import type { CurvePoint, JobKey, JobResult, MetricName, Metrics } from "./job-result.ts";
import { metricNames } from "./metrics.ts";

/** The result in a job's file, or an error that says what is wrong with it. */
export function readJobResult(where: string, text: string, key: JobKey, plan: string): JobResult {
  const document = parseObject(text, where);
  if (document["format"] !== "windage-job" || document["version"] !== 1) {
    throw broken(where, "it is not the result of a job");
  }
  if (document["plan"] !== plan) throw broken(where, "it belongs to another plan");
  const result = new Fields(document, where).object("result");
  for (const name of ["method", "alpha", "seed"] as const) {
    if (result[name] !== key[name]) throw broken(where, `its ${name} is not ${JSON.stringify(key[name])}`);
  }
  const fields = new Fields(result, where);
  const curve = result["curve"];
  if (!Array.isArray(curve)) throw broken(where, '"curve" is not a list');
  return {
    ...key,
    metrics: metricsIn(where, result["metrics"]) as Metrics,
    limit: metricsIn(where, result["limit"]),
    curve: curve.map((point: JsonValue) => pointIn(where, point)),
    oracleCalls: fields.count("oracleCalls"),
    environmentSteps: fields.count("environmentSteps"),
    iterations: fields.count("iterations"),
    seconds: numberIn(where, result, "seconds"),
  };
}

function pointIn(where: string, value: JsonValue): CurvePoint {
  if (!isObject(value)) throw broken(where, "a point of its curve is not an object");
  const fields = new Fields(value, where);
  return {
    oracleCalls: fields.count("oracleCalls"),
    environmentSteps: fields.count("environmentSteps"),
    metrics: metricsIn(where, value["metrics"]),
  };
}

function metricsIn(where: string, value: JsonValue | undefined): Partial<Metrics> {
  if (value === undefined || !isObject(value)) throw broken(where, "its metrics are not an object");
  for (const [name, figure] of Object.entries(value)) {
    const known = metricNames.includes(name as MetricName);
    if (!known || (figure !== null && typeof figure !== "number")) {
      throw broken(where, `"${name.slice(0, 40)}" is not a metric with a number or null`);
    }
  }
  return value;
}

function numberIn(where: string, object: JsonObject, name: string): number {
  const value = object[name];
  if (typeof value === "number") return value;
  throw broken(where, `"${name}" is not a number`);
}
