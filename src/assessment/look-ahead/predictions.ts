/** How well a trainer's heads predict the letters to come: exactly under its own law, or on samples of it. */
import { nn } from "../../engine/jax.ts";
import { compileWithParameters } from "../../engine/parameter-program.ts";
import { type Data, i32, type Spec } from "../../engine/spec.ts";
import { contextNumbers, writeContext } from "../../environment/context.ts";
import { asSequences } from "../../environment/sequence/as-sequences.ts";
import type { Environment } from "../../environment/environment.ts";
import { beginningsOf, judgePredictions } from "../../evaluation/law/predictions.ts";
import type { PredictionFigures } from "../../evaluation/law/predictions.ts";
import type { Context } from "../../landscape/context.ts";
import type { StateInputs } from "../../model/model.ts";
import type { Trainer } from "../../training/trainer.ts";
import { contextSpec } from "../../training/policy/state-rows.ts";

/** The figures of one distance; without the exact law nothing is known of what is possible. */
export type PredictionReport = Omit<PredictionFigures, "entropy" | "bestAccuracy"> & {
  readonly entropy: number | null;
  readonly bestAccuracy: number | null;
};

const rowsAtATime = 1024;

/**
 * Reports on sequences with their probabilities, all of them (`exact`) or samples, under one condition where there are
 * any; undefined where nothing predicts.
 */
export async function reportPredictions(
  trainer: Trainer,
  objects: readonly string[],
  law: ArrayLike<number>,
  isExact: boolean,
  context?: Context,
): Promise<PredictionReport[] | undefined> {
  const { lookAhead, environment, engine } = trainer.options;
  if (!lookAhead) return undefined;
  const { model } = lookAhead;
  const { outcomeCount, maxSteps } = environment;
  const beginnings = beginningsOf(outcomesOf(environment, objects), law, model.steps, outcomeCount);
  const width = model.steps * outcomeCount;
  const rows = Math.min(rowsAtATime, beginnings.length);
  const conditions = conditionInput(environment, context, rows);
  const program = await compileWithParameters(
    "predictions",
    (arrays, given) => ({
      logs: nn.logSoftmax(model.apply(arrays["ahead"] as never, given as StateInputs)).reshape([rows, width]),
    }),
    {
      parameters: trainer.parameters,
      inputs: { tokens: i32(rows, maxSteps), ...conditions.spec },
    },
    engine ? { engine } : {},
  );
  const logs = new Float64Array(beginnings.length * width);
  const tokens = new Int32Array(rows * maxSteps);
  for (let start = 0; start < beginnings.length; start += rows) {
    const some = beginnings.slice(start, start + rows);
    tokens.fill(outcomeCount);
    some.forEach((beginning, row) => tokens.set(beginning.tokens, row * maxSteps));
    const answer = await program.run({ tokens, ...conditions.data });
    logs.set((answer.logs as Float32Array).subarray(0, some.length * width), start * width);
  }
  await program.dispose();
  const figures = judgePredictions(beginnings, logs, model.steps, outcomeCount);
  if (isExact) return figures;
  return figures.map(({ ahead, nll, accuracy }) => ({
    ahead,
    nll,
    entropy: null,
    accuracy,
    bestAccuracy: null,
  }));
}

/** The same condition for every row; nothing where the environment takes none. */
function conditionInput(
  { context: spec }: Environment,
  context: Context | undefined,
  rows: number,
): { readonly spec: Record<string, Spec>; readonly data: Record<string, Data> } {
  if (spec === undefined || context === undefined) return { spec: {}, data: {} };
  const data = contextNumbers(spec, rows);
  for (let row = 0; row < rows; row++) writeContext(spec, context, data, row);
  return { spec: { context: contextSpec(spec, rows) }, data: { context: data } };
}

/** The letters of each sequence, and the stop where it has one. */
function outcomesOf(environment: Environment, objects: readonly string[]): Int32Array[] {
  const { alphabet, maxLength, stopAction } = asSequences(environment)!;
  return objects.map((object) => {
    const letters = alphabet.encode(object);
    return letters.length < maxLength ? Int32Array.of(...letters, stopAction!) : letters;
  });
}
