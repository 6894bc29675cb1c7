/** From what was typed to a complete plan; also finds the folder it goes to. */
import { protocols } from "../../design/protocol.ts";
import { WindageError } from "../../error.ts";
import type { ComparisonFolder } from "../../run/comparison/store.ts";
import type { ComparisonPlan, PlannedMethod } from "../../comparison/plan.ts";
import { checkPlan } from "../../comparison/plan.ts";
import { createComparison, newComparisonFolder, openComparison } from "../../run/comparison/store.ts";
import { requireEffect } from "../../settings/effect.ts";
import { taskInWords, taskOf } from "../../world/task/registry.ts";
import { labelOf } from "../train/train-config.ts";
import type { SpecTable, ValuesOf } from "../../settings/value-spec.ts";
import type { Spelling, Wording } from "../../wording.ts";
import { suggestion } from "../../suggest.ts";
import { planMethods } from "./compare-methods.ts";
import { planSearches } from "./compare-searches.ts";
import { compareOptions, planOptions, worldOptions } from "./compare-options.ts";

type TaskArgument = {
  readonly task: { readonly kind: "text"; readonly valueName: string; readonly description: string };
};

/** The values of `windage compare`. */
export type CompareValues = ValuesOf<TaskArgument, typeof compareOptions>;

/** What holds unless it is given. */
const usual = { methods: ["sdb", "db", "soft-q", "mh", "random"], noise: [0.1, 0.5], seeds: 3 } as const;
const usualSize = { calls: 128_000, points: 20 } as const;
/** Small enough for two minutes on two cores, large enough to tell methods apart. */
const quickSize = { calls: 20_000, points: 10 } as const;

/** Opens the folder that was asked for, or makes a new one once everything that was typed makes sense. */
export async function comparisonOf(
  values: CompareValues,
  given: ReadonlySet<string>,
): Promise<ComparisonFolder> {
  const { out, resume } = values;
  if (resume === undefined) {
    const plan = planOf(values, given);
    againstOf(values, plan);
    return createComparison(out ?? newComparisonFolder(plan.task), plan);
  }
  const beside = [
    ...(out === undefined ? [] : ["out"]),
    ...Object.keys(planOptions).filter((name) => given.has(name)),
  ];
  if (beside.length > 0 || given.has("task")) {
    throw new WindageError("cli/conflict", (say) => {
      const got = [...(given.has("task") ? [`the task ${values.task}`] : []), ...spelled(beside, say)];
      return `windage compare: got ${got.join(", ")} beside ${say("resume")}, which takes the plan from its folder; leave one of them out.`;
    });
  }
  return openComparison(resume);
}

/** The method that the others are compared with. */
export function againstOf({ against }: Pick<CompareValues, "against">, { methods }: ComparisonPlan): string {
  const labels = methods.map(({ label }) => label);
  if (against === undefined) return labels[0]!;
  if (labels.includes(against)) {
    if (labels.length > 1) return against;
    throw new WindageError(
      "cli/no-effect",
      (say) =>
        `${say("against")}: got it, but there is no other method than "${against}" to compare with it; add one to ${say("methods")}, or leave it out.`,
    );
  }
  throw new WindageError(
    "cli/unknown-method",
    (say) => `${say("against")}: got "${against}", which is not compared; ${suggestion(against, labels)}`,
  );
}

/** What an option of the world is called by `windage train`. */
function nameInTraining(name: string): string {
  return name === "noiseKind" ? "noise" : name;
}

