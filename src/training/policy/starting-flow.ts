/**
 * What log F starts from on sequences: what is left to gain from here on, guessed from a few random sequences. A network
 * then learns the difference, instead of spending its first thousand updates on the size of Z. Where lengths differ this
 * decides whether anything is learned at all: flows that start far too high after every prefix teach never to stop.
 */
import { asSequences } from "../../environment/sequence/as-sequences.ts";
import type { Environment } from "../../environment/environment.ts";
import type { SequenceEnvironment } from "../../environment/sequence/sequence.ts";
import type { Reward } from "../../landscape/reward.ts";
import type { Generator } from "../../random/generator.ts";
import { logMeanReward } from "../mean-reward.ts";
import type { ContextSource } from "../setup/contexts.ts";
import type { DatasetEntry } from "../setup/options.ts";
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
  const { alphabet, maxLength, stopAction, masked } = environment as SequenceEnvironment;
  if (stopAction !== undefined && asSequences(environment) !== null && !masked) {
    return whereLengthsDiffer(
      environment as unknown as SequenceEnvironment,
      scorer,
      reward,
      generator,
      contexts,
    );
  }
  const objects = randomSequences(environment, generator, fewSequences);
  if (objects === undefined) return undefined;
  const conditions = contexts && objects.map(() => contexts.draw(generator));
  const scores = await scorer.score(objects, conditions);
  const logMean = logMeanReward(reward, scores, conditions);
  return Float32Array.from(
    { length: maxLength + 1 },
    (_, length) => logMean + (maxLength - length) * Math.log(alphabet.size),
  );
}

/**
 * The same guess where nobody is asked: as many sequences as lie beyond a length, each worth what those of a dataset are
 * on average. Nothing for other environments.
 */
export function flowFromDataset(
  environment: Environment,
  dataset: readonly DatasetEntry[],
  reward: Reward,
): Float32Array | undefined {
  const sequences = asSequences(environment);
  if (sequences === null || sequences.masked) return undefined;
  const { alphabet, minLength, maxLength } = sequences;
  const logMean = logMeanReward(
    reward,
    dataset.map(({ score }) => score),
    dataset.map(({ context }) => context),
  );
  const flow = new Float64Array(maxLength + 1);
  for (let length = maxLength - 1; length >= 0; length--) {
    const longer = Math.log(alphabet.size) + flow[length + 1]!;
    // Where a sequence may end here, it is one more; in logarithms, since long ones are more than a number can count.
    flow[length] = longer + (length >= minLength ? Math.log1p(Math.exp(-longer)) : 0);
  }
  return Float32Array.from(flow, (logWays) => logWays + logMean);
}

async function whereLengthsDiffer(
  environment: SequenceEnvironment,
  scorer: Scorer,
  reward: Reward,
  generator: Generator,
  contexts: ContextSource | undefined,
): Promise<Float32Array> {
  const walks = Array.from({ length: fewSequences }, () => randomWalk(environment, generator));
  const conditions = contexts && walks.map(() => contexts.draw(generator));
  const objects = walks.map(({ object }) => object);
  const scores = await scorer.score(objects, conditions);
  const logRewards = walks.map((_, i) => reward.logReward(scores[i]!, undefined, conditions?.[i]));
  return fromWalks(walks, logRewards, environment.maxLength);
}

interface Walk {
  readonly object: string;
  readonly length: number;
  /** −log of the chance of what was chosen from each length on. */
  readonly surprise: Float64Array;
}

/** A sequence whose every letter, and whether it ends, is chosen at random. */
function randomWalk(
  { alphabet, minLength, maxLength, stopAction }: SequenceEnvironment,
  generator: Generator,
): Walk {
  const tokens: number[] = [];
  const surprises: number[] = [];
  while (tokens.length < maxLength) {
    const choices = alphabet.size + (stopAction !== undefined && tokens.length >= minLength ? 1 : 0);
    const choice = generator.integer(choices);
    surprises.push(Math.log(choices));
    if (choice === alphabet.size) break;
    tokens.push(choice);
  }
  const surprise = new Float64Array(surprises.length + 1);
  for (let t = surprises.length - 1; t >= 0; t--) surprise[t] = surprise[t + 1]! + surprises[t]!;
  return { object: alphabet.decode(tokens), length: tokens.length, surprise };
}

/**
 * F(s) is the mean of R(x) / chance over random walks on from s. Taken by length over the walks that came so far; beyond
 * the longest of them it goes on as steeply as between the start and there.
 */
function fromWalks(walks: readonly Walk[], logRewards: readonly number[], maxLength: number): Float32Array {
  const flow = new Float32Array(maxLength + 1);
  const longest = walks.reduce((most, { length }) => Math.max(most, length), 0);
  for (let length = 0; length <= maxLength; length++) {
    if (length > longest) {
      const slope = longest === 0 ? 0 : (flow[longest]! - flow[0]!) / longest;
      flow[length] = flow[longest]! + slope * (length - longest);
      continue;
    }
    const far = walks.flatMap((walk, i) =>
      walk.length >= length ? [logRewards[i]! + walk.surprise[length]!] : [],
    );
    const top = far.reduce((a, b) => Math.max(a, b));
    flow[length] = top + Math.log(far.reduce((sum, value) => sum + Math.exp(value - top), 0) / far.length);
  }
  return flow;
}
