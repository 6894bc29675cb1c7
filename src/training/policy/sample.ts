/** What a policy makes: fresh objects, at temperature 1 and without exploration, in the noisy environment. */
import { freshObjects, samplingKey } from "../../sampling/index.ts";
import type { Policy } from "../method.ts";

const rows = 256;

/** Draws `count` finished objects; the same seed and parameters give the same ones. */
export async function sampleObjects(policy: Policy, count: number, seed = 0): Promise<string[]> {
  const program = await policy.compile(rows);
  try {
    return await freshObjects(policy.environment, program.evaluate, count, { rows, from: samplingKey(seed) });
  } finally {
    await program.dispose();
  }
}
