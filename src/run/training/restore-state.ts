/**
 * Puts a trainer back to what a checkpoint holds, after all of it has been checked: a file with a valid checksum is what
 * someone saved, not necessarily what training produced. What a state looks like is taken from the trainer itself, which
 * has one of its own before anything is put back; remembered trajectories are walked from end to end.
 */
import { contextAt, contextWidth, initialState } from "../../environment/context.ts";
import type { Environment } from "../../environment/environment.ts";
import type { Context } from "../../landscape/context.ts";
import type { Experiment } from "../config/build.ts";
import { broken, isObject, type JsonObject, type JsonValue } from "../../file/json-document.ts";
import { loadCheckpoint, type LoadOptions } from "../checkpoint/checkpoint.ts";
import { otherSize, type ArrayCheck, type Checkpoint } from "../checkpoint/checkpoint-file.ts";
import { programSettings } from "../../settings/training/program-settings.ts";
import type { Run } from "../layout.ts";
import type { TensorData } from "../checkpoint/safetensors.ts";
import { passedOver } from "./passed-over.ts";
import { goalOf, iterationOf, mostIterations } from "./run-goal.ts";
import type { Memory } from "./training-loop.ts";

/** What a run that has not begun carries over. */
export const nothingYet: Memory = {
  seconds: 0,
  modes: [],
  best: null,
  seen: [],
  stop: null,
  ended: false,
  course: null,
  comparable: true,
};

/** Fields that count something; other numbers may be fractions. */
const fractions: ReadonlySet<string> = new Set(["entropyTemperature"]);

/** What was put back, and what the user should know about it. */
export interface RestoredRun {
  readonly memory: Memory;
  /** Why a newer checkpoint was passed over, and which one is used instead. */
  readonly warnings: readonly string[];
}

/** Puts an experiment back to the newest checkpoint of its run that is whole. */
export async function restoreRun(
  run: Run,
  experiment: Pick<Experiment, "trainer" | "environment" | "config">,
  options: Omit<LoadOptions, "check"> = {},
): Promise<RestoredRun> {
  const check = checkSizes(experiment);
  const { file, warnings, ...checkpoint } = await loadCheckpoint(run, { ...options, check });
  const { iterations, extended } = await goalOf(run, experiment.config);
  const memory = await restoreState(`${run.id}, checkpoint ${file}`, experiment, checkpoint);
  const { ended } = memory;
  const passed = { iteration: experiment.trainer.iteration, iterations, extended, ended, warnings };
  return { memory, warnings: await passedOver(run, passed) };
}

/** Restores the trainer and returns what else was carried over; `where` names the checkpoint in messages. */
async function restoreState(
  where: string,
  { trainer, environment }: Pick<Experiment, "trainer" | "environment">,
  { meta, arrays }: Checkpoint,
): Promise<Memory> {
  const own = trainer.save();
  const state = meta["trainer"];
  if (iterationOf(meta) > mostIterations) {
    throw broken(where, `"iteration" is ${iterationOf(meta)}, more than any run is asked for`);
  }
  checkLike(where, "trainer", state, own.meta as unknown as JsonObject);
  checkArrays(where, arrays, own.arrays);
  const { replay, ahead } = state as unknown as Readonly<Record<"replay" | "ahead", KeptMeta | undefined>>;
  checkKept(where, "replay", environment, replay!, arrays);
  if (own.meta.ahead) checkKept(where, "ahead", environment, ahead!, arrays);
  const memory = await readMemory(where, meta["memory"]);
  try {
    trainer.restore({ meta: state, arrays } as never);
  } catch (cause) {
    // Whatever it is, it is the content of this file that cannot be used.
    throw broken(where, cause instanceof Error ? cause.message : String(cause), cause);
  }
  return memory;
}

/** The same fields of the same kinds, all the way down; numbers are finite and not below zero. */
function checkLike(where: string, name: string, got: JsonValue | undefined, own: JsonValue): void {
  if (Array.isArray(own)) {
    const wanted = own.every((item) => typeof item === "number") && own.length > 0 ? "number" : "string";
    if (!Array.isArray(got) || got.some((item) => typeof item !== wanted)) {
      throw broken(where, `"${name}" is not a list of ${wanted === "number" ? "numbers" : "texts"}`);
    }
    return;
  }
  if (isObject(own)) {
    if (!isObject(got)) throw broken(where, `"${name}" is not an object`);
    for (const [key, value] of Object.entries(own)) checkLike(where, key, got[key], value);
    return;
  }
  if (typeof own !== typeof got) throw broken(where, `"${name}" is not a ${typeof own}`);
  if (typeof got !== "number") return;
  const fits = fractions.has(name) ? Number.isFinite(got) : Number.isSafeInteger(got);
  if (!fits || got < 0) throw broken(where, `"${name}" is ${got}, which no training gives`);
}

