/**
 * Fifty letters under noise, more sequences than anybody can list, and still everything but the sampler is known exactly:
 * the target, its log Z and the limit that no policy can beat. Run it with `npx tsx examples/automaton.ts`.
 */
import { assess, chainLandscape, createTrainer, environmentOf, parseObjective, stickyNoise } from "windage";

const landscape = chainLandscape({ length: 50, seed: 1 });
const environment = environmentOf(landscape, stickyNoise(0.1));
const trainer = await createTrainer({
  environment,
  landscape,
  objective: parseObjective("stb"),
  model: { kind: "kmer", kmer: 1, hidden: 32 },
  batch: { onPolicy: 64 },
  decayOver: 150,
  seed: 1,
});
for (let i = 0; i < 150; i++) await trainer.iterate();

const { truth, limit } = await assess(trainer, { samples: 1024 });
const { kl, regretPerLetter } = truth!;
const figure = ({ estimate, standardError }: { estimate: number; standardError: number }): string =>
  `${estimate.toFixed(3)} ± ${standardError.toFixed(3)}`;
console.log(
  `KL(sampler‖target)  ${figure(kl.klReverse!)} nats, no policy below ${limit.klReverse!.toFixed(4)}`,
);
console.log(
  `KL(target‖sampler)  ${figure(kl.klForward!)} nats, no policy below ${limit.klForward!.toFixed(4)}`,
);
console.log(`left to gain        ${figure(regretPerLetter.klReverse!)} nats a letter`);
console.log(`best sequence       ${truth!.best.sequence}`);
await trainer.dispose();
