/**
 * Golden cases of the objectives: kinds `sdb`, `local-kl`, `entropy-ratio` and `skl-posterior`, every file in the folder named by
 * `GOLDEN_DIR` (default `../shared/golden`), run in float32 on the default engine, to 1e-4 relative plus 1e-6 of the
 * largest number in the same array (at least 1).
 */
import { expect } from "vitest";
import { nn, np } from "../../src/engine/jax.ts";
import type { Data } from "../../src/engine/spec.ts";
import type { JaxArray } from "../../src/engine/jax.ts";
import { dynamicsLoss, logOfOutcome } from "../../src/objective/dynamics-loss.ts";
import { entropyTerms } from "../../src/objective/entropy-ratio/entropy-ratio.ts";
import { leaveOneOutAdvantage, skl } from "../../src/objective/divergence/skl.ts";
import { linex } from "../../src/objective/balance/linex.ts";
import { localKlPerState, localKl } from "../../src/objective/divergence/local-kl.ts";
import { onPolicyFirst, transitionTerms, stepMask } from "../../src/objective/terms.ts";
import { residual } from "../../src/objective/balance/residual.ts";
import { sdb } from "../../src/objective/balance/sdb.ts";
import { ssubtb } from "../../src/objective/balance/ssubtb.ts";
import { stb } from "../../src/objective/balance/stb.ts";
import { trajectoryCost } from "../../src/objective/balance/trajectory-cost.ts";
import { withPosterior } from "../../src/objective/posterior.ts";
import { logPolicyOf } from "../../src/objective/log-probability.ts";
import type { ChildTerms, Terms } from "../../src/objective/objective.ts";
import { flatten, gradients, run, shapeOf } from "../../src/objective/testing/run.fixture.ts";
import type { Arrays, Nested } from "../../src/objective/testing/run.fixture.ts";
import { sklOverAllPairs } from "../../src/objective/testing/skl-enumeration.fixture.ts";
import { tinyWorld } from "../../src/objective/testing/tiny-world.fixture.ts";
import { describeGoldenCases } from "./golden-cases.fixture.ts";

interface GoldenCase {
  readonly kind: "sdb" | "local-kl" | "entropy-ratio" | "skl-posterior";
  readonly rewardFloor: number;
  readonly lengths: readonly number[];
  readonly gamma: number;
  readonly quantile: number;
  readonly cap: number;
  readonly epsilon: number;
  readonly inputs: Readonly<Record<string, readonly Nested[]>>;
  readonly world?: GoldenWorld;
  readonly expected: Readonly<Record<string, Nested>>;
}

