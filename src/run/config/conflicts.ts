/**
 * Settings that contradict each other or the task, as one list of rules, asked of what was typed before any default takes
 * the place of what was not. What cannot train for other reasons is in `check-config.ts`.
 */
import { WindageError } from "../../error.ts";
import type { ValuesOf } from "../../settings/value-spec.ts";
import type { Wording } from "../../wording.ts";
import { scoreSources, sourceOf } from "../../world/settings/score-source.ts";
import { taskInWords, taskOf, type KnownTask } from "../../world/task/registry.ts";
import { pathOf, type experimentOptions } from "./run-options.ts";

type Values = ValuesOf<{}, typeof experimentOptions> & { readonly task: string };

interface Asked {
  readonly values: Values;
  readonly given: ReadonlySet<string>;
  readonly task: KnownTask;
}

/** One contradiction: the settings that are told, and what was got; nothing where there is none. */
type Rule = (asked: Asked) => readonly [paths: string | readonly string[], got: Wording] | undefined | false;

/** What changes the scores of a file, by its path. */
function changesScores({ minimize, log, utility }: Values): string | undefined {
  if (minimize) return "oracle.minimize";
  if (log) return "oracle.log";
  return utility === "given" ? undefined : "oracle.utility";
}

/** The first that objects is told. */
const rules: readonly Rule[] = [
  ({ values, task }) => {
    const source = sourceOf(values);
    return (
      source !== undefined &&
      task.hasScores && [
        pathOf(source),
        () =>
          `another source of scores for ${taskInWords(values)}, which has its own; leave one of them out.`,
      ]
    );
  },
  ({ values }) => {
    const sources = scoreSources.filter((name) => values[name] !== undefined).map(pathOf);
    return (
      sources.length > 1 && [
        sources,
        () => `${sources.length} sources of scores, expected one source; choose.`,
      ]
    );
  },
  ({ values, given, task }) =>
    task.noise.length === 0 &&
    given.has("alpha") && [
      "noise.alpha",
      () =>
        `${values.alpha} for ${taskInWords(values)}, whose environment brings its own noise; leave it out, or use withNoise there.`,
    ],
  ({ values }) => {
    const other = changesScores(values);
    return (
      values.dataset !== undefined &&
      other !== undefined && [
        "dataset",
        (say) =>
          `it beside ${say(other)}, but its scores would stay as they are; leave it out, since what ${say("oracle.csv")} lists is found anyway.`,
      ]
    );
  },
  ({ values, given }) =>
    given.has("beta") &&
    values.betaRange !== undefined && [
      "reward.exponent",
      (say) =>
        `it beside ${say("contexts.exponents")}, which draws exponents from a range; leave one of them out. Which exponent is sampled is said then, as in "windage sample latest --beta 3".`,
    ],
  ({ values, task }) =>
    values.betaRange !== undefined &&
    (task.oneExponent !== undefined || values.ramp > 0) && [
      "contexts.exponents",
      (say) => {
        const beside =
          task.oneExponent === undefined
            ? `${say("reward.ramp")}, which moves one exponent`
            : `${taskInWords(values)}, ${task.oneExponent}`;
        return `it beside ${beside}; leave one of them out.`;
      },
    ],
  ({ values }) => {
    const conditions = (["conditionTable", "betaRange"] as const).find((name) => values[name] !== undefined);
    return (
      conditions !== undefined &&
      values.dataset !== undefined && [
        "dataset",
        (say) =>
          `it beside ${say(pathOf(conditions))}, but its rows do not say which condition they are of; leave one of them out.`,
      ]
    );
  },
  ({ values: { length, minLength, maxLength } }) =>
    length !== undefined &&
    (minLength !== undefined || maxLength !== undefined) && [
      "environment.length",
      (say) =>
        `it beside ${say("environment.minLength")} or ${say("environment.maxLength")}, expected one or the other; leave ${say("environment.length")} out if lengths differ.`,
    ],
];

/** Refuses what contradicts itself; `given` are the names that were typed or stand in a config file. */
export function refuseConflicts(values: Values, given: ReadonlySet<string>): void {
  const asked = { values, given, task: taskOf(values) };
  for (const rule of rules) {
    const found = rule(asked);
    if (!found) continue;
    const [paths, got] = found;
    throw new WindageError("cli/conflict", (say) => {
      const names = [paths].flat().map((path) => say(path));
      return `${names.join(" and ")}: got ${got(say)}`;
    });
  }
}
