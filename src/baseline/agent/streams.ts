/** The streams of random numbers of a learning baseline, all of one seed. */
import { foldIn, key } from "../../random/key.ts";
import { Generator } from "../../random/generator.ts";
import type { Key } from "../../random/key.ts";

export interface AgentStreams {
  readonly choices: Generator;
  readonly world: Generator;
  /** For replay and for the order of minibatches. */
  readonly memory: Generator;
}

export function streamsOf(seed: number): AgentStreams {
  const root = key(seed);
  return {
    choices: Generator.fromKey(foldIn(root, 1)),
    world: Generator.fromKey(foldIn(root, 2)),
    memory: Generator.fromKey(foldIn(root, 3)),
  };
}

/** What starting weights are drawn from. */
export const weightKey = (seed: number): Key => foldIn(key(seed), 0);

/** What the sequences that tell the size of Z are drawn from. */
export const startGenerator = (seed: number): Generator => Generator.fromKey(foldIn(key(seed), 4));
