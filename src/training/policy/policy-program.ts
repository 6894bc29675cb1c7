/**
 * The policy alone, compiled for a number of states at a time: what roll-outs and evaluation ask. In a roll-out a model
 * that acts step by step keeps its own arrays from one step to the next and reads no past.
 */
import { allocate, compileWithParameters, f32, i32 } from "../../engine/index.ts";
import type { Data, JaxArray, Parameters, Spec } from "../../engine/index.ts";
import type { Environment } from "../../environment/index.ts";
import type { StateInput, StateInputs, StepwiseModel } from "../../model/index.ts";
import type { PolicyProgram, StateArrays } from "../../sampling/index.ts";
import type { Policy } from "../method.ts";
import type { TrainerOptions } from "../setup/options.ts";
import { compileSharing, sharedSteps } from "./prefix-policy.ts";
import { contextSpec } from "./state-rows.ts";

type PolicyOptions = Pick<TrainerOptions, "environment" | "model" | "engine" | "observes">;

/** A policy whose parameters may go on changing. */
export function policyOf(
  options: PolicyOptions,
  parameters: Parameters,
): Policy & Required<Pick<Policy, "compileActing">> {
  const { environment, model, observes } = options;
  const acting = (rows: number): Promise<PolicyProgram> => compileActor(options, parameters, rows);
  return {
    environment,
    reads: model.reads,
    ...(observes ? { observes } : {}),
    compile: (rows) => compilePolicy(options, parameters, rows),
    compileActing: observes === "intentions" ? async (rows) => unseeing(await acting(rows)) : acting,
  };
}

/** The same program in roll-outs in which it is shown its intentions in place of what came of them. */
function unseeing(program: PolicyProgram): PolicyProgram {
  return {
    ...program,
    reads: program.reads.map((input) => (input === "tokens" ? "thoughts" : input)),
    evaluate: (states) => program.evaluate({ ...states, tokens: states.thoughts, token: states.thought }),
  };
}

/** The policy for `rows` states at a time, in any order. */
async function compilePolicy(
  { environment, model, engine }: PolicyOptions,
  parameters: Parameters,
  rows: number,
  reads = model.reads,
): Promise<PolicyProgram> {
  const inputs = specsOf(environment, reads, rows);
  const program = await compileWithParameters(
    "policy",
    (arrays, given) => ({ logits: model.apply(arrays["policy"] as never, given as StateInputs).policy }),
    { parameters, inputs },
    engine ? { engine } : {},
  );
  return {
    reads,
    evaluate: async (states) => {
      const { logits } = await program.run(pick(reads, states));
      return logits as Float32Array;
    },
    dispose: () => program.dispose(),
  };
}

/** The policy for the steps of roll-outs of `rows` trajectories, in their order. */
function compileActor(options: PolicyOptions, parameters: Parameters, rows: number): Promise<PolicyProgram> {
  const { environment, model } = options;
  const steps = sharedSteps(environment, model, rows);
  if (steps > 0) {
    // Few letters have few features, and a first layer is quicker over those than over tokens.
    const reads = [...model.reads, ...(model.reads.includes("tokens") ? (["features"] as const) : [])];
    const compile = (count: number): Promise<PolicyProgram> =>
      compilePolicy(options, parameters, count, [...new Set(reads)]);
    return compileSharing(environment, steps, rows, compile);
  }
  const { stepwise } = model;
  return stepwise
    ? compileStepwise(options, stepwise, parameters, rows)
    : compilePolicy(options, parameters, rows);
}

/** Names of arrays that all steps read begin so, those of arrays that each step hands on, and of rows that some grow by. */
const [fixedPrefix, cachePrefix, rowsPrefix] = ["fixed:", "cache:", "rows:"];

