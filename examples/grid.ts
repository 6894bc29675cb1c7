/**
 * A grid on which every sixth move goes astray: trains a sampler, and shows the exact law beside the target and beside
 * the best that any policy can do. Run with: npx tsx examples/grid.ts
 */
import { assess, createTrainer, gridLandscape, Reward, stickyNoise } from "windage";

const side = 8;
const iterations = 400;

const trainer = await createTrainer({
  landscape: gridLandscape({ side }),
  // Half of the replaced moves are replaced by the intended one.
  noise: stickyNoise(1 / 3),
  reward: new Reward({ exponent: 1 }),
  batch: { onPolicy: 32 },
  model: { hidden: 64 },
  decayOver: iterations,
});
for (let i = 0; i < iterations; i++) await trainer.iterate();

const { exact, limit, law } = await assess(trainer, { exact: true });
const { objects, probability } = law!;

console.log("Probability of stopping at each point, in per mille:");
for (let y = side - 1; y >= 0; y--) {
  const row = Array.from({ length: side }, (_, x) => probability![objects.indexOf(`${x},${y}`)]!);
  console.log(
    row
      .map((p) =>
        Math.round(1000 * p)
          .toString()
          .padStart(4),
      )
      .join(""),
  );
}
console.log(
  `total variation to the target ${exact.tv.toFixed(3)}; KL ${exact.klReverse.toFixed(4)}, ` +
    `no policy has less than ${limit.klReverse.toFixed(4)}`,
);

await trainer.dispose();
