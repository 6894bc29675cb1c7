/**
 * One sampler under a condition: first which of two tables its sequences are for, then how sharp the reward is. The laws
 * are exact, so what is printed is what the sampler does and not a sample of it.
 * Run it with `npx tsx examples/conditions.ts`; it takes a few seconds.
 */
import {
  categoryLandscape,
  createTrainer,
  exactLaw,
  noiseKernel,
  policyByDepth,
  Reward,
  sequenceEnvironment,
  SequenceSpace,
  stickyNoise,
  TableLandscape,
  targetLaw,
  tokenKernel,
  tv,
  uniformVectors,
  withContext,
  withNoise,
} from "windage";
import type { Context, Trainer } from "windage";

const space = new SequenceSpace("ACGT", 4);
const table = (name: string, score: (sequence: string) => number): TableLandscape =>
  new TableLandscape(
    name,
    space,
    Float64Array.from({ length: space.size }, (_, i) => score(space.sequenceAt(i))),
  );
const share = (sequence: string, letters: string): number =>
  Array.from(sequence).filter((letter) => letters.includes(letter)).length / sequence.length;
const [rich, poor] = [
  table("GC-rich", (s) => 0.1 + share(s, "GC")),
  table("AT-rich", (s) => 0.1 + share(s, "AT")),
];

const environment = withNoise(sequenceEnvironment({ alphabet: "ACGT", length: 4 }), stickyNoise(0.05));
const kernel = noiseKernel(4, tokenKernel(environment)!);
const batch = { onPolicy: 64 };

async function distance(trainer: Trainer, context: Context, logReward: Float64Array): Promise<string> {
  const law = exactLaw(await policyByDepth(trainer, context), kernel);
  return tv(law, targetLaw(logReward)).toFixed(3);
}

const reward = new Reward({ exponent: 2 });
const byTable = await createTrainer({
  environment: withContext(environment, { kind: "category", count: 2 }),
  landscape: categoryLandscape([rich, poor]),
  reward,
  batch,
  decayOver: 150,
});
for (let i = 0; i < 150; i++) await byTable.iterate();
for (const [z, { name, table: scores }] of [rich, poor].entries()) {
  console.log(`${name}: total variation ${await distance(byTable, z, reward.logRewards(scores))}`);
}
await byTable.dispose();

const bySharpness = await createTrainer({
  environment: withContext(environment, { kind: "vector", size: 1 }),
  landscape: rich,
  reward: new Reward({ exponentFromContext: 0 }),
  contexts: uniformVectors([[1, 3]]),
  batch,
  decayOver: 150,
});
for (let i = 0; i < 150; i++) await bySharpness.iterate();
for (const exponent of [1, 2, 3]) {
  const logReward = new Reward({ exponent }).logRewards(rich.table);
  console.log(`exponent ${exponent}: total variation ${await distance(bySharpness, [exponent], logReward)}`);
}
await bySharpness.dispose();
