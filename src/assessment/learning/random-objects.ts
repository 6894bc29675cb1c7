/**
 * What random intentions make, and what it scores: the yardstick for whether a sampler has learned anything. A few
 * objects where scores cost something, many where they do not. Sequences of one length are those that flows start from
 * (`starting-flow.ts`), so that none of them is paid for twice.
 */
import { UniformObjects } from "../../baseline/chain/uniform-objects.ts";
import { foldIn, key } from "../../random/key.ts";
import { Generator } from "../../random/generator.ts";
import { randomSequences } from "../../training/policy/starting-flow.ts";
import type { World } from "../world.ts";

export interface RandomObjects {
  readonly objects: readonly string[];
  readonly scores: Float64Array;
}

/** How many are looked at where scores are free; where they are not, as many as flows start from. */
const whereFree = 2048;
const whereCostly = 64;
/** How many are asked for at a time. */
const together = 16;

/**
 * Draws random objects and scores them; null where objects are made under conditions, which have to be chosen first.
 * Scores may take long even where they cost nothing, so that whoever waits can be told how far it is.
 */
export async function randomObjects(
  { environment, landscape, free }: Pick<World, "environment" | "landscape" | "free">,
  seed: number,
  onShare: (done: number, total: number) => void = () => undefined,
): Promise<RandomObjects | null> {
  if (environment.context) return null;
  const luck = foldIn(key(seed), 4);
  const count = free || landscape.enumerable ? whereFree : whereCostly;
  const objects =
    randomSequences(environment, Generator.fromKey(luck), count) ??
    (await new UniformObjects(environment, count, luck).draw()).objects;
  const scores = new Float64Array(objects.length);
  for (let from = 0; from < objects.length; from += together) {
    scores.set(await landscape.score(objects.slice(from, from + together)), from);
    onShare(Math.min(from + together, objects.length), objects.length);
  }
  return { objects, scores };
}
