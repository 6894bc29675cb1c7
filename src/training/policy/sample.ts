/** What a policy makes: fresh objects, at temperature 1 and without exploration, in the noisy environment. */
import { requireContext } from "../../environment/context.ts";
import type { Context } from "../../landscape/context.ts";
import { freshObjects, samplingStreams } from "../../sampling/fresh-trajectories.ts";
import type { Policy } from "../method.ts";

const rows = 256;

/**
 * Draws `count` finished objects of a trainer or a policy, under one condition where there are any; the same seed and
 * parameters give the same.
 */
export async function sampleObjects(
  policy: Policy,
  count: number,
  seed = 0,
  context?: Context,
): Promise<string[]> {
  const { environment } = policy;
  requireContext(environment, context);
  const program = await (policy.compileActing?.(rows) ?? policy.compile(rows));
  const streams = samplingStreams(seed);
  try {
    return await freshObjects(environment, program, count, {
      rows,
      streams,
      ...(context === undefined ? {} : { context }),
    });
  } finally {
    await program.dispose();
  }
}
