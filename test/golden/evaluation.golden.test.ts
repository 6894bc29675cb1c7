/**
 * Golden cases of the float64 evaluation code: kinds `limit`, `modes` and `entropy-ratio`, every file in the
 * folder named by `GOLDEN_DIR` (default `../shared/golden`), to 1e-9 relative to the larger of 1 and the value.
 */
import { entropyRatio } from "../../src/evaluation/sample/entropy-ratio.ts";
import { exactLaw } from "../../src/evaluation/law/exact-law.ts";
import { jsd, klForward, klReverse, tv } from "../../src/evaluation/law/distances.ts";
import { limitForwardKl } from "../../src/evaluation/limit/forward-kl-limit.ts";
import { limitReverseKl } from "../../src/evaluation/limit/reverse-kl-limit.ts";
import { logPartition, targetLaw } from "../../src/evaluation/law/log-z.ts";
import { naiveLaw } from "../../src/evaluation/law/naive-policy.ts";
import { referenceModes, selectModes } from "../../src/evaluation/sample/modes.ts";
import { stickyKernel } from "../../src/evaluation/law/kernel.ts";
import { sequenceTable } from "../../src/evaluation/sample/sequence-table.ts";
import { describeGoldenCases, expectClose } from "./golden-cases.fixture.ts";

type Figures = Readonly<Record<string, number | readonly number[]>>;

interface LimitCase {
  readonly kind: "limit";
  readonly alphabetSize: number;
  readonly alpha: number;
  readonly exponent: number;
  readonly rewardFloor: number;
  readonly inputs: {
    readonly score: readonly number[];
    readonly policyByDepth: readonly (readonly (readonly number[])[])[];
  };
  readonly expected: Figures;
}

interface ModesCase {
  readonly kind: "modes";
  readonly radius: number;
  readonly inputs: { readonly sequences: readonly string[]; readonly score: readonly number[] };
  readonly expected: Figures;
}

interface EntropyRatioCase {
  readonly kind: "entropy-ratio";
  readonly gamma: number;
  readonly quantile: number;
  readonly cap: number;
  readonly epsilon: number;
  readonly inputs: { readonly policy: readonly (readonly number[])[] };
  readonly expected: Figures;
}

type GoldenCase = LimitCase | ModesCase | EntropyRatioCase;

function runLimit(golden: LimitCase): Record<string, number | ArrayLike<number>> {
  const { alphabetSize, alpha, exponent, rewardFloor, inputs } = golden;
  const logReward = inputs.score.map((y) => exponent * Math.log(Math.max(y, rewardFloor)));
  const kernel = stickyKernel(alphabetSize, alpha);
  const target = targetLaw(logReward);
  const reverse = limitReverseKl(logReward, kernel);
  const forward = limitForwardKl(logReward, kernel);
  const policyLaw = exactLaw(
    inputs.policyByDepth.map((rows) => rows.flat()),
    kernel,
  );
  return {
    logZ: logPartition(logReward),
    target,
    reverseKlFloor: reverse.kl,
    reverseKlTv: reverse.tv,
    reverseKlLaw: reverse.law,
    forwardKlFloor: forward.kl,
    forwardKlTv: forward.tv,
    naiveTv: tv(naiveLaw(logReward, kernel), target),
    policyLaw,
    policyTv: tv(policyLaw, target),
    policyReverseKl: klReverse(policyLaw, target),
    policyForwardKl: klForward(policyLaw, target),
    policyJsd: jsd(policyLaw, target),
  };
}

function runModes({ radius, inputs }: ModesCase): Record<string, number | ArrayLike<number>> {
  const table = sequenceTable(inputs.sequences);
  const byScore = referenceModes(table, inputs.score, { radius });
  const inOrder = selectModes(table, radius);
  return {
    byScoreIndices: byScore.indices,
    byScoreCount: byScore.total,
    inOrderIndices: inOrder,
    inOrderCount: inOrder.length,
  };
}

function runEntropyRatio(golden: EntropyRatioCase): Record<string, number | ArrayLike<number>> {
  const { gamma, quantile, cap, epsilon, inputs } = golden;
  const { temperature: _, ...figures } = entropyRatio(inputs.policy.flat(), inputs.policy[0]!.length, {
    gamma,
    quantile,
    cap,
    epsilon,
  });
  return figures;
}

function run(golden: GoldenCase): Record<string, number | ArrayLike<number>> {
  switch (golden.kind) {
    case "limit":
      return runLimit(golden);
    case "modes":
      return runModes(golden);
    case "entropy-ratio":
      return runEntropyRatio(golden);
  }
}

describeGoldenCases(
  "golden cases: evaluation",
  ["limit", "modes", "entropy-ratio"],
  run,
  (name, actual, expected) => expectClose(actual, expected, name),
);
