/**
 * Training from code: make an environment and a landscape, train, sample, and evaluate exactly.
 * Run it with `npx tsx examples/train-from-code.ts`; it takes a few seconds.
 */

import { sequenceEnvironment, stickyNoise, tokenKernel, withNoise } from "windage/environment";
import { evaluateExact, exactLaw, limitReverseKl, noiseKernel } from "windage/evaluation";
import { functionOracle, Reward, SequenceSpace, tabulate } from "windage/landscape";
import { createTrainer, policyByDepth, sampleObjects } from "windage/training";

// DNA words of five letters, better the more often a G follows a C or a C follows a G; one letter in five slips.
const space = new SequenceSpace("ACGT", 5);
const environment = withNoise(sequenceEnvironment({ alphabet: "ACGT", length: 5 }), stickyNoise(0.2));
const score = (word: string): number => 0.3 + (word.match(/C(?=G)|G(?=C)/g)?.length ?? 0) / 4;
const landscape = await tabulate(functionOracle({ mode: "single", score }), space);
const reward = new Reward({ exponent: 2 });

const iterations = 400;
const trainer = await createTrainer({ environment, landscape, reward, decayOver: iterations });
for (let i = 0; i < iterations; i++) {
  const { loss, meanScore } = await trainer.iterate();
  if (i % 100 === 0)
    console.log(`iteration ${i}: loss ${loss.toFixed(4)}, mean score ${meanScore.toFixed(3)}`);
}

const kernel = noiseKernel(4, tokenKernel(environment)!);
const logReward = reward.logRewards(landscape.table);
const law = exactLaw(await policyByDepth(trainer), kernel);
const { exact, limit } = evaluateExact({ law, logReward, limit: limitReverseKl(logReward, kernel) });
console.log(`samples: ${(await sampleObjects(trainer, 8)).join(" ")}`);
console.log(
  `distance to the target: ${exact.tv.toFixed(3)}; no policy is nearer than about ${limit.tv.toFixed(3)}`,
);
await trainer.dispose();
