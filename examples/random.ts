/**
 * Reproducible randomness: seeds, keys, independent streams, noise in bulk, and saving the state.
 * Run it with `npx tsx examples/random.ts`; it prints the same lines on every machine.
 */

import { foldIn, Generator, key, split } from "windage";

// One seed, one stream.
const rng = Generator.fromSeed(7);
console.log(
  "three dice      ",
  [rng.integer(6), rng.integer(6), rng.integer(6)].map((face) => face + 1).join(" "),
);
console.log("a normal value  ", rng.normal());
console.log("a masked choice ", rng.categorical([0.5, -Infinity, 2]), "(never 1)");

const bases = ["A", "C", "G", "T"];
rng.shuffle(bases);
console.log("shuffled        ", bases.join(""));
console.log("3 of 65,536     ", rng.sampleWithoutReplacement(65_536, 3).join(" "));

// Independent streams: one key per purpose, one more per step.
const [rollouts, dynamics] = split(key(7), 2);
const stepNoise = Generator.fromKey(foldIn(rollouts!, 1000));
const gumbel = new Float32Array(4);
stepNoise.fillGumbel(gumbel);
console.log("step 1000 noise ", Array.from(gumbel, (value) => value.toFixed(4)).join(" "));
console.log("dynamics noise  ", Generator.fromKey(dynamics!).float32());

// Save, go on, restore: the same numbers again.
const saved = JSON.stringify(rng.save());
const before = rng.float64();
const after = Generator.restore(JSON.parse(saved)).float64();
console.log("restored exactly", before === after, saved);
