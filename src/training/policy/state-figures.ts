/** What a trainer's networks say of lists of states besides the policy: log F, logits, and P̂ for every intention. */
import { nn, np } from "../../engine/jax.ts";
import { compileWithParameters } from "../../engine/parameter-program.ts";
import type { ArraysOf, ParameterTree } from "../../engine/parameters/parameters.ts";
import type { JaxArray } from "../../engine/jax.ts";
import type { Context } from "../../landscape/context.ts";
import type { StateInput, StateInputs } from "../../model/model.ts";
import type { Trainer } from "../trainer.ts";
import type { StateList } from "./state-list.ts";
import { StateRows } from "./state-rows.ts";

/** States asked about at a time: enough to be fast, few enough to stay in cache. */
const rowsAtATime = 4096;

type Networks = Pick<Trainer, "options" | "parameters">;

/** Figures of states, compiled once for any lists of them. */
export interface StateProgram {
  /** Under the parameters as they are now, and one condition where there are any: [states, width]. */
  at(states: Pick<StateList, "count" | "states" | "intentions">, context?: Context): Promise<Float64Array>;
  dispose(): Promise<void>;
}

/** log F(s) followed by the logits of π(a|s), [states, 1 + actions]. */
export function headsProgram(networks: Networks, rows = rowsAtATime): Promise<StateProgram> {
  const { model, environment } = networks.options;
  return compileFigures(
    networks,
    { width: 1 + environment.actionCount, reads: model.reads, rows },
    (arrays, given) => {
      const { logFlow, policy } = model.apply(arrays["policy"] as never, given);
      return np.concatenate([logFlow.reshape([-1, 1]), policy], 1);
    },
  );
}

/** P̂(c|s,a), [states, actions · outcomes]; null where the dynamics are not learned. */
export async function dynamicsProgram(networks: Networks, rows = rowsAtATime): Promise<StateProgram | null> {
  const { dynamics, environment } = networks.options;
  if (dynamics.mode === "known") return null;
  const width = environment.actionCount * environment.outcomeCount;
  const { reads } = dynamics.model;
  const program = await compileFigures(networks, { width, reads, rows }, (arrays, given) =>
    nn.logSoftmax(dynamics.model.apply(arrays["dynamics"] as never, given)).reshape([-1, width]),
  );
  return {
    at: async (states, context) => (await program.at(states, context)).map(Math.exp),
    dispose: () => program.dispose(),
  };
}

/** log F(s) under the parameters as they are now, and one condition where there are any, [states]. */
export async function logFlowsAt(
  networks: Networks,
  states: StateList,
  context?: Context,
): Promise<Float64Array> {
  const program = await headsProgram(networks, Math.min(rowsAtATime, states.count));
  const heads = await program.at(states, context);
  await program.dispose();
  const width = heads.length / states.count;
  return Float64Array.from({ length: states.count }, (_, i) => heads[i * width]!);
}

/** P̂(c|s,a) likewise, [states, actions, outcomes]; null where the dynamics are not learned. */
export async function dynamicsAt(
  networks: Networks,
  states: StateList,
  context?: Context,
): Promise<Float64Array | null> {
  const program = await dynamicsProgram(networks, Math.min(rowsAtATime, states.count));
  const found = (await program?.at(states, context)) ?? null;
  await program?.dispose();
  return found;
}

interface Figures {
  /** Numbers per state. */
  readonly width: number;
  readonly reads: readonly StateInput[];
  /** States at a time. */
  readonly rows: number;
}

/** A function of states [rows, …] to [rows, width], for lists of any length. */
async function compileFigures(
  { options, parameters }: Networks,
  { width, reads, rows }: Figures,
  ask: (arrays: ArraysOf<ParameterTree>, given: StateInputs) => JaxArray,
): Promise<StateProgram> {
  const read = new StateRows(options.environment, reads, rows);
  const program = await compileWithParameters(
    "figures of states",
    (arrays, given) => ({ figures: ask(arrays, given as StateInputs) }),
    { parameters, inputs: read.specs },
    options.engine ? { engine: options.engine } : {},
  );
  return {
    async at({ states, count, intentions }, context) {
      const result = new Float64Array(count * width);
      for (let start = 0; start < count; start += rows) {
        const some = states.slice(start, start + rows);
        some.forEach((state, row) => {
          read.write(row, state, context, true, intentions?.[start + row]);
        });
        const { figures } = await program.run(read.data);
        result.set(figures.subarray(0, some.length * width), start * width);
      }
      return result;
    },
    dispose: () => program.dispose(),
  };
}
