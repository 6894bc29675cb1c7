/** Fresh samples from a trained policy, at temperature 1 and without exploration, in the noisy environment. */
import type { Parameters } from "../../engine/index.ts";
import { foldIn, Generator, key } from "../../random/index.ts";
import { onPolicy, RollOut, TrajectoryBatch } from "../../sampling/index.ts";
import { compilePolicy } from "../../training/index.ts";
import type { Experiment } from "./build.ts";

export interface Samples {
  /** What was really built. */
  readonly objects: readonly string[];
  /** What was intended, position by position. */
  readonly intended: readonly string[];
  readonly scores: Float64Array;
}

const batchSize = 256;
/** Keeps the streams of samples apart from those of training. */
const samplingStream = 1_000_003;

/** Draws `count` samples; the same seed and parameters give the same ones. */
export async function drawSamples(
  { environment, landscape, trainer }: Experiment,
  count: number,
  seed: number,
): Promise<Samples> {
  const root = foldIn(key(seed), samplingStream);
  const streams = { choices: Generator.fromKey(foldIn(root, 0)), world: Generator.fromKey(foldIn(root, 1)) };
  const roll = new RollOut(environment, batchSize, streams);
  const batch = TrajectoryBatch.for(environment, batchSize);
  const parameters: Parameters = trainer.parameters;
  const policy = await compilePolicy(trainer.options, parameters, batchSize);
  const objects: string[] = [];
  const intended: string[] = [];
  const letters = landscape.space.alphabet;
  while (objects.length < count) {
    await roll.run(policy.evaluate, onPolicy, batch, 0);
    for (let b = 0; b < batchSize && objects.length < count; b++) {
      objects.push(batch.objects[b]!);
      intended.push(
        Array.from({ length: batch.lengths[b]! }, (_, t) => letters[batch.thought[t * batchSize + b]!]!).join(
          "",
        ),
      );
    }
  }
  await policy.dispose();
  return { objects, intended, scores: await landscape.score(objects) };
}
