/** What a trainer's networks say of a list of states besides the policy: log F, and P̂ for every intention. */
import { compileWithParameters, nn } from "../../engine/index.ts";
import type { ArraysOf, JaxArray, ParameterTree } from "../../engine/index.ts";
import type { Context } from "../../landscape/index.ts";
import type { StateInput, StateInputs } from "../../model/index.ts";
import type { Trainer } from "../trainer.ts";
import type { StateList } from "./state-list.ts";
import { StateRows } from "./state-rows.ts";

/** States asked about at a time: enough to be fast, few enough to stay in cache. */
const rowsAtATime = 4096;

type Networks = Pick<Trainer, "options" | "parameters">;

/** log F(s) under the parameters as they are now, and one condition where there are any, [states]. */
export function logFlowsAt(networks: Networks, states: StateList, context?: Context): Promise<Float64Array> {
  const { model } = networks.options;
  return inWindows(networks, { states, context, width: 1, reads: model.reads }, (arrays, given) =>
    model.apply(arrays["policy"] as never, given).logFlow.reshape([-1, 1]),
  );
}

/** P̂(c|s,a) likewise, [states, actions, outcomes]; null where the dynamics are not learned. */
export async function dynamicsAt(
  networks: Networks,
  states: StateList,
  context?: Context,
): Promise<Float64Array | null> {
  const { dynamics, environment } = networks.options;
  if (dynamics.mode === "known") return null;
  const width = environment.actionCount * environment.outcomeCount;
  const { reads } = dynamics.model;
  const logs = await inWindows(networks, { states, context, width, reads }, (arrays, given) =>
    nn.logSoftmax(dynamics.model.apply(arrays["dynamics"] as never, given)).reshape([-1, width]),
  );
  return logs.map(Math.exp);
}

interface Question {
  readonly states: StateList;
  readonly context: Context | undefined;
  /** Numbers per state. */
  readonly width: number;
  readonly reads: readonly StateInput[];
}

/** Runs a function of states [rows, …] to [rows, width] over all of them. */
async function inWindows(
  { options, parameters }: Networks,
  { states, context, width, reads }: Question,
  ask: (arrays: ArraysOf<ParameterTree>, given: StateInputs) => JaxArray,
): Promise<Float64Array> {
  const rows = Math.min(rowsAtATime, states.count);
  const read = new StateRows(options.environment, reads, rows);
  const program = await compileWithParameters(
    "figures of states",
    (arrays, given) => ({ figures: ask(arrays, given as StateInputs) }),
    { parameters, inputs: read.specs },
    options.engine ? { engine: options.engine } : {},
  );
  const result = new Float64Array(states.count * width);
  for (let start = 0; start < states.count; start += rows) {
    const some = states.states.slice(start, start + rows);
    some.forEach((state, row) => {
      read.write(row, state, context, true, states.intentions?.[start + row]);
    });
    const { figures } = await program.run(read.data);
    result.set(figures.subarray(0, some.length * width), start * width);
  }
  await program.dispose();
  return result;
}