function runTransitions({
  inputs,
  expected,
  lengths,
  rewardFloor,
}: GoldenCase): Promise<Record<string, Data>> {
  const { reward, ...rest } = inputs;
  const [steps, batch] = shapeOf(inputs["thought"]!) as [number, number];
  const termsOf = (arrays: Arrays): Terms =>
    transitionTerms({
      policyLogits: arrays["policyLogits"]!,
      backwardLogits: arrays["backwardLogits"]!,
      logFlow: arrays["logFlow"]!,
      dynamics: { logits: arrays["dynamicsLogits"]!, real: arrays["real"]! },
      thought: arrays["thought"]!,
      logReward: arrays["logReward"]!,
      ...(arrays["lengths"] ? { lengths: arrays["lengths"] } : {}),
      onPolicy: onPolicyFirst(batch, batch),
    });
  const dynamics = (arrays: Arrays): JaxArray =>
    dynamicsLoss(
      logOfOutcome(arrays["dynamicsLogits"]!, arrays["real"]!),
      arrays["lengths"] ? stepMask(arrays["lengths"], steps) : np.ones([steps, batch]),
    );
  const names = ["policyLogits", "backwardLogits", "logFlow"];
  const all = (arrays: Arrays): Arrays => {
    const terms = termsOf(arrays);
    const cost = trajectoryCost(terms);
    const onPolicy = "trajectoryCost" in expected && {
      trajectoryCost: cost.ref,
      leaveOneOutAdvantage: leaveOneOutAdvantage(cost, terms.onPolicy),
      ...gradients("reverseKlGrad", names.slice(0, 2), arrays, (free) => skl.loss(termsOf(free))),
    };
    return {
      logPolicy: terms.logPolicy.ref,
      logBackward: terms.logBackward.ref,
      logDynamics: terms.logDynamics.ref,
      endLogFlow: terms.endLogFlow.ref,
      llDiff: residual(terms),
      loss: sdb.loss(terms),
      dynamicsLoss: dynamics(arrays),
      trajectoryBalance: stb.loss(terms),
      linexBalance: linex.loss(terms),
      subTrajectoryBalance09: ssubtb({ lambda: 0.9 }).loss(terms),
      ...gradients("grad", names, arrays, (free) => sdb.loss(termsOf(free))),
      ...gradients("grad", ["dynamicsLogits"], arrays, dynamics),
      ...onPolicy,
    };
  };
  const logReward = flatten(reward!).map((r) => Math.log(Math.max(r, rewardFloor)));
  const variable = lengths.some((length) => length !== steps);
  return run(all, { ...rest, logReward, ...(variable ? { lengths } : {}) }, ["thought", "real", "lengths"]);
}

function runLocalKl({ inputs }: GoldenCase): Promise<Record<string, Data>> {
  const states = inputs["logFlow"]!.length;
  const localOf = (arrays: Arrays): ChildTerms => ({
    logFlow: arrays["logFlow"]!,
    childLogFlow: arrays["childLogFlow"]!,
    logPolicy: logPolicyOf(arrays["policyLogits"]!),
    logDynamics: logPolicyOf(arrays["dynamicsLogits"]!),
    childLogBackward: logPolicyOf(arrays["childBackwardLogits"]!),
    mask: np.ones([states]),
  });
  // Local objectives read only this part of the terms.
  const loss = (arrays: Arrays): JaxArray => localKl.loss({ children: localOf(arrays) } as Terms);
  const names = ["logFlow", "childLogFlow", "policyLogits", "childBackwardLogits"];
  return run(
    (arrays) => ({
      perState: localKlPerState(localOf(arrays)),
      loss: loss(arrays),
      ...gradients("grad", names, arrays, loss),
    }),
    inputs,
  );
}

interface GoldenWorld {
  readonly alphabetSize: number;
  readonly length: number;
  readonly alpha: number;
  readonly exponent: number;
  readonly floor: number;
  readonly score: readonly number[];
  readonly policyLogitsByDepth: readonly (readonly (readonly number[])[])[];
  readonly expected: {
    readonly klReverse: number;
    readonly gradPolicyLogitsByDepth: readonly (readonly (readonly number[])[])[];
  };
}

/** The estimator of the whole world without its noise: the mean over all pairs of trajectories. */
async function expectWorld(golden: GoldenWorld): Promise<void> {
  const { alphabetSize, length, alpha, exponent, floor, score, policyLogitsByDepth, expected } = golden;
  const world = tinyWorld(alphabetSize, length, alpha);
  const logReward = score.map((y) => exponent * Math.log(Math.max(y, floor)));
  const dynamics = world.kernel.map((row) => row.map(Math.log));
  const mean = await sklOverAllPairs(world, policyLogitsByDepth.flat(), dynamics, logReward);
  const logZ = Math.log(logReward.reduce((sum, log) => sum + Math.exp(log), 0));
  expectClose("world.klReverse", Float32Array.of(mean["value"]![0]! + logZ), expected.klReverse);
  expectClose(
    "world.gradPolicyLogitsByDepth",
    Float32Array.from(mean["gradPolicy"]!),
    expected.gradPolicyLogitsByDepth,
  );
}

