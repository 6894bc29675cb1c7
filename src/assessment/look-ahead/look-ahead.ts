/**
 * What looking ahead when deciding is worth: the exact law of `π_k` for several `k`, on tables of sequences of one length
 * level by level, on other small spaces of sequences state by state. Nothing is trained; flows that the model has anyway
 * are looked at `k` steps further on. At the end one sees either true scores, where asking is free, or what the flows make
 * of the last step.
 */
import { tokenKernel } from "../../environment/noise/token-kernel.ts";
import type { Environment } from "../../environment/environment.ts";
import { breathe } from "../../breathe.ts";
import { WindageError } from "../../error.ts";
import { klForward, klReverse, tv } from "../../evaluation/law/distances.ts";
import { noiseKernel } from "../../evaluation/law/kernel.ts";
import { targetLaw } from "../../evaluation/law/log-z.ts";
import { decideAheadSteps } from "../../evaluation/limit/decide-ahead.ts";
import type { Context } from "../../landscape/context.ts";
import type { NoiseKernel } from "../../evaluation/law/kernel.ts";
import { dynamicsAt, logFlowsAt } from "../../training/policy/state-figures.ts";
import type { Trainer } from "../../training/trainer.ts";
import { PolicyTable } from "../../training/policy/policy-table.ts";
import type { Evaluator } from "../evaluator.ts";
import type { Laws } from "../law/laws.ts";
import { aheadPolicy, type AheadEnds } from "./ahead-policy.ts";
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

function noAhead({ name }: Environment): WindageError {
  return new WindageError(
    "assessment/no-look-ahead",
    `${name}: got steps to look ahead where no law is known exactly, expected a space of sequences that is small enough and scores that may all be asked for; use sample with look-ahead instead.`,
  );
}

/** More continuations of all states together take minutes. */
const mostContinuations = 2 ** 22;

function refuseMany({ name, outcomeCount }: Environment, states: number, steps: number): void {
  if (states * outcomeCount ** steps <= mostContinuations) return;
  throw new WindageError(
    "assessment/no-look-ahead",
    `${name}: got ${steps} steps to look ahead from each of ${states} states by ${outcomeCount} outcomes, expected at most ${mostContinuations.toLocaleString("en-US")} continuations for an exact law; look fewer steps ahead, or use sample with look-ahead.`,
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
  requireFlows(trainer);
  if (evaluator === null) throw noAhead(environment);
  const { laws } = evaluator;
  const target = targetLaw(laws.logReward);
  const distances = (law: Float64Array): AheadDistances => ({
    tv: tv(law, target),
    klReverse: klReverse(law, target),
    klForward: klForward(law, target),
    regret: klReverse(law, target) - laws.limit.kl,
  });
  const ahead = await (levelled(environment, laws) ? byLevel : byState)(trainer, evaluator, context);
  const found: AheadReport[] = [];
  for (const k of steps) {
    onStep?.(k, 0);
    // One after the other, each half of the work.
    const scores = await ahead(k, "scores", (share) => onStep?.(k, share / 2));
    const flows = await ahead(k, "flows", (share) => onStep?.(k, (1 + share) / 2));
    found.push({ steps: k, scores: distances(scores), flows: distances(flows) });
    await breathe();
  }
  return found;
}

type Tell = (share: number) => void;
/** The law of looking so many steps ahead, with what finished objects count for. */
type LawAhead = (steps: number, ends: "scores" | "flows", tell: Tell) => Promise<Float64Array>;

/** Whether prefixes of one length are a level, all under the same noise and in the order of a table. */
function levelled(environment: Environment, { asked }: Laws): boolean {
  return tokenKernel(environment) !== null && environment.stopAction === undefined && asked === 0;
}

/** Asks the policy that looks ahead about every state, as it is asked for samples. */
function byState(trainer: Trainer, evaluator: Evaluator, context: Context | undefined): LawAhead {
  const { laws } = evaluator;
  const place = new Map(laws.objects.map((object, i) => [object, i]));
  // The laws know what every object is worth, so that nobody has to be asked again.
  const known: AheadEnds = {
    landscape: {
      score: (objects: readonly string[]) =>
        Promise.resolve(Float64Array.from(objects, (object) => place.get(object)!)),
    },
    reward: { logRewards: (places) => Float64Array.from(places, (i) => laws.logReward[i]!) },
  };
  return async (steps, ends) => {
    if (steps === 0) return evaluator.law();
    refuseMany(trainer.options.environment, laws.states.count, steps);
    const policy = aheadPolicy(trainer, { steps, context, ...(ends === "scores" ? { ends: known } : {}) });
    const table = await PolicyTable.compile(policy, laws.states, context);
    try {
      return laws.lawOf(await table.probabilities());
    } finally {
      await table.dispose();
    }
  };
}

/** Level by level, which is much faster. */
async function byLevel(
  trainer: Trainer,
  evaluator: Evaluator,
  context: Context | undefined,
): Promise<LawAhead> {
  const { laws } = evaluator;
  const { environment } = trainer.options;
  const { actionCount: size, maxSteps } = environment;
  const kernel = noiseKernel(size, tokenKernel(environment)!);
  const logFlowByDepth = byDepth(await logFlowsAt(trainer, laws.states, context), size, maxSteps, 1);
  const learned = await dynamicsAt(trainer, laws.states, context);
  const dynamics = learned === null ? kernel : byDepth(learned, size, maxSteps, size * size);
  const policy = await evaluator.policy();
  const logEnd = ofLastStep(logFlowByDepth, byDepth(policy, size, maxSteps, size), dynamics, size);
  return async (k, ends, tell) => {
    if (k === 0) return laws.lawOf(policy);
    const asked = { logFlowByDepth, logEnd: ends === "scores" ? laws.logReward : logEnd, dynamics };
    const deciding = decideAheadSteps(asked, k);
    for (;;) {
      const { done, value } = deciding.next();
      if (done) return laws.lawOf(joined(value));
      tell(value);
      await breathe();
    }
  };
}

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
