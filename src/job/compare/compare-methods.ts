/**
 * From the methods that were asked for to methods with complete, checked settings. Names of settings are those of
 * `windage train` for objectives and those of its own for a baseline; anything unknown is an error with a suggestion,
 * because a misspelt setting that is silently ignored makes a comparison worthless.
 */
import { WindageError } from "../../error.ts";
import { findBaseline, baselineNames } from "../../baseline/registry.ts";
import type { Baseline } from "../../baseline/registry.ts";
import { parseObjective, objectiveNames } from "../../objective/registry.ts";
import type { PlannedMethod } from "../../comparison/plan.ts";
import { experimentOptions } from "../../run/config/run-options.ts";
import { requireEffect, withoutEffect } from "../../settings/effect.ts";
import { comparisonBatch } from "../../settings/training/index.ts";
import { configOf, type TrainValues } from "../train/train-config.ts";
import { defaultOf, type ConfigRecord, type ListEntry, type SpecTable } from "../../settings/value-spec.ts";
import { suggestion } from "../../suggest.ts";
import { validateValue } from "../../settings/validate-value.ts";
import { worldOptions } from "./compare-options.ts";

/** Options of `windage train` that are not a method's own business, with what to say about them. */
const notOwn: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [...Object.keys(worldOptions), "task"].map((name) => [
      name,
      "is the same for all; set it beside methods.",
    ]),
  ),
  alpha: 'is the same for all; set "noise" beside methods.',
  noise: 'is the same for all; set "noiseKind" beside methods.',
  seed: "is the same for all; set it beside methods.",
  samples: "is the same for all; set it beside methods.",
  objective: 'is called "method" here.',
  iterations: 'follows from the budget; set "calls" beside methods.',
  evaluateEvery: 'follows from "points"; set that beside methods.',
  stopMetric: "would end a run before its budget is spent; leave it out.",
  stopBelow: "would end a run before its budget is spent; leave it out.",
  stopPatience: "would end a run before its budget is spent; leave it out.",
  dataset: "brings scores that no budget counts; leave it out.",
  datasetBatch: "brings scores that no budget counts; leave it out.",
};

/** Objectives that learn from samples of π itself have no use for replay. */
function usualMeans(objective: string): Partial<TrainValues> {
  const { onPolicy } = comparisonBatch;
  return parseObjective(objective).needsOnPolicy ? { onPolicy } : comparisonBatch;
}

/** Longer ones would push everything else out of tables. */
const longestLabel = 60;

const trainTable: SpecTable = experimentOptions;
const trainKeys = Object.keys(experimentOptions).filter((name) => !Object.hasOwn(notOwn, name));

export interface MethodsAsked {
  readonly entries: readonly ListEntry[];
  /** Settings for all methods that have them. */
  readonly settings: ConfigRecord;
  /** Values of the world's options, and the task. */
  readonly world: Readonly<Record<string, unknown>>;
  /** The options of the world that were given. */
  readonly given: ReadonlySet<string>;
}

/** The methods of a plan. */
export function planMethods({ entries, settings, world, given }: MethodsAsked): PlannedMethod[] {
  const written = entries.map((entry) => readEntry(entry));
  const shared = new Set(written.flatMap(({ baseline }) => keysOf(baseline)));
  for (const name of Object.keys(settings)) checkKey(name, [...shared], "settings");
  const methods = written.map(({ label, method, baseline, own: settingsOfItsOwn }) => {
    const where = `methods: ${label}`;
    const keys = keysOf(baseline);
    for (const name of Object.keys(settingsOfItsOwn)) checkKey(name, keys, where);
    const values = new Map<string, unknown>();
    for (const [given, from] of [
      [settings, "settings"],
      [settingsOfItsOwn, where],
    ] as const) {
      for (const [name, value] of Object.entries(given)) {
        if (keys.includes(name)) values.set(name, checkedValue(baseline, name, value, `${from}: ${name}`));
      }
    }
    const all = {
      ...defaults(),
      ...(baseline === null ? usualMeans(method) : {}),
      ...world,
      ...picked(values, baseline?.networks ?? trainKeys),
      ...(baseline === null ? { objective: method } : {}),
    } as unknown as TrainValues;
    const config = configOf(all, given, new Set([...given, ...values.keys()]));
    const own = Object.keys(settingsOfItsOwn).filter((name) => isOption(baseline, name));
    requireEffect(trainTable, own, { ...config }, where);
    return {
      label,
      baseline: baseline?.name ?? null,
      settings: baseline === null ? {} : { ...baseline.defaults, ...picked(values, ownKeys(baseline)) },
      config,
    };
  });
  checkShared(settings, written, methods);
  return methods;
}

