/**
 * Roll-outs, batches and replay by themselves, as one's own method would use them: a policy written by hand acts in a
 * noisy environment, and what it lived is kept and drawn again.
 * Run it with `npx tsx examples/roll-out.ts`.
 */
import { Generator, sequenceEnvironment, stickyNoise, withNoise } from "windage";
import { onPolicy, ReplayBuffer, RollOut, TrajectoryBatch } from "windage/training";
import type { PolicyEvaluator } from "windage/training";

const [alphabet, wanted, rows] = ["ACGT", "GATTACA", 1000];
const environment = withNoise(sequenceEnvironment({ alphabet, length: wanted.length }), stickyNoise(0.2));

// Logits of the four intentions for each of the trajectories: mostly the letter that the word has next.
const policy: PolicyEvaluator = async ({ step }) => {
  const next = alphabet.indexOf(wanted[step]!);
  return Float32Array.from({ length: rows * 4 }, (_, i) => (i % 4 === next ? 4 : 0));
};

// This policy reads nothing of states but the step, so that nothing of them is laid out ([]).
const streams = { choices: Generator.fromSeed(1), world: Generator.fromSeed(2) };
const rollOut = new RollOut(environment, rows, streams, []);
const batch = TrajectoryBatch.for(environment, rows, []);
const replay = new ReplayBuffer(10_000, environment.maxSteps);

const matches = (object: string): number =>
  Array.from(object).filter((letter, t) => letter === wanted[t]).length;

for (const [name, behaviour] of [
  ["the policy itself", onPolicy],
  ["exploring", { temperature: 2, epsilon: 0.1 }],
] as const) {
  await rollOut.run(policy, behaviour, batch, 0);
  // Row t·rows + b is step t of trajectory b.
  const asIntended = batch.real.filter((outcome, row) => outcome === batch.thought[row]).length;
  const spelt = batch.objects.filter((object) => object === wanted).length;
  console.log(
    `${name}: ${asIntended} of ${batch.real.length} steps went as intended, ${spelt} spelt ${wanted}`,
  );
  batch.objects.forEach((object, b) => {
    const ofOne = (steps: Int32Array): Int32Array =>
      Int32Array.from({ length: environment.maxSteps }, (_, t) => steps[t * rows + b]!);
    const score = matches(object) / wanted.length;
    const trajectory = { thought: ofOne(batch.thought), real: ofOne(batch.real), length: batch.lengths[b]! };
    replay.add({ ...trajectory, object, score }, 10 ** matches(object));
  });
}

const memory = Generator.fromSeed(3);
console.log(`drawn again, of ${replay.count}, the better the likelier:`);
for (let i = 0; i < 5; i++) {
  const { object, thought, score } = replay.at(replay.draw(memory));
  const intended = Array.from(thought, (letter) => alphabet[letter]).join("");
  console.log(`${object}  intended ${intended}  score ${score.toFixed(2)}`);
}
