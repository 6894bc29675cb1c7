/**
 * What the fields of `createTrainer` that are no plain numbers or choices have to be made of. A ramp without an end or a
 * budget of other names would become NaN in the middle of an update, and be nobody's fault there.
 */
import { WindageError } from "../../error.ts";
import { isRecord } from "../../is-record.ts";
import { describeValue, requireKnownFields, type Fields } from "../../known-fields.ts";
import type { Budget } from "./budget.ts";
import type { TrainingSetup } from "./create-trainer.ts";
import type { Ramp } from "./schedules.ts";

const rampFields: Fields<Ramp> = { from: true, to: true, over: true };
const budgetFields: Fields<Budget> = { oracleCalls: true, environmentSteps: true };
const functions = ["templates", "onMemory"] as const;

/** Refuses ramps, budgets, datasets, functions and switches that are not whole. */
export function checkShapes(setup: TrainingSetup): void {
  for (const name of ["epsilon", "temperature"] as const) {
    // Whatever else is no number is refused with the range that it belongs to.
    if (typeof setup[name] === "object") {
      requireWhole(name, setup[name], rampFields, "a number, or all of from, to and over");
    }
  }
  const { budget, dataset, overlap } = setup as Readonly<Record<string, unknown>>;
  if (budget !== undefined) checkBudget(budget);
  if (dataset !== undefined) checkDataset(dataset);
  if (overlap !== undefined && typeof overlap !== "boolean") {
    throw refuse(`overlap: got ${describeValue(overlap)}, expected true or false.`);
  }
  for (const name of functions) {
    const value: unknown = setup[name];
    if (value === undefined || typeof value === "function") continue;
    throw refuse(`${name}: got ${describeValue(value)}, expected a function.`);
  }
}

/** Both limits may be infinite, since either alone ends a run. */
function checkBudget(budget: unknown): void {
  const limits = requireWhole("budget", budget, budgetFields, "both limits, Infinity where there is none");
  for (const [name, limit] of Object.entries(limits)) {
    if (typeof limit === "number" && limit > 0) continue;
    throw refuse(`budget.${name}: got ${describeValue(limit)}, expected a number above 0.`);
  }
}

function checkDataset(dataset: unknown): void {
  if (!Array.isArray(dataset)) {
    throw refuse(`dataset: got ${describeValue(dataset)}, expected a list of { object, real, score }.`);
  }
  for (const [i, entry] of (dataset as readonly unknown[]).entries()) {
    const { object, real, score } = isRecord(entry) ? entry : {};
    const isPath = real instanceof Int32Array || Array.isArray(real);
    const wrong =
      typeof object !== "string"
        ? `object ${describeValue(object)}`
        : isPath
          ? `score ${describeValue(score)}`
          : `real ${describeValue(real)}`;
    if (typeof object === "string" && isPath && Number.isFinite(score)) continue;
    throw refuse(
      `dataset[${i}]: got ${wrong}, expected a text, its outcomes and a finite number as { object, real, score }; replaySequence(environment, object).outcomes gives the outcomes of a sequence.`,
    );
  }
}

/** The fields of an object that has to have each of them and no others. */
function requireWhole(
  where: string,
  value: unknown,
  fields: Readonly<Record<string, true>>,
  expected: string,
): Readonly<Record<string, unknown>> {
  requireKnownFields("training/unknown-option", where, value, fields);
  const given = value as Readonly<Record<string, unknown>>;
  const absent = Object.keys(fields).find((name) => given[name] === undefined);
  if (absent === undefined) return given;
  throw refuse(`${where}.${absent}: got undefined, expected ${expected}.`);
}

function refuse(message: string): WindageError {
  return new WindageError("training/bad-option", message);
}