/** Settings for all have to do something for at least one of those that have them. */
function checkShared(
  settings: ConfigRecord,
  written: readonly WrittenMethod[],
  methods: readonly PlannedMethod[],
): void {
  for (const name of Object.keys(settings)) {
    const configs = methods
      .filter((_, at) => isOption(written[at]!.baseline, name))
      .map(({ config }) => config);
    const idle = configs.filter((config) => withoutEffect(trainTable, [name], { ...config }).length > 0);
    const isOwnOfSome = written.some(({ baseline }) => baseline !== null && ownKeys(baseline).includes(name));
    if (configs.length === 0 || isOwnOfSome || idle.length < configs.length) continue;
    requireEffect(trainTable, [name], { ...idle[0]! }, "settings");
  }
}

/** Whether a setting of a method is one of the schema's options, and not one that only its baseline knows. */
function isOption(baseline: Baseline | null, name: string): boolean {
  if (baseline === null) return trainKeys.includes(name);
  return (baseline.networks as readonly string[]).includes(name) && !ownKeys(baseline).includes(name);
}

interface WrittenMethod {
  readonly label: string;
  readonly method: string;
  readonly baseline: Baseline | null;
  readonly own: ConfigRecord;
}

function readEntry(entry: ListEntry): WrittenMethod {
  const { label, method, ...own } = typeof entry === "string" ? { label: undefined, method: entry } : entry;
  const where = typeof label === "string" ? `methods: ${label}` : "methods";
  if (typeof method !== "string" || method === "") {
    throw new WindageError(
      "cli/invalid-value",
      `${where}: got ${JSON.stringify(method) ?? "no method"}, expected "method" to be an objective or a baseline, such as sdb or mh.`,
    );
  }
  const name = label ?? method;
  if (typeof name !== "string" || name.trim() === "" || Array.from(name).length > longestLabel) {
    throw new WindageError(
      "cli/invalid-value",
      `methods: got the label ${JSON.stringify(name)}, expected a text of 1 to ${longestLabel} characters; ${typeof name === "number" ? "put the number in quotes" : 'give the method a "label" of that kind in a config file'}.`,
    );
  }
  return { label: name, method, baseline: findMethod(method), own };
}

/** The baseline of a name; null where it is an objective. */
function findMethod(name: string): Baseline | null {
  if (baselineNames.includes(name)) return findBaseline(name);
  if (/^[a-z][\w-]*$/i.test(name) && !objectiveNames.includes(name)) {
    throw new WindageError(
      "cli/unknown-method",
      (say) =>
        `${say("methods")}: got the unknown method "${name}"; ${suggestion(name, [...objectiveNames, ...baselineNames])}`,
    );
  }
  parseObjective(name);
  return null;
}

function ownKeys({ defaults }: Baseline): readonly string[] {
  return Object.keys(defaults);
}

/** What can be set about a method. */
function keysOf(baseline: Baseline | null): readonly string[] {
  return baseline === null ? trainKeys : [...ownKeys(baseline), ...baseline.networks];
}

function checkKey(name: string, keys: readonly string[], where: string): void {
  if (keys.includes(name)) return;
  const reason = Object.hasOwn(notOwn, name) ? notOwn[name] : undefined;
  throw new WindageError(
    "cli/unknown-config-key",
    reason === undefined
      ? `${where}: got the unknown setting "${name}"; ${suggestion(name, keys)}`
      : `${where}: got "${name}", which ${reason}`,
  );
}

/** A value of the right kind: by the option table, or like the default that a baseline has. */
function checkedValue(baseline: Baseline | null, name: string, value: unknown, source: string): unknown {
  const usual = baseline?.defaults[name];
  if (usual === undefined) return validateValue(trainTable[name]!, value, source);
  if (typeof value === typeof usual && (typeof value !== "number" || Number.isFinite(value))) return value;
  throw new WindageError(
    "cli/invalid-value",
    `${source}: got ${JSON.stringify(value)}, expected a ${typeof usual === "number" ? "number" : "text"} such as ${usual}.`,
  );
}

function picked(values: ReadonlyMap<string, unknown>, names: readonly string[]): Record<string, never> {
  return Object.fromEntries([...values].filter(([name]) => names.includes(name))) as Record<string, never>;
}

/** What a configuration has unless told. */
function defaults(): Record<string, unknown> {
  return Object.fromEntries(Object.entries(trainTable).map(([name, spec]) => [name, defaultOf(spec)]));
}
