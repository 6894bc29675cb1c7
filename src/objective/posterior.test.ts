import { expect, test } from "vitest";
import { np } from "../engine/jax.ts";
import { withPosterior } from "./posterior.ts";
import { residual } from "./balance/residual.ts";
import { onPolicyFirst, transitionTerms } from "./terms.ts";
import { flatten, run } from "./testing/run.fixture.ts";
import type { Nested } from "./testing/run.fixture.ts";
import {
  firstTerminal,
  logPosterior,
  logVisits,
  randomTable,
  tinyWorld,
  trajectories,
} from "./testing/tiny-world.fixture.ts";

test("the posterior is that of Bayes, and the flows of the policy balance with it", async () => {
  const world = tinyWorld(3, 2, 0.6);
  const policy = randomTable(1, firstTerminal(world), world.size);
  const posterior = logPosterior(world, policy);
  const visits = logVisits(world, policy);
  const all = trajectories(world);
  const perStep = (pick: (trajectory: (typeof all)[number], t: number) => Nested, steps = 2): Nested[][] =>
    Array.from({ length: steps }, (_, t) => all.map((trajectory) => pick(trajectory, t)));
  const { logBackward, delta } = await run(
    (arrays) => {
      const policyLogits = arrays["policyLogits"]!;
      const learned = transitionTerms({
        policyLogits,
        backwardLogits: np.zeros(policyLogits.shape),
        logFlow: arrays["logFlow"]!,
        dynamics: { logDynamics: arrays["logDynamics"]! },
        thought: arrays["thought"]!,
        logReward: arrays["logReward"]!,
        onPolicy: onPolicyFirst(all.length, all.length),
      });
      const terms = withPosterior(learned, { policyLogits, logDynamicsOfAll: arrays["logDynamicsOfAll"]! });
      return { logBackward: terms.logBackward.ref, delta: residual(terms) };
    },
    {
      policyLogits: perStep(({ states }, t) => policy[states[t]!]!),
      logFlow: perStep(({ states }, t) => visits[states[t]!]!, 3),
      logDynamics: perStep(({ thought, real }, t) => Math.log(world.kernel[thought[t]!]![real[t]!]!)),
      logDynamicsOfAll: perStep(({ real }, t) => world.kernel.map((row) => Math.log(row[real[t]!]!))),
      thought: perStep(({ thought }, t) => thought[t]!),
      logReward: all.map(({ states }) => visits[states.at(-1)!]!),
    },
    ["thought"],
  );
  const expected = flatten(perStep(({ thought, states }, t) => posterior[states[t + 1]!]![thought[t]!]!));
  for (const [i, value] of expected.entries()) {
    expect(logBackward![i]).toBeCloseTo(value, 4);
    expect(delta![i]).toBeCloseTo(0, 4);
  }
});
