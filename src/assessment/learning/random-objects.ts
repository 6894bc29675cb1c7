/**
 * What random intentions make, and what it scores: the yardstick for whether a sampler has learned anything. A few
 * objects where scores cost something, many where they do not. Sequences of one length are those that flows start from
 * (`starting-flow.ts`), so that none of them is paid for twice.
 */
import type { Environment } from "../../environment/index.ts";
import { foldIn, Generator, key } from "../../random/index.ts";
import { randomSequences } from "../../training/policy/starting-flow.ts";
import type { World } from "../world.ts";

export interface RandomObjects {
  readonly objects: readonly string[];
  readonly scores: Float64Array;
}

/** How many are looked at where scores are free; where they are not, as many as flows start from. */
const whereFree = 2048;
const whereCostly = 64;

/** Draws random objects and scores them; null where objects are made under conditions, which have to be chosen first. */
export async function randomObjects(
  { environment, landscape, free }: Pick<World, "environment" | "landscape" | "free">,
  seed: number,
): Promise<RandomObjects | null> {
  if (environment.context) return null;
  const generator = Generator.fromKey(foldIn(key(seed), 4));
  const count = free || landscape.enumerable ? whereFree : whereCostly;
  const objects =
    randomSequences(environment, generator, count) ??
    Array.from({ length: count }, () => walk(environment, generator));
  return { objects, scores: await landscape.score(objects) };
}

/** One object from intentions that are drawn evenly among the legal ones. */
function walk(environment: Environment, generator: Generator): string {
  const probabilities = new Float64Array(environment.outcomeCount);
  let state = environment.initial;
  while (!environment.isTerminal(state)) {
    const legal: number[] = [];
    for (let action = 0; action < environment.actionCount; action++) {
      if (environment.isLegal(state, action)) legal.push(action);
    }
    const thought = legal[generator.integer(legal.length)]!;
    environment.outcomeProbabilities(state, thought, probabilities);
    state = environment.next(state, generator.categorical(probabilities.map(Math.log)), thought);
  }
  return environment.objectOf(state);
}
