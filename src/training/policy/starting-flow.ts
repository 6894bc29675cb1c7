/**
 * What log F starts from on sequences: the number of ways left times the mean reward of a few random sequences. A
 * network then learns the difference, instead of spending its first thousand updates on the size of Z.
 */
import type { Environment, SequenceEnvironment } from "../../environment/index.ts";
import type { Reward } from "../../landscape/index.ts";
import type { Generator } from "../../random/index.ts";
import type { ContextSource } from "../setup/contexts.ts";
import type { Scorer } from "../setup/scorer.ts";

const fewSequences = 64;

/** Random sequences of an environment in which all have one length and any letter may follow; else nothing. */
export function randomSequences(
  environment: Environment,
  generator: Generator,
  count: number,
): string[] | undefined {
  const { alphabet, maxLength, stopAction, masked } = environment as Partial<SequenceEnvironment>;
  if (!alphabet || maxLength === undefined || stopAction !== undefined || masked) return undefined;
  return Array.from({ length: count }, () =>
    alphabet.decode(Array.from({ length: maxLength }, () => generator.integer(alphabet.size))),
  );
}

/** log F after 0, 1, … tokens; nothing for other environments, whose flows start from the network alone. */
export async function startingFlow(
  environment: Environment,
  scorer: Scorer,
  reward: Reward,
  generator: Generator,
  contexts?: ContextSource,
): Promise<Float32Array | undefined> {
  const objects = randomSequences(environment, generator, fewSequences);
  if (objects === undefined) return undefined;
  const { alphabet, maxLength } = environment as SequenceEnvironment;
  const conditions = contexts && objects.map(() => contexts.draw(generator));
  const scores = await scorer.score(objects, conditions);
  const rewards = scores.map((score, i) => reward.reward(score, undefined, conditions?.[i]));
  const mean = rewards.reduce((sum, each) => sum + each, 0) / rewards.length;
  return Float32Array.from(
    { length: maxLength + 1 },
    (_, length) => Math.log(mean) + (maxLength - length) * Math.log(alphabet.size),
  );
}
