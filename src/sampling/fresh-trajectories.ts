/**
 * Fresh trajectories of a policy as it is: at temperature 1, without exploration, in the noisy environment. Everything
 * that hands out or judges samples draws them here; training has roll-outs of its own, which learn.
 */
import type { Environment } from "../environment/environment.ts";
import type { Context } from "../landscape/context.ts";
import type { StateInput } from "../model/model.ts";
import { foldIn, key } from "../random/key.ts";
import { Generator } from "../random/generator.ts";
import type { Key } from "../random/key.ts";
import { onPolicy } from "./behaviour.ts";
import { RollOut } from "./roll-out.ts";
import type { Streams } from "./roll-out.ts";
import type { PolicyEvaluator } from "./policy-evaluator.ts";
import { TrajectoryBatch } from "./trajectory-batch.ts";

/** Keeps the streams of samples apart from those of training, weights included, also under the same seed. */
const samplingStream = 1_000_003;

/** Under the key of a seed, beside the two streams of its own samples. */
const furtherParts = 2;

/** What samples with this seed are drawn from; further parts are independent of the first, which is the seed's own. */
export function samplingKey(seed: number, part = 0): Key {
  const own = foldIn(key(seed), samplingStream);
  return part === 0 ? own : foldIn(foldIn(own, furtherParts), part);
}

/** The streams of roll-outs that are drawn from a key. */
export function rollOutStreams(from: Key): Streams {
  return { choices: Generator.fromKey(foldIn(from, 0)), world: Generator.fromKey(foldIn(from, 1)) };
}

/** The streams of samples with this seed, and of one part of them where there are several. */
export function samplingStreams(seed: number, part = 0): Streams {
  return rollOutStreams(samplingKey(seed, part));
}

/** Logits for a fixed number of states at a time, under the parameters as they are at the time of asking. */
export interface PolicyProgram {
  /** What it reads of the arrays it is asked with. */
  readonly reads: readonly StateInput[];
  readonly evaluate: PolicyEvaluator;
  dispose(): Promise<void>;
}

export interface FreshOptions {
  /** Trajectories at a time, as many as the policy takes. */
  readonly rows: number;
  readonly streams: Streams;
  /** The condition of all of them, where the environment takes one. */
  readonly context?: Context;
  /** Outcomes that all of them begin with. */
  readonly given?: readonly number[];
}

/** Batches of `rows` trajectories without end; the same batch is filled again each time. */
export async function* freshTrajectories(
  environment: Environment,
  { reads, evaluate }: Pick<PolicyProgram, "reads" | "evaluate">,
  { rows, streams, context, given = [] }: FreshOptions,
): AsyncGenerator<TrajectoryBatch, never> {
  const roll = new RollOut(environment, rows, streams, reads);
  const batch = TrajectoryBatch.for(environment, rows, reads);
  const contexts = context === undefined ? undefined : Array.from({ length: rows }, () => context);
  for (;;) {
    await roll.run(evaluate, onPolicy, batch, 0, contexts, (_, step) => given[step]);
    yield batch;
  }
}

/** The objects of the first `count` fresh trajectories. */
export async function freshObjects(
  environment: Environment,
  program: Pick<PolicyProgram, "reads" | "evaluate">,
  count: number,
  options: FreshOptions,
): Promise<string[]> {
  const objects: string[] = [];
  if (count === 0) return objects;
  for await (const batch of freshTrajectories(environment, program, options)) {
    for (const object of batch.objects) if (objects.length < count) objects.push(object);
    if (objects.length === count) break;
  }
  return objects;
}
