/**
 * Modes of bit sequences found in training (docs/past-enumeration.md has the definition): 120 bits in words of four or
 * eight, 50,000 iterations of 16 sequences, R(x) = exp(−d). What random words find in as many sequences stands beside it,
 * because a wide threshold is passed by chance; so do narrower thresholds, which are not, and the count by public programs,
 * where a sequence finds its nearest reference alone.
 *
 *     npx tsx bench/bits.ts [--alpha 0.1] [--word 4] [--seed 1] [--iterations 50000] [--references 0]    one sampler
 *     npx tsx bench/bits.ts --random                                                                     random words
 */
import { parseArgs } from "node:util";
import { sequenceEnvironment } from "../src/environment/sequence/sequence.ts";
import { stickyNoise } from "../src/environment/noise/sticky-noise.ts";
import { withNoise } from "../src/environment/noise/noise.ts";
import { wordAlphabet } from "../src/environment/sequence/word-alphabet.ts";
import { bitLandscape } from "../src/landscape/bits/bit-landscape.ts";
import { Reward } from "../src/landscape/reward.ts";
import { parseObjective } from "../src/objective/registry.ts";
import { Generator } from "../src/random/generator.ts";
import { createTrainer } from "../src/training/setup/create-trainer.ts";
import type { ModelKind } from "../src/training/policy/state-model.ts";

const { values } = parseArgs({
  options: {
    alpha: { type: "string", default: "0.1" },
    word: { type: "string", default: "4" },
    seed: { type: "string", default: "1" },
    iterations: { type: "string", default: "50000" },
    batch: { type: "string", default: "16" },
    references: { type: "string", default: "0" },
    objective: { type: "string", default: "stb" },
    model: { type: "string", default: "kmer" },
    hidden: { type: "string", default: "64" },
    kmer: { type: "string" },
    rate: { type: "string", default: "0.005" },
    random: { type: "boolean", default: false },
  },
});
const [iterations, batch, seed] = [Number(values.iterations), Number(values.batch), Number(values.seed)];
const [bits, word] = [120, Number(values.word)];
const radii = [28, 26, 24, 22, 20] as const;
const landscape = bitLandscape({ bits, seed: Number(values.references) });

/** The least distance to each reference so far, and how far sequences are from their nearest of late. */
const nearest = new Int32Array(landscape.references.length).fill(bits);
/** The same over sequences that have no nearer reference. */
const asNearest = new Int32Array(landscape.references.length).fill(bits);
let recent = Number.NaN;

function look(sequence: string): void {
  const distances = landscape.distances(sequence);
  distances.forEach((distance, i) => (nearest[i] = Math.min(nearest[i]!, distance)));
  const least = distances.reduce((a, b) => Math.min(a, b));
  const first = distances.indexOf(least);
  asNearest[first] = Math.min(asNearest[first]!, least);
  recent = Number.isNaN(recent) ? least : recent + (least - recent) / 1000;
}

const within = (distances: Int32Array, radius: number): number =>
  distances.reduce((count, d) => count + (d <= radius ? 1 : 0), 0);
const tell = (iteration: number): void => {
  const found = [...radii.map((radius) => within(nearest, radius)), within(asNearest, radii[0])];
  console.log(`| ${iteration} | ${found.join(" | ")} | ${recent.toFixed(2)} |`);
};
const due = (iteration: number): boolean =>
  iteration === iterations || iteration % Math.ceil(iterations / 10) === 0;

console.log(
  `| iteration | ${radii.map((radius) => `within ${radius}`).join(" | ")} | ${radii[0]}, nearest alone | mean d of late |\n|${"---|".repeat(radii.length + 3)}`,
);
if (values.random) {
  const generator = Generator.fromSeed(seed);
  for (let iteration = 1; iteration <= iterations; iteration++) {
    for (let i = 0; i < batch; i++) {
      look(Array.from({ length: bits }, () => generator.integer(2)).join(""));
    }
    if (due(iteration)) tell(iteration);
  }
} else {
  const kind = values.model as ModelKind;
  const trainer = await createTrainer({
    environment: withNoise(
      sequenceEnvironment({ alphabet: wordAlphabet(word), length: bits / word }),
      stickyNoise(Number(values.alpha)),
    ),
    landscape,
    reward: new Reward({ exponent: 8, floor: 1e-100 }),
    objective: parseObjective(values.objective),
    model: {
      kind,
      hidden: Number(values.hidden),
      // Of two words of eight bits there are too many pairs to remember.
      ...(kind === "kmer" ? { kmer: Number(values.kmer ?? (word === 8 ? 1 : 2)) } : {}),
    },
    rate: Number(values.rate),
    batch: { onPolicy: batch },
    decayOver: iterations,
    seed,
  });
  const began = performance.now();
  for (let iteration = 1; iteration <= iterations; iteration++) {
    for (const object of (await trainer.iterate()).objects) look(object);
    if (due(iteration)) tell(iteration);
  }
  await trainer.dispose();
  console.log(`${((performance.now() - began) / 1000).toFixed(0)} s`);
}
