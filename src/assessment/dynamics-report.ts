/**
 * How well the noise has been learned: −Σ P log P̂ beside the entropy of P, averaged over every legal intention of a list
 * of states. The list is every state where there are few enough, else those that samples passed through.
 */
import { compileWithParameters, nn } from "../engine/index.ts";
import { openStates } from "../environment/index.ts";
import type { Environment } from "../environment/index.ts";
import type { DynamicsReport } from "../evaluation/index.ts";
import { StateRows, Trainer } from "../training/index.ts";
import type { Method } from "../training/index.ts";

/** States whose dynamics are asked for at a time. */
const rowsAtATime = 4096;
const mostStates = 2 ** 20;

/**
 * `nll` is null where nothing is learned: the noise is known, or the method has no model of it. Both are null where there
 * are too many states and none was visited.
 */
export async function reportDynamics(
  environment: Environment,
  method: Method,
  visited: readonly unknown[],
): Promise<{ readonly nll: number | null; readonly entropy: number | null }> {
  const few = environment.enumeration !== undefined && environment.enumeration.stateCount <= mostStates;
  const states = (few ? openStates(environment) : null) ?? visited;
  if (states.length === 0) return { nll: null, entropy: null };
  if (!(method instanceof Trainer) || method.options.dynamics.mode === "known") {
    return { nll: null, entropy: average(environment, states, () => 0).entropy };
  }
  const { dynamics, engine } = method.options;
  const { actionCount, outcomeCount } = environment;
  const rows = Math.min(rowsAtATime, states.length);
  const read = new StateRows(environment, dynamics.model.reads, rows);
  const program = await compileWithParameters(
    "dynamics",
    (arrays, given) => ({
      log: nn.logSoftmax(dynamics.model.apply(arrays["dynamics"] as never, given)),
    }),
    { parameters: method.parameters, inputs: read.specs },
    engine ? { engine } : {},
  );
  const learned = new Float32Array(states.length * actionCount * outcomeCount);
  for (let start = 0; start < states.length; start += rows) {
    const some = states.slice(start, start + rows);
    some.forEach((state, row) => read.write(row, state));
    const { log } = await program.run(read.data);
    const width = actionCount * outcomeCount;
    learned.set((log as Float32Array).subarray(0, some.length * width), start * width);
  }
  await program.dispose();
  return average(environment, states, (at) => learned[at]!);
}

/** Averages over all legal (state, intention); `logLearned` is by place in [states, actions, outcomes]. */
function average(
  environment: Environment,
  states: readonly unknown[],
  logLearned: (at: number) => number,
): DynamicsReport {
  const { actionCount, outcomeCount } = environment;
  const truth = new Float64Array(outcomeCount);
  let [pairs, nll, entropy] = [0, 0, 0];
  for (const [row, state] of states.entries()) {
    for (let action = 0; action < actionCount; action++) {
      if (!environment.isLegal(state, action)) continue;
      environment.outcomeProbabilities(state, action, truth);
      pairs++;
      for (let outcome = 0; outcome < outcomeCount; outcome++) {
        const p = truth[outcome]!;
        if (p === 0) continue;
        nll -= p * logLearned((row * actionCount + action) * outcomeCount + outcome);
        entropy -= p * Math.log(p);
      }
    }
  }
  return { nll: nll / pairs, entropy: entropy / pairs };
}
