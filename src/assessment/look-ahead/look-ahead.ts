/**
 * What looking ahead when deciding is worth: the exact law of `π_k` for several `k`, on tables of sequences of one length.
 * Nothing is trained; flows that the model has anyway are looked at `k` steps further on. At the end one sees either true
 * scores, where asking is free, or what the flows make of the last step.
 */
import { tokenKernel } from "../../environment/index.ts";
import type { Environment } from "../../environment/index.ts";
import { breathe } from "../../breathe.ts";
import { WindageError } from "../../error.ts";
import { klForward, klReverse, noiseKernel, targetLaw, tv } from "../../evaluation/index.ts";
import { decideAheadSteps } from "../../evaluation/limit/decide-ahead.ts";
import type { Context } from "../../landscape/index.ts";
import type { NoiseKernel } from "../../evaluation/index.ts";
import { dynamicsAt, logFlowsAt } from "../../training/policy/state-figures.ts";
import type { Trainer } from "../../training/index.ts";
import type { Evaluator } from "../evaluator.ts";
import { requireFlows } from "./require-flows.ts";

/** How far a law is from the target. */
export interface AheadDistances {
  readonly tv: number;
  readonly klReverse: number;
  readonly klForward: number;
  /** KL(law‖target) above the least any policy has. */
  readonly regret: number;
}

/** What looking so many steps ahead gives. */
export interface AheadReport {
  /** `k`; 0 is the policy itself. */
  readonly steps: number;
  /** With the scores of finished objects. */
  readonly scores: AheadDistances;
  /** With flows alone. */
  readonly flows: AheadDistances;
}

/** Refuses a trainer whose looking ahead has no exact law, before anything is computed for it. */
export function requireAhead(trainer: Trainer): void {
  requireFlows(trainer);
  const { environment } = trainer.options;
  if (tokenKernel(environment) === null || environment.stopAction !== undefined) throw noAhead(environment);
}

function noAhead({ name }: Environment): WindageError {
  return new WindageError(
    "assessment/no-look-ahead",
    `${name}: the exact law of looking ahead needs a table of sequences of one length under noise that is the same in every state; use sample with look-ahead instead.`,
  );
}

/**
 * Reports on a trainer as it is now; the evaluator and `context` are of the same condition, where there are any, and
 * `onStep` hears how many steps are being looked ahead, and what share of that is done.
 */
export async function reportAhead(
  trainer: Trainer,
  evaluator: Evaluator | null,
  steps: readonly number[],
  context?: Context,
  onStep?: (steps: number, done: number) => void,
): Promise<AheadReport[]> {
  const { environment } = trainer.options;
  const matrix = tokenKernel(environment);
  const { actionCount: size, maxSteps } = environment;
  requireAhead(trainer);
  if (evaluator === null || matrix === null) throw noAhead(environment);
  const kernel = noiseKernel(size, matrix);
  const { laws } = evaluator;
  const target = targetLaw(laws.logReward);
  const logFlowByDepth = byDepth(await logFlowsAt(trainer, laws.states, context), size, maxSteps, 1);
  const learned = await dynamicsAt(trainer, laws.states, context);
  const dynamics = learned === null ? kernel : byDepth(learned, size, maxSteps, size * size);
  const policy = await evaluator.policy();
  const logEnd = ofLastStep(logFlowByDepth, byDepth(policy, size, maxSteps, size), dynamics, size);
  const distances = (law: Float64Array): AheadDistances => ({
    tv: tv(law, target),
    klReverse: klReverse(law, target),
    klForward: klForward(law, target),
    regret: klReverse(law, target) - laws.limit.kl,
  });
  const ahead = async (k: number, logEnd: Float64Array, tell: Tell): Promise<AheadDistances> => {
    if (k === 0) return distances(laws.lawOf(policy));
    const deciding = decideAheadSteps({ logFlowByDepth, logEnd, dynamics }, k);
    for (;;) {
      const { done, value } = deciding.next();
      if (done) return distances(laws.lawOf(joined(value)));
      tell(value);
      await breathe();
    }
  };
  const found: AheadReport[] = [];
  for (const k of steps) {
    onStep?.(k, 0);
    // One after the other, each half of the work.
    const scores = await ahead(k, laws.logReward, (share) => onStep?.(k, share / 2));
    const flows = await ahead(k, logEnd, (share) => onStep?.(k, (1 + share) / 2));
    found.push({ steps: k, scores, flows });
    await breathe();
  }
  return found;
}

type Tell = (share: number) => void;

/** Splits what is by state into what is by length of prefix; `width` numbers per state. */
function byDepth(values: Float64Array, size: number, length: number, width: number): Float64Array[] {
  let before = 0;
  return Array.from({ length }, (_, depth) => {
    const level = values.subarray(before * width, (before + size ** depth) * width);
    before += size ** depth;
    return level;
  });
}

function joined(levels: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(levels.reduce((sum, level) => sum + level.length, 0));
  let start = 0;
  for (const level of levels) {
    all.set(level, start);
    start += level.length;
  }
  return all;
}

/** log F(parent) + log q(c|parent) of every finished sequence. */
function ofLastStep(
  logFlowByDepth: readonly Float64Array[],
  policyByDepth: readonly Float64Array[],
  dynamics: NoiseKernel | readonly Float64Array[],
  size: number,
): Float64Array {
  const [flows, policy] = [logFlowByDepth.at(-1)!, policyByDepth.at(-1)!];
  const chances = "matrix" in dynamics ? undefined : dynamics.at(-1)!;
  return Float64Array.from({ length: flows.length * size }, (_, x) => {
    const [parent, c] = [Math.floor(x / size), x % size];
    let q = 0;
    for (let a = 0; a < size; a++) {
      const chance = chances
        ? chances[(parent * size + a) * size + c]!
        : (dynamics as NoiseKernel).matrix[a * size + c]!;
      q += policy[parent * size + a]! * chance;
    }
    return flows[parent]! + Math.log(q);
  });
}