/** Whether an array is of trajectories that are kept, whose number differs. */
const isKept = (name: string): boolean => /^(?:replay|ahead)/.test(name);

/** Refuses arrays that are not as large as the trainer's own, or hold more trajectories than are ever kept. */
function checkSizes({
  trainer,
  environment: { maxSteps, context },
  config: { onPolicy, exploratory },
}: Pick<Experiment, "trainer" | "environment" | "config">): ArrayCheck {
  const own = trainer.save().arrays;
  const mostKept = Math.max(programSettings["replay.capacity"].default, onPolicy + exploratory);
  const numbersEach = Math.max(maxSteps, context === undefined ? 1 : contextWidth(context));
  return (path, entries) => {
    let known = 0;
    for (const { name, begin, end } of entries) {
      const like = own[name];
      if (like === undefined) continue;
      const bytes = end - begin;
      const most = isKept(name) ? mostKept * numbersEach * like.BYTES_PER_ELEMENT : like.byteLength;
      if (isKept(name) ? bytes > most : bytes !== most) {
        throw broken(path, otherSize(name, bytes, isKept(name) ? `at most ${most}` : `${most}`));
      }
      if (!isKept(name)) known += bytes;
    }
    return known;
  };
}

function checkArrays(
  where: string,
  got: Readonly<Record<string, TensorData>>,
  own: Readonly<Record<string, TensorData>>,
): void {
  for (const [name, like] of Object.entries(own)) {
    const array = got[name];
    if (array?.constructor !== like.constructor) throw broken(where, `its array ${name} is missing`);
    if (!array.every((number) => Number.isFinite(number))) {
      throw broken(where, `its array ${name} holds something that is not a finite number`);
    }
  }
}

interface KeptMeta {
  readonly next: number;
  readonly count: number;
  readonly objects: readonly string[];
}

/** Every kept trajectory is one that could have happened, and builds the object it says. */
function checkKept(
  where: string,
  kind: "replay" | "ahead",
  environment: Environment,
  { next, count, objects }: KeptMeta,
  arrays: Readonly<Record<string, TensorData>>,
): void {
  const { maxSteps, outcomeCount } = environment;
  const kept = (name: string): TensorData => arrays[kind + name]!;
  const [thoughts, reals, lengths, priorities] = [
    kept("Thought"),
    kept("Real"),
    kept("Lengths"),
    kept("Priorities"),
  ];
  const sizes = [lengths, kept("Scores"), priorities].map((array) => array.length);
  const steps = [thoughts.length, reals.length];
  const { context } = environment;
  const told = context === undefined || kept("Contexts").length === count * contextWidth(context);
  const fits =
    told && sizes.every((size) => size === count) && steps.every((size) => size === count * maxSteps);
  if (!fits || objects.length !== count || next > count) {
    throw broken(where, `its ${count} remembered trajectories do not fit its arrays`);
  }
  const probabilities = new Float64Array(outcomeCount);
  for (let slot = 0; slot < count; slot++) {
    const length = lengths[slot]!;
    let state = initialState(environment, contextOf(environment, arrays[`${kind}Contexts`], slot));
    let possible = length >= 1 && length <= maxSteps && priorities[slot]! > 0;
    for (let t = 0; possible && t < length; t++) {
      const thought = thoughts[slot * maxSteps + t]!;
      const real = reals[slot * maxSteps + t]!;
      possible = isPossible(environment, state, thought, real, probabilities);
      if (possible) state = environment.next(state, real, thought);
    }
    possible = possible && environment.isTerminal(state) && environment.objectOf(state) === objects[slot];
    if (!possible) throw broken(where, `its remembered trajectory ${slot} cannot have happened`);
  }
}

/** The condition of a remembered trajectory; nothing where there are none. */
function contextOf(
  { context: spec }: Environment,
  numbers: TensorData | undefined,
  slot: number,
): Context | undefined {
  return spec === undefined || numbers === undefined ? undefined : contextAt(spec, numbers, slot);
}

function isPossible(
  environment: Environment,
  state: unknown,
  thought: number,
  real: number,
  probabilities: Float64Array,
): boolean {
  if (!(thought >= 0 && thought < environment.actionCount)) return false;
  if (environment.isTerminal(state) || !environment.isLegal(state, thought)) return false;
  environment.outcomeProbabilities(state, thought, probabilities);
  return real >= 0 && real < probabilities.length && probabilities[real]! > 0;
}

/** What a checkpoint holds besides the trainer. */
async function readMemory(where: string, value: JsonValue | undefined): Promise<Memory> {
  if (value === undefined) return nothingYet;
  const { carriedSchema, readDocument } = await import("./training-documents.ts");
  return readDocument(carriedSchema, { memory: value }, where).memory;
}
