/**
 * One job of a comparison whose task is a protocol of design: a way of searching, rounds of orders on a table whose
 * truth is hidden. What is spent are measurements, and a point of the curve is a round.
 */
import { runProtocol, protocols } from "../design/protocol.ts";
import type { AcquisitionKind } from "../design/utility/acquisition.ts";
import type { ProtocolRound, ProtocolSearch } from "../design/protocol.ts";
import { WindageError } from "../error.ts";
import { TableLandscape } from "../landscape/exact/table-landscape.ts";
import { openWorld } from "../world/open-world.ts";
import type { CurvePoint, JobKey, JobResult, JobMetrics } from "./job-result.ts";
import { nothingKnown } from "./job-result.ts";
import { configOfJob, methodOf, type ComparisonPlan } from "./plan.ts";

/** The table a protocol is played on; whatever cannot be one says so. */
async function withTable<T>(
  plan: ComparisonPlan,
  key: JobKey,
  use: (table: TableLandscape) => Promise<T>,
): Promise<T> {
  const world = await openWorld(configOfJob(plan, key), "");
  try {
    const { landscape } = world;
    if (landscape instanceof TableLandscape) return await use(landscape);
    // The plan of a protocol is named after both.
    const both = `-${plan.protocol!}`;
    const task = plan.task.endsWith(both) ? plan.task.slice(0, -both.length) : plan.task;
    throw new WindageError(
      "run/no-table",
      (say) =>
        `${say("protocol")}: got the task ${task}, expected a table of all sequences, whose truth can be hidden; use sim8, or tfbind8 with an imported table.`,
    );
  } finally {
    await world.dispose();
  }
}

/** Refuses what no protocol can be played on, before any work. */
export function checkProtocolJob(plan: ComparisonPlan, key: JobKey): Promise<void> {
  return withTable(plan, key, () => Promise.resolve());
}

/** Goes through the protocol; `onShare` hears the share of the rounds that is done. */
export async function runProtocolJob(
  plan: ComparisonPlan,
  key: JobKey,
  onShare: (share: number) => void,
): Promise<JobResult> {
  const name = plan.protocol!;
  const { rounds } = protocols[name];
  const { baseline, settings } = methodOf(plan, key.method);
  const { steps, aim } = settings;
  const began = performance.now();
  return withTable(plan, key, async (table) => {
    const curve: CurvePoint[] = [];
    const options = {
      search: baseline as ProtocolSearch,
      alpha: key.alpha,
      seed: key.seed,
      ...(typeof steps === "number" ? { steps } : {}),
      ...(typeof aim === "string" ? { aim: aim as AcquisitionKind } : {}),
    };
    for await (const round of runProtocol(table, name, options)) {
      curve.push({ oracleCalls: round.ordered, environmentSteps: round.ordered, metrics: figuresOf(round) });
      onShare(round.round / rounds);
    }
    const last = curve.at(-1)!;
    return {
      ...key,
      metrics: { ...nothingKnown, ...last.metrics },
      limit: {},
      curve,
      oracleCalls: last.oracleCalls,
      environmentSteps: last.environmentSteps,
      iterations: rounds,
      seconds: (performance.now() - began) / 1000,
    };
  });
}

function figuresOf({ best, hits, meanOrdered, covered }: ProtocolRound): Partial<JobMetrics> {
  return {
    topMean: best.mean,
    topDiversity: best.diversity,
    hits,
    meanScore: meanOrdered,
    coverage: covered,
  };
}
