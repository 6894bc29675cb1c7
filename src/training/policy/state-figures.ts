/** What a trainer's networks say of a list of states besides the policy: log F, and P̂ for every intention. */
import { compileWithParameters, f32, i32, nn } from "../../engine/index.ts";
import type { Trainer } from "../trainer.ts";
import type { StateList } from "./state-list.ts";

/** States asked about at a time: enough to be fast, few enough to stay in cache. */
const rowsAtATime = 4096;

type Networks = Pick<Trainer, "options" | "parameters">;

/** log F(s) under the parameters as they are now, [states]. */
export function logFlowsAt(networks: Networks, states: StateList): Promise<Float64Array> {
  const { model } = networks.options;
  return inWindows(networks, states, 1, model.needsIndex, (arrays, given) =>
    model.apply(arrays["policy"] as never, given).logFlow.reshape([-1, 1]),
  );
}

/** P̂(c|s,a) likewise, [states, actions, outcomes]; null where the dynamics are not learned. */
export async function dynamicsAt(networks: Networks, states: StateList): Promise<Float64Array | null> {
  const { dynamics, environment } = networks.options;
  if (dynamics.mode === "known") return null;
  const width = environment.actionCount * environment.outcomeCount;
  const logs = await inWindows(networks, states, width, false, (arrays, { features }) =>
    nn.logSoftmax(dynamics.model.apply(arrays["dynamics"] as never, features)).reshape([-1, width]),
  );
  return logs.map(Math.exp);
}

type Asked = Parameters<Parameters<typeof compileWithParameters>[1]>;

/** Runs a function of states [rows, …] to [rows, width] over all of them. */
async function inWindows(
  { options, parameters }: Networks,
  states: StateList,
  width: number,
  needsIndex: boolean,
  ask: (
    arrays: Asked[0],
    given: { features: Asked[1][string]; index?: Asked[1][string] },
  ) => Asked[1][string],
): Promise<Float64Array> {
  const { featureCount } = options.environment;
  const rows = Math.min(rowsAtATime, states.count);
  const program = await compileWithParameters(
    "figures of states",
    (arrays, given) => ({ figures: ask(arrays as never, given as never) }),
    {
      parameters,
      inputs: { features: f32(rows, featureCount), ...(needsIndex ? { index: i32(rows) } : {}) },
    },
    options.engine ? { engine: options.engine } : {},
  );
  const features = new Float32Array(rows * featureCount);
  const index = new Int32Array(rows);
  const result = new Float64Array(states.count * width);
  for (let start = 0; start < states.count; start += rows) {
    const end = Math.min(start + rows, states.count);
    features.set(states.features.subarray(start * featureCount, end * featureCount));
    index.set(states.index.subarray(start, end));
    const { figures } = await program.run(needsIndex ? { features, index } : { features });
    result.set(figures.subarray(0, (end - start) * width), start * width);
  }
  await program.dispose();
  return result;
}
