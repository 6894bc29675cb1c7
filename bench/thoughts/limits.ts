/**
 * What remembering can be worth under `wear`, without networks and without samples: tables with exact gradients. First the
 * least KL(sampler ‖ target) of policies that see the process's memory and of those that see the state alone; then where
 * stochastic detailed balance ends when all is learned: asked for at each state, of a policy that sees no more (`outcomes`),
 * and at each state and memory, of one that sees both (what thoughts are trained by). The last rows are other ways to train
 * one that sees both: balance at each state, flows of states alone, and the divergence of trajectories with their histories,
 * as `skl` has it.
 *
 *     npx tsx bench/thoughts/limits.ts [--world 1] [--wear 0.9,2] [--steps 1000]
 */
import { parseArgs } from "node:util";
import { key, Reward, sequenceEnvironment, wearNoise } from "windage";
import {
  Adam,
  compileTraining,
  createParameters,
  lax,
  linearDecay,
  nn,
  normal,
  np,
  parameter,
} from "windage/engine";
import type { JaxArray } from "windage/engine";
import { landscapeOf, length, letters } from "./world.ts";

const { values } = parseArgs({
  options: {
    world: { type: "string", default: "1" },
    wear: { type: "string", default: "0.9,2" },
    steps: { type: "string", default: "1000" },
  },
});
const [alpha, uses] = values.wear.split(",").map(Number) as [number, number];
const steps = Number(values.steps);
const count = letters.length;
const environment = sequenceEnvironment({ alphabet: letters, length });
const memory = wearNoise({ alpha, uses }).over(environment);
const landscape = landscapeOf(Number(values.world));
const reward = new Reward({ exponent: 1, floor: 1e-3 });
const logReward = Float32Array.from({ length: count ** length }, (_, i) =>
  reward.logReward(landscape.scoreAt(i)),
);
const logZ = Math.log(logReward.reduce((sum, value) => sum + Math.exp(value), 0));
/** What is remembered next, [memories · intentions, memories], and how likely each outcome is, […, outcomes]. */
const next = new Float32Array(memory.count * count * memory.count);
const noise = new Float64Array(memory.count * count * count);
for (let m = 0; m < memory.count; m++) {
  for (let a = 0; a < count; a++) {
    const row = m * count + a;
    next[row * memory.count + memory.remember(m, a, a)] = 1;
    memory.outcomeProbabilities(environment.initial, m, a, noise.subarray(row * count, (row + 1) * count));
  }
}
const nextRows = (): JaxArray => np.array(next).reshape([memory.count * count, memory.count]);
const noiseRows = (): JaxArray => np.array(Float32Array.from(noise)).reshape([1, memory.count, count, count]);

/** What is minimised, and what the policy sees. */
interface Question {
  readonly minimised:
    | "divergence"
    | "divergence with histories"
    | "balance at states"
    | "balance at states and memories"
    | "balance at states and memories, flows of states";
  readonly seesMemory: boolean;
}

