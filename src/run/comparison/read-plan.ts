/** Reads a plan from comparison.json, which anyone may have edited. */
import { readConfig } from "../../experiment/config.ts";
import { Fields, broken, isObject } from "../../file/json-document.ts";
import type { JsonObject, JsonValue } from "../../file/json-document.ts";
import { WindageError } from "../../error.ts";
import { checkPlan } from "../../experiment/comparison/plan.ts";
import type { ComparisonPlan, PlannedMethod } from "../../experiment/comparison/plan.ts";

/** The plan in a file, which has to be one that could have been made here. */
export function readPlan(where: string, value: JsonObject): ComparisonPlan {
  const fields = new Fields(value, where);
  const plan = {
    task: fields.text("task"),
    methods: list(where, value, "methods").map((method) => methodIn(where, method)),
    noise: numbers(where, value, "noise"),
    seeds: numbers(where, value, "seeds"),
    calls: fields.count("calls"),
    steps: value["steps"] === null ? null : fields.count("steps"),
    window: fields.count("window"),
    points: fields.count("points"),
    samples: fields.count("samples"),
  };
  try {
    checkPlan(plan);
  } catch (error) {
    throw error instanceof WindageError ? broken(where, error.message, error) : error;
  }
  return plan;
}

function methodIn(where: string, value: JsonValue): PlannedMethod {
  if (!isObject(value)) throw broken(where, "one of its methods is not an object");
  const fields = new Fields(value, where);
  const settings = fields.object("settings");
  for (const [name, setting] of Object.entries(settings)) {
    if (typeof setting !== "number" && typeof setting !== "string") {
      throw broken(where, `the setting "${name.slice(0, 40)}" is neither a number nor a text`);
    }
  }
  return {
    label: fields.text("label"),
    baseline: fields.textOrNull("baseline"),
    settings: settings as PlannedMethod["settings"],
    config: readConfig(where, fields.object("config")),
  };
}

function numbers(where: string, value: JsonObject, name: string): number[] {
  return list(where, value, name).map((item) => {
    if (typeof item === "number") return item;
    throw broken(where, `"${name}" holds something that is not a number`);
  });
}

/** A list of at least one thing. */
function list(where: string, value: JsonObject, name: string): readonly JsonValue[] {
  const items = value[name];
  if (Array.isArray(items) && items.length > 0) return items as readonly JsonValue[];
  throw broken(where, `"${name}" is not a list with something in it`);
}
