/**
 * How often, and from how many fresh samples, a divergence is estimated on the way where no law can be worked out. Such
 * samples are scored beside the budget, and somebody pays for them, so there are a tenth as many as calls in all.
 */
import type { Wording } from "../wording.ts";
import type { ComparisonPlan } from "./plan.ts";

/** Samples an estimate needs to say anything, and beyond which more do not help a curve. */
const [fewest, most] = [32, 512];
/** One sample for so many calls of the budget. */
const callsPerSample = 10;

type Size = Pick<ComparisonPlan, "calls" | "points">;

/** The points that the calls pay estimates for: those of the plan, or fewer. */
export function estimatedPoints({ calls, points }: Size): number {
  return Math.min(points, Math.max(1, Math.floor(calls / callsPerSample / fewest)));
}

/** Fresh samples per point. */
export function samplesOnTheWay({ calls, points }: Size): number {
  const share = Math.floor(calls / callsPerSample / Math.max(1, points));
  return share < fewest ? 0 : Math.min(most, share);
}

/** What to say where there are fewer points than were planned. */
export function fewerPoints({ calls, points: planned }: Size, points: number): Wording {
  const needed = (wanted: number): string => (wanted * fewest * callsPerSample).toLocaleString("en-US");
  const given = `${calls.toLocaleString("en-US")} calls`;
  return (say) => {
    const why = `where no law can be worked out, the KL on the way is estimated from at least ${fewest} fresh samples per point, a tenth of ${say("calls")} in all`;
    return points < 2
      ? `${why}: ${given} are too few for a curve against calls, and only the end is estimated; give ${say("calls", needed(2).replace(",", ""))} or more.`
      : `${why}: ${given} give ${points} points of the ${planned} planned; for more of them raise ${say("calls")} (${needed(planned)} for all), or give ${say("points", points)}.`;
  };
}
