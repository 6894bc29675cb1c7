/**
 * Training from code: make a landscape, train on it, sample, and see exactly how near the samples come to the target.
 * Run it with `npx tsx examples/train-from-code.ts`; it takes a few seconds.
 */

import { assess, createTrainer, functionOracle, Reward, SequenceSpace, stickyNoise, tabulate } from "windage";

// DNA words of five letters, better the more often a G follows a C or a C follows a G; one letter in five slips.
const score = (word: string): number => 0.3 + (word.match(/C(?=G)|G(?=C)/g)?.length ?? 0) / 4;
const landscape = await tabulate(functionOracle({ mode: "single", score }), new SequenceSpace("ACGT", 5));

const iterations = 400;
const trainer = await createTrainer({
  landscape,
  noise: stickyNoise(0.2),
  reward: new Reward({ exponent: 2 }),
  decayOver: iterations,
});
for (let i = 0; i < iterations; i++) {
  const { loss, meanScore } = await trainer.iterate();
  if (i % 100 === 0)
    console.log(`iteration ${i}: loss ${loss.toFixed(4)}, mean score ${meanScore.toFixed(3)}`);
}

console.log(`samples: ${(await trainer.sample(8)).join(" ")}`);
const { exact, limit, law } = await assess(trainer, { exact: true });
console.log(
  `total variation to the target ${exact.tv.toFixed(3)}, KL ${exact.klReverse.toFixed(4)}; ` +
    `no policy has a KL below ${limit.klReverse.toFixed(4)}`,
);
const likeliest = law!.probability!.indexOf(law!.probability!.reduce((a, b) => Math.max(a, b)));
console.log(
  `likeliest: ${law!.objects[likeliest]}, ${(100 * law!.probability![likeliest]!).toFixed(2)} % where the target ` +
    `would have ${(100 * law!.target[likeliest]!).toFixed(2)} %`,
);
await trainer.dispose();
