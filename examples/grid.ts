/**
 * A grid on which every sixth move goes astray: trains a sampler, and shows the exact law beside the target and beside
 * the best that any policy can do. Run with: npx tsx examples/grid.ts
 */
import { gridEnvironment, stickyNoise, withNoise } from "windage/environment";
import { gridLandscape, Reward } from "windage/landscape";
import { createEvaluator, policyOf } from "windage/assessment";
import { createTrainer } from "windage/training";

const side = 8;
// Half of the replaced moves are replaced by the intended one.
const environment = withNoise(gridEnvironment({ side }), stickyNoise(1 / 3));
const landscape = gridLandscape({ side });
const reward = new Reward({ exponent: 1 });
const iterations = 400;

const trainer = await createTrainer({
  environment,
  landscape,
  reward,
  batch: { onPolicy: 32 },
  model: { hidden: 64 },
  decayOver: iterations,
});
for (let i = 0; i < iterations; i++) await trainer.iterate();

const world = { environment, landscape, reward, free: true };
const evaluator = (await createEvaluator(world, policyOf(trainer)))!;
const { exact, limit } = await evaluator.evaluate();
const law = await evaluator.law();
const { objects } = evaluator.laws;

console.log("Probability of stopping at each point, in per mille:");
for (let y = side - 1; y >= 0; y--) {
  const row = Array.from({ length: side }, (_, x) => law[objects.indexOf(`${x},${y}`)]!);
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
console.log(`total variation to the target ${exact.tv.toFixed(3)}, at the limit ${limit.tv.toFixed(3)}`);

await evaluator.dispose();
await trainer.dispose();
