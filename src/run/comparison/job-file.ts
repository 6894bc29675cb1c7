/** Reads the result of a job from a file that may be torn, edited or from elsewhere; anything odd makes it unusable. */
import { Fields, broken, isObject, parseObject } from "../../file/json-document.ts";
import type { JsonObject, JsonValue } from "../../file/json-document.ts";
import type {
  CurvePoint,
  JobKey,
  JobResult,
  MetricName,
  Metrics,
} from "../../experiment/comparison/job-result.ts";
import { metricNames } from "../../experiment/comparison/metrics.ts";
import type { ComparisonPlan } from "../../experiment/comparison/plan.ts";

/** Sums and squares of figures up to this size are still numbers. */
const largestFigure = 1e100;

/** The result in a job's file, or an error that says what is wrong with it. */
export function readJobResult(
  where: string,
  text: string,
  key: JobKey,
  { plan, digest }: { readonly plan: ComparisonPlan; readonly digest: string },
): JobResult {
  const document = parseObject(text, where);
  if (document["format"] !== "windage-job" || document["version"] !== 1) {
    throw broken(where, "it is not the result of a job");
  }
  if (document["plan"] !== digest) throw broken(where, "it belongs to another plan");
  const result = new Fields(document, where).object("result");
  for (const name of ["method", "alpha", "seed"] as const) {
    if (result[name] !== key[name]) throw broken(where, `its ${name} is not ${JSON.stringify(key[name])}`);
  }
  const fields = new Fields(result, where);
  const oracleCalls = fields.count("oracleCalls");
  const environmentSteps = fields.count("environmentSteps");
  if (oracleCalls > plan.calls || environmentSteps > (plan.steps ?? Number.MAX_SAFE_INTEGER)) {
    throw broken(where, "it used more than the budget");
  }
  return {
    ...key,
    metrics: metricsIn(where, result["metrics"]) as Metrics,
    limit: metricsIn(where, result["limit"]),
    curve: curveIn(where, result["curve"], plan.points),
    oracleCalls,
    environmentSteps,
    iterations: fields.count("iterations"),
    seconds: secondsIn(where, result),
  };
}

/** A point for each that was asked for and one for the end, in the order in which calls were made. */
function curveIn(where: string, value: JsonValue | undefined, points: number): CurvePoint[] {
  if (!Array.isArray(value)) throw broken(where, '"curve" is not a list');
  if (value.length > points + 1) throw broken(where, '"curve" has more points than were asked for');
  const curve = value.map((point: JsonValue) => pointIn(where, point));
  if (curve.some(({ oracleCalls }, i) => i > 0 && oracleCalls < curve[i - 1]!.oracleCalls)) {
    throw broken(where, '"curve" is out of order');
  }
  return curve;
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
    const usable = figure === null || (typeof figure === "number" && Math.abs(figure) <= largestFigure);
    if (!known || !usable) {
      throw broken(where, `"${name.slice(0, 40)}" is not a metric with a number or null`);
    }
  }
  return value;
}

function secondsIn(where: string, { seconds }: JsonObject): number {
  if (typeof seconds === "number" && seconds >= 0 && seconds <= largestFigure) return seconds;
  throw broken(where, '"seconds" is not a number of at least 0');
}
