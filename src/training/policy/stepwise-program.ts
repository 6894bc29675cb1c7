/**
 * A policy that acts step by step: one program for what roll-outs begin with, then a run per step. Arrays that each step
 * hands on exist twice, one is read and the other written. What is kept of every step lies in arrays with room for a few
 * lengths in turn (`growing-arrays.ts`), each with a program of its own, so that a step costs in proportion to the steps
 * before it. The first steps may be looked up (`looked-up-steps.ts`).
 */
import { allocate, i32 } from "../../engine/spec.ts";
import { compileWithParameters } from "../../engine/parameter-program.ts";
import type { Data, Spec } from "../../engine/spec.ts";
import type { JaxArray } from "../../engine/jax.ts";
import type { Parameters } from "../../engine/parameters/parameters.ts";
import type { StepwiseModel } from "../../model/model.ts";
import type { PolicyProgram } from "../../sampling/fresh-trajectories.ts";
import { GrowingArray, mostPlaces, placesFor } from "./growing-arrays.ts";
import { compileLookedUp } from "./looked-up-steps.ts";
import { pick, specsOf } from "./policy-inputs.ts";
import type { PolicyOptions } from "./policy-inputs.ts";

/** Names of arrays that all steps read begin so, those of arrays that are handed on or kept, and of what a step adds to these. */
const [fixedPrefix, cachePrefix, rowsPrefix] = ["fixed:", "cache:", "rows:"];

/** The policy for the steps of roll-outs of `rows` trajectories, in their order. */
export async function compileStepwise(
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
  const { maxSteps } = environment;
  const past = Object.entries(stepwise.grows?.(rows) ?? {}).map(
    ([name, shape]) => new GrowingArray(name, shape, mostPlaces(maxSteps)),
  );
  const inputsFor = (places: number): Record<string, Spec> => ({
    ...specsOf(environment, reads, rows),
    step: i32(1),
    token: i32(rows),
    thought: i32(rows),
    ...Object.fromEntries(carried),
    ...Object.fromEntries(past.map((array) => [cachePrefix + array.name, array.spec(places)])),
  });
  const compileFor = (places: number) =>
    compileWithParameters(
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
      { parameters, inputs: inputsFor(places) },
      compileOptions,
    );
  const programs = new Map<number, ReturnType<typeof compileFor>>();
  const programFor = (places: number): ReturnType<typeof compileFor> => {
    const program = programs.get(places) ?? compileFor(places);
    programs.set(places, program);
    return program;
  };
  const beginnings = stepwise.beginnings?.(rows);
  const first = beginnings && (await compileLookedUp(beginnings, parameters, past, rows, compileOptions));
  await programFor(placesFor(first?.steps ?? 0, maxSteps));
  const fixed = room(carried, fixedPrefix);
  const [even, odd] = [room(carried, cachePrefix), room(carried, cachePrefix)];
  const step = new Int32Array(1);
  let same: Record<string, Data> = {};
  const take = async (at: number, places: number, kept: Record<string, Data>): Promise<Float32Array> => {
    step[0] = at;
    const [read, written] = at % 2 === 0 ? [even, odd] : [odd, even];
    const added = Object.fromEntries(past.map((array) => [rowsPrefix + array.name, array.fresh]));
    const program = await programFor(places);
    const { logits } = await program.run({ ...same, ...kept, ...read }, { ...written, ...added });
    return logits as Float32Array;
  };
  return {
    reads,
    evaluate: async (states) => {
      if (states.step === 0) {
        const { token, thought } = states;
        same = { ...pick(reads, states), step, token, thought, ...fixed };
        await begin.run(pick(beginReads, states), { ...fixed, ...even });
      }
      const places = placesFor(states.step, maxSteps);
      const kept = Object.fromEntries(past.map((array) => [cachePrefix + array.name, array.with(places)]));
      const logits = await (first && states.step < first.steps
        ? first.evaluate(states)
        : take(states.step, places, kept));
      for (const array of past) array.keep(states.step);
      return logits;
    },
    async dispose() {
      await begin.dispose();
      await first?.dispose();
      for (const program of await Promise.all(programs.values())) await program.dispose();
    },
  };
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
