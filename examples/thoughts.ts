/**
 * A pen whose slips write the previous intention, and three samplers for it: one that sees what was written, one that also
 * sees what it intended, and one that is told what the pen remembers. All are judged exactly, over states and histories.
 * Run it with `npx tsx examples/thoughts.ts`; it takes some seconds.
 */
import {
  assess,
  createTrainer,
  repeatNoise,
  Reward,
  sequenceEnvironment,
  SequenceSpace,
  TableLandscape,
  withMemory,
} from "windage";
import type { ModelChoice } from "windage";

const space = new SequenceSpace("ABC", 3);
// Words are worth more the more often the letter changes.
const worth = (word: string): number =>
  0.05 + Array.from(word).filter((c, i) => i > 0 && c !== word[i - 1]).length;
const scores = Float64Array.from({ length: space.size }, (_, i) => worth(space.sequenceAt(i)));
const environment = withMemory(sequenceEnvironment({ alphabet: "ABC", length: 3 }), repeatNoise(0.3));

const samplers: Record<string, ModelChoice> = {
  "what was written": {},
  "and what was intended": { thoughts: { kind: "recurrent", width: 16 } },
  "and what the pen remembers": { thoughts: { kind: "memory" } },
};
console.log("it sees                       regret, nats   noise model above its entropy");
for (const [name, model] of Object.entries(samplers)) {
  const trainer = await createTrainer({
    environment,
    landscape: new TableLandscape("changes", space, scores),
    reward: new Reward({ exponent: 1 }),
    model: { kind: "kmer", hidden: 32, ...model },
    batch: { onPolicy: 64 },
    rate: 0.01,
    dynamicsRate: 0.01,
    decayOver: 200,
    seed: 1,
  });
  for (let i = 0; i < 200; i++) await trainer.iterate();
  const { regret, dynamics } = await assess(trainer, { samples: 256 });
  const above = dynamics.nll! - dynamics.entropy!;
  console.log(
    `${name.padEnd(28)}${regret.klReverse!.toFixed(4).padStart(14)}${above.toFixed(4).padStart(14)}`,
  );
  await trainer.dispose();
}
