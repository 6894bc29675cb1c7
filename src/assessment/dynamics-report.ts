/**
 * How well the noise has been learned: −Σ P log P̂ beside the entropy of P, averaged over every legal intention of a list
 * of states. The list is every state where there are few enough and they tell all that the model reads, else those that
 * samples passed through.
 */
import { nn } from "../engine/jax.ts";
import { compileWithParameters } from "../engine/parameter-program.ts";
import { tokenKernel } from "../environment/noise/token-kernel.ts";
import { everyPrefix } from "../environment/sequence/prefix-states.ts";
import { openStates } from "../environment/walk-states.ts";
import type { Environment } from "../environment/environment.ts";
import type { Context } from "../landscape/context.ts";
import type { DynamicsReport } from "../evaluation/law/dynamics.ts";
import { Trainer } from "../training/trainer.ts";
import { StateRows } from "../training/policy/state-rows.ts";
import type { Method } from "../training/method.ts";
import type { Visited } from "./samples.ts";

/** States whose dynamics are asked for at a time, and the numbers that an answer may have. */
const rowsAtATime = 4096;
const numbersAtATime = 2 ** 18;
const mostStates = 2 ** 20;

/** What comes of each intention on average over the states looked at, `[action][outcome]`. */
export interface NoiseTable {
  readonly truth: readonly (readonly number[])[];
  /** Null where the noise is known, or the method has no model of it. */
  readonly learned: readonly (readonly number[])[] | null;
}

/** Larger tables are for nobody to look at. */
const mostNamed = 64;

/** How well the noise has been learned, with what was learned; the table is null where it would be too large. */
interface DynamicsFound {
  readonly report: { readonly nll: number | null; readonly entropy: number | null };
  readonly table: NoiseTable | null;
}

/**
 * `nll` is null where nothing is learned: the noise is known, or the method has no model of it. Both are null where there
 * are too many states and none was visited.
 */
export async function reportDynamics(
  environment: Environment,
  method: Method,
  visited: readonly Visited[],
  context?: Context,
): Promise<DynamicsFound> {
  const few = environment.enumeration !== undefined && environment.enumeration.stateCount <= mostStates;
  const every = few && !readsThoughts(method) ? (everyPrefix(environment) ?? openStates(environment)) : null;
  const states = every ?? visited.map(({ state }) => state);
  if (states.length === 0) return { report: { nll: null, entropy: null }, table: null };
  if (!(method instanceof Trainer) || method.options.dynamics.mode === "known") {
    const sums = new Surprise(environment);
    sums.add(states, () => 0);
    return { report: { nll: null, entropy: sums.mean().entropy }, table: sums.table(false) };
  }
  const { dynamics, engine } = method.options;
  const width = environment.actionCount * environment.outcomeCount;
  // Large alphabets have large answers: few states at a time keep the report as small as training.
  const most = Math.max(16, Math.min(rowsAtATime, Math.floor(numbersAtATime / width)));
  const rows = Math.min(most, states.length);
  const read = new StateRows(environment, dynamics.model.reads, rows);
  const program = await compileWithParameters(
    "dynamics",
    (arrays, given) => ({
      log: nn.logSoftmax(dynamics.model.apply(arrays["dynamics"] as never, given)),
    }),
    { parameters: method.parameters, inputs: read.specs },
    engine ? { engine } : {},
  );
  const sums = new Surprise(environment);
  for (let start = 0; start < states.length; start += rows) {
    const some = states.slice(start, start + rows);
    some.forEach((state, row) => {
      read.write(row, state, context, true, visited[start + row]?.intentions);
    });
    const { log } = await program.run(read.data);
    sums.add(some, (at) => (log as Float32Array)[at]!);
  }
  await program.dispose();
  return { report: sums.mean(), table: sums.table(true) };
}

function readsThoughts(method: Method): boolean {
  if (!(method instanceof Trainer) || method.options.dynamics.mode === "known") return false;
  return method.options.dynamics.model.reads.includes("thoughts");
}

/** Sums over all legal (state, intention) of what was looked at. */
class Surprise {
  readonly #environment: Environment;
  readonly #truth: Float64Array;
  /** P(·|a) by intention, where one matrix holds at every state and every intention is legal. */
  readonly #everywhere: readonly Float64Array[] | null;
  #pairs = 0;
  #nll = 0;
  #entropy = 0;
  /** How often each intention was legal, and sums of what came of it; none where there are too many. */
  readonly #legal: Float64Array;
  readonly #sums: { readonly truth: Float64Array; readonly learned: Float64Array } | null;

  constructor(environment: Environment) {
    this.#environment = environment;
    const { actionCount, outcomeCount } = environment;
    this.#truth = new Float64Array(outcomeCount);
    this.#legal = new Float64Array(actionCount);
    const size = actionCount * outcomeCount;
    this.#sums =
      Math.max(actionCount, outcomeCount) > mostNamed
        ? null
        : { truth: new Float64Array(size), learned: new Float64Array(size) };
    const kernel = tokenKernel(environment);
    this.#everywhere =
      kernel?.length === actionCount * outcomeCount
        ? Array.from({ length: actionCount }, (_, a) =>
            kernel.slice(a * outcomeCount, (a + 1) * outcomeCount),
          )
        : null;
  }

  /** `logLearned` is by place in [states, actions, outcomes]. */
  add(states: readonly unknown[], logLearned: (at: number) => number): void {
    const { actionCount, outcomeCount } = this.#environment;
    for (const [row, state] of states.entries()) {
      for (let action = 0; action < actionCount; action++) {
        const truth = this.#truthAt(state, action);
        if (truth === null) continue;
        this.#pairs++;
        this.#legal[action]!++;
        for (let outcome = 0; outcome < outcomeCount; outcome++) {
          const p = truth[outcome]!;
          const log = logLearned((row * actionCount + action) * outcomeCount + outcome);
          if (this.#sums) {
            this.#sums.truth[action * outcomeCount + outcome]! += p;
            this.#sums.learned[action * outcomeCount + outcome]! += Math.exp(log);
          }
          if (p === 0) continue;
          this.#nll -= p * log;
          this.#entropy -= p * Math.log(p);
        }
      }
    }
  }

  /** What may come of an intention; null where it is illegal. */
  #truthAt(state: unknown, action: number): Float64Array | null {
    if (this.#everywhere) return this.#everywhere[action]!;
    if (!this.#environment.isLegal(state, action)) return null;
    this.#environment.outcomeProbabilities(state, action, this.#truth);
    return this.#truth;
  }

  mean(): DynamicsReport {
    return { nll: this.#nll / this.#pairs, entropy: this.#entropy / this.#pairs };
  }

  /** Means over the states at which an intention is legal; intentions that never are have no row of numbers. */
  table(isLearned: boolean): NoiseTable | null {
    const sums = this.#sums;
    if (sums === null) return null;
    const { actionCount, outcomeCount } = this.#environment;
    const rows = (of: Float64Array): number[][] =>
      Array.from({ length: actionCount }, (_, action) =>
        Array.from(
          of.subarray(action * outcomeCount, (action + 1) * outcomeCount),
          (sum) => sum / Math.max(1, this.#legal[action]!),
        ),
      );
    return { truth: rows(sums.truth), learned: isLearned ? rows(sums.learned) : null };
  }
}
