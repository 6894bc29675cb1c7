/**
 * Peptides of 8 to 60 letters, scored by a program of one's own: far too many to list, and of any length. What is known of
 * the sampler then are estimates with their standard errors. Run it with `npx tsx examples/peptides.ts`; the same from the
 * command line:
 *
 *     npx windage train --oracle-command '["node","examples/peptide-score.mjs"]' \
 *       --alphabet ACDEFGHIKLMNPQRSTVWY --min-length 8 --max-length 60 --alpha 0.05 --beta 8 --floor 1e-100
 */
import { fileURLToPath } from "node:url";
import { assess, createTrainer, Reward, sequenceEnvironment, stickyNoise, withNoise } from "windage";
import { CommandOracle } from "windage/source";

const program = fileURLToPath(new URL("peptide-score.mjs", import.meta.url));
const landscape = new CommandOracle({ command: [process.execPath, program] });
const plain = sequenceEnvironment({ alphabet: "ACDEFGHIKLMNPQRSTVWY", minLength: 8, maxLength: 60 });
const trainer = await createTrainer({
  environment: withNoise(plain, stickyNoise(0.05)),
  landscape,
  reward: new Reward({ exponent: 8, floor: 1e-100 }),
  model: { kind: "kmer", kmer: 1, hidden: 32 },
  batch: { onPolicy: 64 },
  rate: 0.03,
});

/** What the program thinks of a peptide, without the price of its letters. */
const quality = (objects: readonly string[], scores: Float64Array): number =>
  objects.reduce((sum, peptide, i) => sum + scores[i]! * 20 ** (peptide.length / 8), 0) / objects.length;

const first = await trainer.iterate();
for (let i = 1; i < 150; i++) await trainer.iterate();
const { drawn, top } = await assess(trainer, { samples: 128 });
console.log(`mean quality at the start ${quality(first.objects, first.scores).toFixed(3)}`);
const last = quality(drawn.objects, drawn.scores).toFixed(3);
console.log(`mean quality after ${trainer.iteration} iterations ${last}`);
const lengths = drawn.objects.map((peptide) => peptide.length).sort((a, b) => a - b);
console.log(`lengths from ${lengths[0]} to ${lengths.at(-1)}, such as ${top.sequences[0]!.sequence}`);
await trainer.dispose();
await landscape.dispose();