/** Everything after t letters is numbered by state, then by memory. */
function answer({ minimised, seesMemory }: Question) {
  const withHistories = minimised === "divergence with histories";
  const isDivergence = minimised === "divergence" || withHistories;
  const byMemory = minimised === "balance at states and memories";
  const ofStates = minimised === "balance at states and memories, flows of states";
  const table = (width: number, seen: boolean) =>
    Object.fromEntries(
      Array.from({ length }, (_, t) => [
        `after${t}`,
        parameter([count ** t, seen ? memory.count : 1, width], normal(0.01)),
      ]),
    );
  const parameters = createParameters({ policy: table(count, seesMemory), flow: table(1, byMemory) }, key(0));
  const optimiser = new Adam(parameters, { rate: 0.1, schedule: linearDecay(steps, 0.002) });
  const startingFlow = (t: number): number => logZ - t * Math.log(count);
  return compileTraining(
    minimised,
    ({ policy, flow }) => {
      const start = Float32Array.from({ length: memory.count }, (_, m) => (m === 0 ? 1 : 0));
      let reached = np.array(start).reshape([1, memory.count]);
      let imbalance = np.array(0);
      for (let t = 0; t < length; t++) {
        const states = count ** t;
        const shape = [states, memory.count, count];
        const chosen = nn.softmax(policy[`after${t}`]!, -1).mul(np.ones([1, memory.count, 1]));
        const outcomes = chosen.ref.reshape([...shape, 1]).mul(noiseRows());
        const flowing = outcomes.ref.mul(reached.ref.reshape([states, memory.count, 1, 1]));
        if (!isDivergence) {
          const weights = lax.stopGradient(flowing.ref);
          const own = flow[`after${t}`]!.ref.add(startingFlow(t));
          const isLast = t === length - 1;
          const after = isLast
            ? np.array(logReward).reshape([states, count, 1])
            : flow[`after${t + 1}`]!.ref.add(startingFlow(t + 1)).reshape([states, count, -1]);
          const given = np.sum(outcomes, 2);
          if (byMemory || ofStates) {
            const there =
              isLast || ofStates
                ? after.reshape([states, 1, 1, count])
                : np
                    .matmul(after.reshape([states * count, memory.count]), nextRows().transpose())
                    .reshape([states, count, memory.count, count])
                    .transpose([0, 2, 3, 1]);
            const logOutcome = np.log(given).reshape([states, memory.count, 1, count]);
            const residual = own.reshape([states, -1, 1, 1]).add(logOutcome).sub(there);
            imbalance = imbalance.add(np.sum(weights.mul(np.square(residual))));
          } else {
            const share = reached.ref.div(np.sum(reached.ref, 1, { keepdims: true }));
            const marginal = np.sum(given.mul(share.reshape([states, memory.count, 1])), 1);
            const residual = own
              .reshape([states, 1])
              .add(np.log(marginal))
              .sub(after.reshape([states, count]));
            imbalance = imbalance.add(np.sum(np.sum(weights, [1, 2]).mul(np.square(residual))));
          }
        } else if (withHistories) {
          const given = np.sum(outcomes, 2);
          const here = reached.ref.reshape([states, memory.count, 1]).mul(given.ref).mul(np.log(given));
          imbalance = imbalance.add(np.sum(here));
        } else outcomes.dispose();
        const moved = flowing.transpose([0, 3, 1, 2]).reshape([states * count, memory.count * count]);
        const further = np.matmul(moved, nextRows());
        reached = isDivergence ? further : lax.stopGradient(further);
      }
      const law = np.sum(reached, 1);
      const wanted = np.sum(law.ref.mul(np.array(logReward)));
      const divergence = np.sum(law.ref.mul(np.log(law).sub(np.array(logReward)).add(logZ)));
      if (withHistories) return { loss: imbalance.sub(wanted), divergence };
      wanted.dispose();
      return isDivergence ? { loss: divergence.ref, divergence } : { loss: imbalance, divergence };
    },
    { parameters, optimiser, inputs: {} },
  );
}

const questions: readonly Question[] = [
  { minimised: "divergence", seesMemory: true },
  { minimised: "divergence", seesMemory: false },
  { minimised: "balance at states", seesMemory: false },
  { minimised: "balance at states and memories", seesMemory: true },
  { minimised: "balance at states", seesMemory: true },
  { minimised: "balance at states and memories, flows of states", seesMemory: true },
  { minimised: "divergence with histories", seesMemory: true },
];
console.log("| minimised | the policy sees | KL(sampler ‖ target), nats |\n|---|---|---|");
for (const question of questions) {
  const program = await answer(question);
  let divergence = Number.NaN;
  for (let step = 0; step < steps; step++) divergence = (await program.step({})).outputs.divergence[0]!;
  await program.dispose();
  const seen = question.seesMemory ? "state and memory" : "state";
  console.log(`| ${question.minimised} | ${seen} | ${divergence.toFixed(4)} |`);
}