function planOf(values: CompareValues, given: ReadonlySet<string>): ComparisonPlan {
  const { seed, window, samples, steps, settings = {} } = values;
  const size = values.quick ? quickSize : usualSize;
  const ownNoise = taskOf(values).noise.length === 0;
  const levels = values.noise?.join(", ");
  if (values.noiseMatrix !== undefined && levels !== undefined) {
    throw new WindageError(
      "cli/conflict",
      (say) =>
        `${say("noise.alpha")}: got ${levels} beside ${say("noise.matrix")}, which says itself how often something else happens; leave one of them out.`,
    );
  }
  if (ownNoise && levels !== undefined) {
    throw new WindageError(
      "cli/conflict",
      (say) =>
        `${say("noise.alpha")}: got ${levels} for ${taskInWords(values)}, whose environment brings its own noise; leave it out.`,
    );
  }
  const world = Object.fromEntries(
    Object.keys(worldOptions).map((name) => [
      nameInTraining(name),
      (values as Readonly<Record<string, unknown>>)[name],
    ]),
  );
  const inWorld = {
    world: { ...world, task: values.task },
    given: new Set(
      Object.keys(worldOptions)
        .filter((name) => given.has(name))
        .map((name) => nameInTraining(name)),
    ),
  };
  // Training is told one level at a time; here all of them have to be without slips for slips to have no effect.
  const kinds = ["noiseKind", "wearUses"].filter((name) => given.has(name));
  requireEffect(worldOptions, kinds, { ...inWorld.world, alpha: Math.max(...(values.noise ?? usual.noise)) });
  if (values.protocol !== undefined) return protocolPlan(values, given, inWorld);
  requireEffect(planOptions, values.quick ? ["quick"] : [], { ...values });
  const methods = planMethods({ entries: values.methods ?? usual.methods, settings, ...inWorld });
  const plan: ComparisonPlan = {
    task: labelOf(methods[0]!.config),
    methods,
    noise: ownNoise || values.noiseMatrix !== undefined ? [0] : (values.noise ?? usual.noise),
    seeds: Array.from({ length: values.seeds ?? usual.seeds }, (_, i) => seed + i),
    calls: values.calls ?? size.calls,
    steps: steps ?? null,
    window,
    points: values.points ?? size.points,
    samples,
  };
  checkPlan(plan);
  return plan;
}

/** Options that say nothing about a protocol, which has its own budget. */
const withoutProtocol = ["calls", "steps", "window", "points", "samples", "quick", "settings"] as const;

/** Options of other errors than those of a synthesis that slips with some probability. */
const otherErrors = ["noiseMatrix", "noiseKind", "wearUses"] as const;

/** Options that shape rewards, of which a search for designs sees none. */
const withoutReward = ["beta", "floor", "ramp", "sparse"] as const;

/** Refuses options that say nothing about a protocol. */
function refuseBeside(
  given: ReadonlySet<string>,
  names: readonly string[],
  code: "cli/conflict" | "cli/no-effect",
  why: Wording,
): void {
  const beside = names.filter((name) => given.has(name));
  if (beside.length === 0) return;
  const leave =
    code === "cli/conflict" ? "leave one of them out" : `leave ${beside.length === 1 ? "it" : "them"} out`;
  throw new WindageError(
    code,
    (say) =>
      `windage compare: got ${spelled(beside, say).join(", ")} beside ${say("protocol")}, ${why(say)}; ${leave}.`,
  );
}

/** Options of a comparison as their reader writes them. */
function spelled(names: readonly string[], say: Spelling): readonly string[] {
  const table: SpecTable = compareOptions;
  return names.map((name) => say(table[name]!.path ?? name));
}

/** A plan whose methods are ways of searching: what is measured at the start and in each round is the protocol's. */
function protocolPlan(
  { protocol, methods: entries, noise, seeds, seed, window, samples }: CompareValues,
  given: ReadonlySet<string>,
  inWorld: Pick<Parameters<typeof planMethods>[0], "world" | "given">,
): ComparisonPlan {
  refuseBeside(given, withoutProtocol, "cli/conflict", () => "which says itself how much is measured");
  const errors = (say: Spelling): string => `whose errors are the levels of ${say("noise.alpha")}`;
  refuseBeside(given, otherErrors, "cli/no-effect", errors);
  refuseBeside(given, withoutReward, "cli/no-effect", () => "whose searches see scores and no rewards");
  const { rounds, batch } = protocols[protocol!];
  const [{ config }] = planMethods({ entries: ["random"], settings: {}, ...inWorld }) as [PlannedMethod];
  const plan: ComparisonPlan = {
    task: `${labelOf(config)}-${protocol!}`,
    protocol,
    methods: planSearches(entries, config),
    noise: noise ?? [0, 0.1],
    seeds: Array.from({ length: seeds ?? usual.seeds }, (_, i) => seed + i),
    calls: rounds * batch,
    steps: null,
    window,
    points: 1,
    samples,
  };
  checkPlan(plan);
  return plan;
}
