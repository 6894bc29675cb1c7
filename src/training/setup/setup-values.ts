/**
 * What the fields of `createTrainer` may hold. A rate below zero or that is no number, an objective given by its name or
 * a choice that is not there would otherwise train nothing, or fail far from where the mistake was made.
 */
import { WindageError } from "../../error.ts";
import { isRecord } from "../../is-record.ts";
import { describeValue } from "../../known-fields.ts";
import { suggestion } from "../../suggest.ts";
import { counts, fractions, type NumberRange } from "./bounds.ts";
import type { TrainingSetup } from "./create-trainer.ts";
import { isDatasetAlone } from "./dataset-alone.ts";
import { trainingDefaults } from "./defaults.ts";

const choices = {
  observes: ["outcomes", "intentions"],
  backward: ["posterior", "learned", "parent"],
  dynamics: ["learned", "known"],
  engine: ["onnx", "wasm"],
} as const;

/** What a field has to be able to do, and how one comes by such a thing. */
const parts = [
  ["landscape", "score", "a landscape such as createSim8(), functionOracle(…) or tabulate(…)"],
  ["environment", "outcomeProbabilities", "an environment such as sequenceEnvironment(…)"],
  ["noise", "over", "noise such as stickyNoise(0.25)"],
  ["reward", "logRewards", "a reward such as new Reward({ exponent: 3 })"],
  ["objective", "report", 'an objective such as parseObjective("sdb")'],
] as const;

/** Refuses values that cannot train. */
export function checkValues(setup: TrainingSetup): void {
  for (const [name, method, expected] of parts) {
    const value: unknown = setup[name];
    if (value === undefined && (name !== "landscape" || learnsFromDatasetAlone(setup))) continue;
    if (isRecord(value) && typeof value[method] === "function") continue;
    throw refuse(`${name}: got ${describeValue(value)}, expected ${expected}.`);
  }
  for (const [name, known] of Object.entries(choices)) {
    const value: unknown = setup[name as keyof typeof choices];
    if (value === undefined || (known as readonly unknown[]).includes(value)) continue;
    throw refuse(
      `${name}: got ${describeValue(value)}; ${suggestion(typeof value === "string" ? value : "", known)}`,
    );
  }
  const { model = {}, replay = {}, dynamicsReplay } = setup;
  const { rate, finalRate, clip, dynamicsRate, dynamicsClip } = setup;
  // A program may hold a policy still, to look at it; a run of the command line would learn nothing.
  checkNumbers({ rate }, { rate: { min: 0 } }, false);
  checkNumbers({ finalRate, clip, dynamicsRate, dynamicsClip }, fractions, false);
  checkNumbers({ priority: replay.priority }, fractions, false, "replay.");
  for (const name of ["epsilon", "temperature"] as const) {
    const value = setup[name];
    if (typeof value !== "object") checkNumbers({ [name]: value }, { [name]: fractions[name] }, false);
    else checkRamp(name, { ...value }, fractions[name]);
  }
  const { extraUpdates, localStates, lookAhead, decayOver } = setup;
  checkNumbers({ extraUpdates, localStates, lookAhead }, counts, true);
  checkNumbers({ decayOver }, { decayOver: { min: 0 } }, false);
  const { hidden, layers, kmer, heads } = model;
  checkNumbers({ hidden, layers, kmer, heads }, counts, true, "model.");
  checkNumbers({ ...dynamicsReplay }, counts, true, "dynamicsReplay.");
}

/** There every score is known beforehand, and nobody need be asked for one. */
function learnsFromDatasetAlone({ batch }: TrainingSetup): boolean {
  return isDatasetAlone({ ...trainingDefaults.batch, ...batch });
}

function checkRamp(
  name: string,
  { from, to, over }: Readonly<Record<string, unknown>>,
  bounds: NumberRange,
): void {
  checkNumbers({ from, to }, { from: bounds, to: bounds }, false, `${name}.`);
  checkNumbers({ over }, { over: { min: 0 } }, false, `${name}.`);
}

function checkNumbers<Name extends string>(
  values: Readonly<Partial<Record<Name, unknown>>>,
  bounds: Readonly<Record<Name, NumberRange>>,
  whole: boolean,
  prefix = "",
): void {
  for (const name of Object.keys(values) as Name[]) {
    const value = values[name];
    const { min, max = Infinity } = bounds[name];
    if (value === undefined) continue;
    const isNumber =
      typeof value === "number" && (whole ? Number.isSafeInteger(value) : Number.isFinite(value));
    if (isNumber && value >= min && value <= max) continue;
    const kind = whole ? "a whole number" : "a number";
    const range = max === Infinity ? `of at least ${min}` : `from ${min} to ${max}`;
    throw refuse(`${prefix}${name}: got ${describeValue(value)}, expected ${kind} ${range}.`);
  }
}

function refuse(message: string): WindageError {
  return new WindageError("training/bad-option", message);
}
