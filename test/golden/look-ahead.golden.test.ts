/**
 * Golden cases of deciding with more or with less than the present state: kinds `decide-ahead` and `open-loop-limit`,
 * every file in the folder named by `GOLDEN_DIR` (default `../shared/golden`). Figures to 1e-9 relative to the larger of 1
 * and the value; laws at the limit without feedback to 1e-6, because a divergence certified to 1e-12 says no more of them.
 */
import { expect } from "vitest";
import { decideAhead } from "../../src/evaluation/limit/decide-ahead.ts";
import { exactLaw } from "../../src/evaluation/law/exact-law.ts";
import { openLoopLimit } from "../../src/evaluation/limit/open-loop-limit.ts";
import { stickyKernel } from "../../src/evaluation/law/kernel.ts";
import { targetLaw } from "../../src/evaluation/law/log-z.ts";
import { tv } from "../../src/evaluation/law/distances.ts";
import { describeGoldenCases } from "./golden-cases.fixture.ts";

type Nested = number | readonly Nested[] | { readonly [name: string]: Nested };

interface GoldenCase {
  readonly kind: "decide-ahead" | "open-loop-limit";
  readonly alphabetSize: number;
  readonly alpha: number;
  readonly exponent: number;
  readonly floor: number;
  readonly inputs: {
    readonly score: readonly number[];
    readonly logFlowByDepth: readonly (readonly number[])[];
  };
  readonly expected: Readonly<Record<string, Nested>>;
}

function runDecideAhead({
  alphabetSize,
  alpha,
  exponent,
  floor,
  inputs,
  expected,
}: GoldenCase): Record<string, Nested> {
  const logReward = inputs.score.map((y) => exponent * Math.log(Math.max(y, floor)));
  const kernel = stickyKernel(alphabetSize, alpha);
  const flows = { logFlowByDepth: inputs.logFlowByDepth, logEnd: logReward, dynamics: kernel };
  const figures = Object.keys(expected).map((steps) => {
    const policyByDepth = decideAhead(flows, Number(steps));
    const law = exactLaw(policyByDepth, kernel);
    const policy = policyByDepth.map((level) => Array.from(level));
    return [
      steps,
      { policyByDepth: policy, law: Array.from(law), tv: tv(law, targetLaw(logReward)) },
    ] as const;
  });
  return Object.fromEntries(figures);
}

function runOpenLoop({ alphabetSize, alpha, exponent, floor, inputs }: GoldenCase): Record<string, Nested> {
  const logReward = inputs.score.map((y) => exponent * Math.log(Math.max(y, floor)));
  const kernel = stickyKernel(alphabetSize, alpha);
  const forward = openLoopLimit(logReward, kernel, "forward", { gap: 1e-13 });
  const reverse = openLoopLimit(logReward, kernel, "reverse", { gap: 1e-13 });
  return {
    forwardKl: forward.kl,
    forwardLaw: Array.from(forward.law),
    forwardTv: forward.tv,
    reverseKl: reverse.kl,
    reverseLaw: Array.from(reverse.law),
    reverseTv: reverse.tv,
  };
}

/** All numbers of a figure in order, whatever lists they stand in; named ones in the order of their names. */
function flatten(value: Nested): number[] {
  if (typeof value === "number") return [value];
  if (Array.isArray(value)) return value.flatMap(flatten);
  const named = value as { readonly [name: string]: Nested };
  return Object.keys(named)
    .sort()
    .flatMap((name) => flatten(named[name]!));
}

describeGoldenCases(
  "golden cases: look-ahead and no feedback",
  ["decide-ahead", "open-loop-limit"],
  (golden: GoldenCase) => (golden.kind === "decide-ahead" ? runDecideAhead(golden) : runOpenLoop(golden)),
  (name, actual, expected) => {
    const [left, right] = [flatten(actual), flatten(expected)];
    const allowed = /Law|Tv/.test(name) ? 1e-6 : 1e-9;
    expect(left.length, `${name}: number of values`).toBe(right.length);
    for (const [i, value] of right.entries()) {
      const error = Math.abs(left[i]! - value) / Math.max(1, Math.abs(value));
      expect(error <= allowed, `${name}[${i}]: got ${left[i]}, expected ${value}`).toBe(true);
    }
  },
);
