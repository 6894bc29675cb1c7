/** What a trained policy makes: fresh objects, at temperature 1 and without exploration, in the noisy environment. */
import { foldIn, Generator, key } from "../../random/index.ts";
import { onPolicy, RollOut, TrajectoryBatch } from "../../sampling/index.ts";
import { compilePolicy } from "./policy-program.ts";
import type { Trainer } from "../trainer.ts";

const batchSize = 256;
/** Keeps the streams of samples apart from those of training. */
const samplingStream = 1_000_003;

/** Draws `count` finished objects; the same seed and parameters give the same ones. */
export async function sampleObjects(
  { options, parameters }: Pick<Trainer, "options" | "parameters">,
  count: number,
  seed = 0,
): Promise<string[]> {
  const { environment } = options;
  const root = foldIn(key(seed), samplingStream);
  const streams = { choices: Generator.fromKey(foldIn(root, 0)), world: Generator.fromKey(foldIn(root, 1)) };
  const roll = new RollOut(environment, batchSize, streams);
  const batch = TrajectoryBatch.for(environment, batchSize);
  const policy = await compilePolicy(options, parameters, batchSize);
  const objects: string[] = [];
  while (objects.length < count) {
    await roll.run(policy.evaluate, onPolicy, batch, 0);
    objects.push(...batch.objects.slice(0, count - objects.length));
  }
  await policy.dispose();
  return objects;
}
