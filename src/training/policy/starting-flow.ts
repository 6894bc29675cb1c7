/**
 * What log F starts from on sequences: the number of ways left times the mean reward of a few random sequences. A
 * network then learns the difference, instead of spending its first thousand updates on the size of Z.
 */
import type { Environment, SequenceEnvironment } from "../../environment/index.ts";
import type { Reward } from "../../landscape/index.ts";
import type { Generator } from "../../random/index.ts";
import type { Scorer } from "../setup/scorer.ts";

const randomSequences = 64;

/** Weights on the features of a sequence environment; nothing for others, whose flows start from the network alone. */
export async function startingFlow(
  environment: Environment,
  scorer: Scorer,
  reward: Reward,
  generator: Generator,
): Promise<Float32Array | undefined> {
  const { alphabet, maxLength, stopAction, masked } = environment as Partial<SequenceEnvironment>;
  if (!alphabet || maxLength === undefined || stopAction !== undefined || masked) return undefined;
  const objects = Array.from({ length: randomSequences }, () =>
    alphabet.decode(Array.from({ length: maxLength }, () => generator.integer(alphabet.size))),
  );
  const scores = await scorer.score(objects);
  const mean = scores.reduce((sum, score) => sum + reward.reward(score), 0) / scores.length;
  const weights = new Float32Array(environment.featureCount);
  // The features end with a one-hot of the length.
  const lengths = environment.featureCount - (maxLength + 1);
  for (let length = 0; length <= maxLength; length++) {
    weights[lengths + length] = Math.log(mean) + (maxLength - length) * Math.log(alphabet.size);
  }
  return weights;
}