/** A batch with the posterior computed from the dynamics of every intention. */
async function runSklPosterior({
  inputs,
  lengths,
  rewardFloor,
  world,
}: GoldenCase): Promise<Record<string, Data>> {
  const { reward, ...rest } = inputs;
  const [steps, batch, actions, outcomes] = shapeOf(inputs["dynamicsLogits"]!) as [
    number,
    number,
    number,
    number,
  ];
  const termsOf = (arrays: Arrays): Terms => {
    const policyLogits = arrays["policyLogits"]!;
    const happened = nn.oneHot(arrays["real"]!.ref, outcomes).reshape([steps, batch, 1, outcomes]);
    const ofAll = np.sum(nn.logSoftmax(arrays["dynamicsLogits"]!.ref).mul(happened), -1);
    const taken = np.sum(ofAll.ref.mul(nn.oneHot(arrays["thought"]!.ref, actions)), -1);
    const learned = transitionTerms({
      policyLogits,
      backwardLogits: np.zeros(policyLogits.shape),
      logFlow: np.zeros([steps + 1, batch]),
      dynamics: { logDynamics: taken },
      thought: arrays["thought"]!,
      logReward: arrays["logReward"]!,
      lengths: arrays["lengths"]!,
      onPolicy: onPolicyFirst(batch, batch),
    });
    return withPosterior(learned, { policyLogits, logDynamicsOfAll: ofAll });
  };
  const logReward = flatten(reward!).map((r) => Math.log(Math.max(r, rewardFloor)));
  const results = await run(
    (arrays) => {
      const terms = termsOf(arrays);
      const cost = trajectoryCost(terms);
      return {
        logOutcome: terms.posterior!.logOutcome.ref,
        logBackward: terms.logBackward.ref,
        trajectoryCost: cost.ref,
        leaveOneOutAdvantage: leaveOneOutAdvantage(cost, terms.onPolicy),
        ...gradients("grad", ["policyLogits"], arrays, (free) => skl.loss(termsOf(free))),
      };
    },
    { ...rest, logReward, lengths },
    ["thought", "real", "lengths"],
  );
  await expectWorld(world!);
  return results;
}

function runEntropyRatio({
  inputs,
  gamma,
  quantile,
  cap,
  epsilon,
}: GoldenCase): Promise<Record<string, Data>> {
  const logits = flatten(inputs["policy"]!).map((p) => Math.log(Math.max(p, 1e-37)));
  const [states, choices] = shapeOf(inputs["policy"]!) as [number, number];
  return run(
    ({ logits }) => {
      const figures = entropyTerms(
        { logits: logits!.reshape([states, choices]) },
        { gamma, quantile, cap, epsilon },
      );
      const { temperature: _temperature, lossWeight: _lossWeight, ...expected } = figures;
      return expected;
    },
    { logits },
  );
}

const runners: Readonly<Record<string, (golden: GoldenCase) => Promise<Record<string, Data>>>> = {
  sdb: runTransitions,
  "local-kl": runLocalKl,
  "entropy-ratio": runEntropyRatio,
  "skl-posterior": runSklPosterior,
};

function expectClose(name: string, actual: Data, expected: Nested): void {
  const right = flatten(expected);
  expect(actual.length, `${name}: number of values`).toBe(right.length);
  // Float32 sums of numbers of size 1 that cancel leave a rest of this size.
  const floor = 1e-6 * Math.max(1, ...right.map(Math.abs));
  for (const [i, value] of right.entries()) {
    const allowed = 1e-4 * Math.abs(value) + floor;
    const error = Math.abs(actual[i]! - value);
    expect(error <= allowed, `${name}[${i}]: got ${actual[i]}, expected ${value}`).toBe(true);
  }
}

describeGoldenCases(
  "golden cases: objective",
  Object.keys(runners),
  (golden: GoldenCase) => runners[golden.kind]!(golden),
  expectClose,
);