async function compileStepwise(
  { environment, model, engine }: PolicyOptions,
  stepwise: StepwiseModel,
  parameters: Parameters,
  rows: number,
): Promise<PolicyProgram> {
  const compileOptions = engine ? { engine } : {};
  const beginReads = model.reads.filter((input) => input === "context");
  const begin = await compileWithParameters(
    "begin",
    (arrays, { context }: Readonly<Record<string, JaxArray>>) => {
      const begun = stepwise.begin(arrays["policy"] as never, { rows, ...(context ? { context } : {}) });
      return { ...named(fixedPrefix, begun.fixed), ...named(cachePrefix, begun.cache) };
    },
    { parameters, inputs: specsOf(environment, beginReads, rows) },
    compileOptions,
  );
  const carried = Object.entries(begin.outputs);
  const reads = model.reads.filter((input) => input === "index" || input === "context");
  const inputs: Record<string, Spec> = {
    ...specsOf(environment, reads, rows),
    step: i32(1),
    token: i32(rows),
    thought: i32(rows),
    ...Object.fromEntries(carried),
  };
  const program = await compileWithParameters(
    "step",
    (arrays, given: Readonly<Record<string, JaxArray>>) => {
      const { step, token, thought, index, context } = given;
      const taken = stepwise.step(arrays["policy"] as never, {
        fixed: unnamed(fixedPrefix, given),
        cache: unnamed(cachePrefix, given),
        step: step!,
        token: token!,
        thought: thought!,
        ...(index ? { index } : {}),
        ...(context ? { context } : {}),
      });
      return {
        logits: taken.heads.policy,
        ...named(cachePrefix, taken.cache),
        ...named(rowsPrefix, taken.rows ?? {}),
      };
    },
    { parameters, inputs },
    compileOptions,
  );
  // Each step reads one set of arrays and writes the other; what is fixed is written once and read by all, and what grows
  // is one array, into which the new rows are written.
  const fixed = room(carried, fixedPrefix);
  const fresh = room(Object.entries(program.outputs), rowsPrefix);
  const wholeOf = (name: string): string => cachePrefix + name.slice(rowsPrefix.length);
  const grows = new Set(Object.keys(fresh).map((name) => wholeOf(name)));
  const growing = room(
    carried.filter(([name]) => grows.has(name)),
    cachePrefix,
  );
  const handedOn = carried.filter(([name]) => !grows.has(name));
  const [even, odd] = [room(handedOn, cachePrefix), room(handedOn, cachePrefix)];
  const step = new Int32Array(1);
  let feeds: readonly Record<string, Data>[] = [];
  return {
    reads,
    evaluate: async (states) => {
      if (states.step === 0) {
        const { token, thought } = states;
        const same = { ...pick(reads, states), step, token, thought, ...fixed, ...growing };
        feeds = [
          { ...same, ...even },
          { ...same, ...odd },
        ];
        await begin.run(pick(beginReads, states), { ...fixed, ...growing, ...even });
      }
      step[0] = states.step;
      const isEven = states.step % 2 === 0;
      const into = { ...(isEven ? odd : even), ...fresh };
      const { logits } = await program.run(feeds[isEven ? 0 : 1]!, into);
      for (const [name, rowsOfStep] of Object.entries(fresh)) {
        const whole = wholeOf(name);
        const [places, columns] = inputs[whole]!.shape.slice(-2) as [number, number];
        writeRows(growing[whole]!, rowsOfStep, states.step, places, columns);
      }
      return logits as Float32Array;
    },
    async dispose() {
      await begin.dispose();
      await program.dispose();
    },
  };
}

/** Writes rows [… , columns] at one place of an array [… , places, columns]. */
function writeRows(whole: Data, rows: Data, place: number, places: number, columns: number): void {
  for (let from = 0, to = place * columns; from < rows.length; from += columns, to += places * columns) {
    for (let column = 0; column < columns; column++) whole[to + column] = rows[from + column]!;
  }
}

/** Shapes of what a model reads of `rows` states. */
function specsOf(
  { featureCount, maxSteps, context }: Environment,
  reads: readonly StateInput[],
  rows: number,
): Record<string, Spec> {
  const all: Record<StateInput, Spec | undefined> = {
    features: f32(rows, featureCount),
    index: i32(rows),
    tokens: i32(rows, maxSteps),
    thoughts: i32(rows, maxSteps),
    context: context && contextSpec(context, rows),
  };
  return Object.fromEntries(reads.map((input) => [input, all[input]!]));
}

function pick(reads: readonly StateInput[], states: Pick<StateArrays, StateInput>): Record<string, Data> {
  return Object.fromEntries(reads.map((input) => [input, states[input]]));
}

function named(prefix: string, arrays: Readonly<Record<string, JaxArray>>): Record<string, JaxArray> {
  return Object.fromEntries(Object.entries(arrays).map(([name, array]) => [prefix + name, array]));
}

function unnamed(prefix: string, given: Readonly<Record<string, JaxArray>>): Record<string, JaxArray> {
  const own = Object.entries(given).filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(own.map(([name, array]) => [name.slice(prefix.length), array]));
}

function room(carried: readonly (readonly [string, Spec])[], prefix: string): Record<string, Data> {
  const own = carried.filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(own.map(([name, spec]) => [name, allocate(spec)]));
}
