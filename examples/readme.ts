/** The program in the README, word for word. Run it with `npx tsx examples/readme.ts`; it takes some seconds. */

import { assess, createSim8, createTrainer, stickyNoise } from "windage";

const [landscape, noise, iterations] = [createSim8(), stickyNoise(0.25), 500];
const trainer = await createTrainer({ landscape, noise, decayOver: iterations });
for (let i = 0; i < iterations; i++) await trainer.iterate();
console.log(await trainer.sample(5));

const { exact, limit } = await assess(trainer);
console.log(`total variation ${exact.tv}, KL ${exact.klReverse}, at best ${limit.klReverse}`);
await trainer.dispose();
