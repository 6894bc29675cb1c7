/** Reads the result of a job from a file that may be torn, edited or from elsewhere; anything odd makes it unusable. Loaded when one is read. */
import { anyObject, count, readDocument, z } from "../../file/document.ts";
import { broken, parseObject } from "../../file/json-document.ts";
import type { CurvePoint, JobKey, JobResult, JobMetrics } from "../../comparison/job-result.ts";
import { curveSchema, metricsSchema, secondsSchema } from "../../comparison/job-documents.ts";
import type { ComparisonPlan } from "../../comparison/plan.ts";

const resultSchema = z.object({
  metrics: metricsSchema,
  limit: metricsSchema,
  curve: curveSchema,
  ranAway: z.enum(["diverged", "collapsed"], { error: "diverged or collapsed" }).optional(),
  oracleCalls: count,
  environmentSteps: count,
  iterations: count,
  seconds: secondsSchema,
});

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
  const { result } = readDocument(z.object({ result: anyObject }), document, where);
  for (const name of ["method", "alpha", "seed"] as const) {
    if (result[name] !== key[name]) throw broken(where, `its ${name} is not ${JSON.stringify(key[name])}`);
  }
  const points = result["curve"];
  if (Array.isArray(points) && points.length > plan.points + 1) {
    throw broken(where, '"curve" has more points than were asked for');
  }
  const { oracleCalls, environmentSteps, iterations, seconds, metrics, limit, curve, ranAway } = readDocument(
    resultSchema,
    result,
    where,
  );
  if (oracleCalls > plan.calls || environmentSteps > (plan.steps ?? Number.MAX_SAFE_INTEGER)) {
    throw broken(where, "it used more than the budget");
  }
  return {
    ...key,
    metrics: metrics as JobMetrics,
    limit,
    curve: inOrder(where, curve),
    ...(ranAway === undefined ? {} : { ranAway }),
    oracleCalls,
    environmentSteps,
    iterations,
    seconds,
  };
}

/** Points in the order in which calls were made. */
function inOrder(where: string, curve: CurvePoint[]): CurvePoint[] {
  if (curve.some(({ oracleCalls }, i) => i > 0 && oracleCalls < curve[i - 1]!.oracleCalls)) {
    throw broken(where, '"curve" is out of order');
  }
  return curve;
}
