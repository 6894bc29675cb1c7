/** The conditions under which settings of a world have an effect that depend on others. */
import { anyOf, type Condition, type DefaultWhere } from "../../settings/value-spec.ts";
import { taskOf, tasks } from "../task/registry.ts";
import { type NoiseKind, onTask, type TaskFacts } from "../task/task.ts";
import { isSet, type TaskKey } from "./score-source.ts";

type Taken = NonNullable<TaskFacts["takes"]>[number];

/** Tasks that cannot go wrong in a way, as they are called. */
function without(kind: NoiseKind): readonly string[] {
  return tasks.filter(({ noise }) => !noise.includes(kind)).map(({ called }) => called);
}

const ofPoints = tasks.filter(({ builds }) => builds === "points").map(({ name }) => `"${name}"`);

function listOf(names: readonly string[], last = " and "): string {
  return [...names.slice(0, -2), names.slice(-2).join(last)].join(", ");
}

function hasOwnScores(all: TaskKey): boolean {
  return (["oracleCsv", "oracleCommand", "oracleUrl"] as const).some((name) => isSet(all, name));
}

function takes(all: TaskKey, setting: Taken): boolean {
  return taskOf(all).takes?.includes(setting) === true;
}

/** The tasks that take a setting of one's own scores as well, as they are typed. */
function taking(setting: Taken): string {
  const names = tasks.flatMap(({ name, takes: taken }) => (taken?.includes(setting) ? [`"${name}"`] : []));
  return listOf(names, " or ");
}

function isUtility(utility: unknown): boolean {
  return typeof utility === "string" && utility !== "given";
}

/** Conditions that several settings share. */
export const only = {
  withLength: {
    words: (say) =>
      `with ${anyOf(say, ["oracle.csv", "oracle.command", "oracle.url"])}, or on the task ${taking("length")}`,
    holds: (all) => takes(all, "length") || hasOwnScores(all),
  },
  withWorldSeed: {
    words: `on the task ${taking("worldSeed")}`,
    holds: (all) => takes(all, "worldSeed"),
  },
  withFloor: {
    words: "where scores are no logarithms",
    holds: (all) => taskOf(all).logarithmic !== true,
  },
  withOracle: {
    words: (say) => `with ${anyOf(say, ["oracle.command", "oracle.url"])}`,
    holds: (all) => isSet(all, "oracleCommand") || isSet(all, "oracleUrl"),
  },
  withKeptScores: {
    words: (say) => `with ${say("oracle.command")}, ${say("oracle.url")} or a module`,
    holds: (all) => taskOf(all).keepsScores === true,
  },
  withUrl: { words: (say) => `with ${say("oracle.url")}`, holds: (all) => isSet(all, "oracleUrl") },
  withCsv: { words: (say) => `with ${say("oracle.csv")}`, holds: (all) => isSet(all, "oracleCsv") },
  withUtility: {
    words: (say) => `with a ${say("oracle.utility")} other than given`,
    holds: ({ utility }) => isUtility(utility),
  },
  withExpUtility: {
    words: (say) => `with ${say("oracle.utility", "exp")}`,
    holds: ({ utility }) => utility === "exp",
  },
  withLetters: {
    words: (say) =>
      `with ${anyOf(say, ["oracle.csv", "oracle.command", "oracle.url", "contexts.tables"])}, or on the task ${taking("alphabet")}`,
    holds: (all) =>
      takes(all, "alphabet") ||
      ["oracleCsv", "oracleCommand", "oracleUrl", "conditionTable"].some((name) => isSet(all, name)),
  },
  withTables: {
    words: (say) => `with ${anyOf(say, ["oracle.csv", "contexts.tables"])}`,
    holds: (all) => isSet(all, "oracleCsv") || isSet(all, "conditionTable"),
  },
  withWear: {
    words: (say) => `with ${say("noise.kind", "wear")}`,
    holds: ({ noise }) => noise === "wear",
  },
  withoutMatrix: {
    words: (say) => `without ${say("noise.matrix")}`,
    holds: (all) => !isSet(all, "noiseMatrix"),
  },
  onLetters: {
    words: `on sequences of letters; ${listOf(without("matrix"))} have noise of their own`,
    holds: (all) => taskOf(all).noise.includes("matrix"),
  },
  withSlips: { words: (say) => `with ${say("noise.alpha")} above 0`, holds: ({ alpha }) => alpha !== 0 },
  onSequences: {
    words: `on sequences; ${listOf(without("memory"))} have noise of their own`,
    holds: (all) => taskOf(all).noise.includes("memory"),
  },
  onTokens: {
    words: `on sequences, not on the task ${listOf(ofPoints, " or ")}`,
    holds: (all) => taskOf(all).builds !== "points",
  },
  withRamp: {
    words: (say) => `with a ${say("reward.exponent")} other than 1`,
    holds: ({ beta }) => beta !== 1,
  },
  beyondOrder: {
    words: (say) => `with a ${say("oracle.utility")} other than rank, which reads the order of scores alone`,
    holds: ({ utility }) => utility !== "rank",
  },
  withRewards: {
    words: (say) => `with ${say("reward.exponent")} above 0, since all rewards are 1 without`,
    holds: ({ beta }) => beta !== 0,
  },
} as const satisfies Readonly<Record<string, Condition>>;

/** The defaults of a setting on tasks that have one of their own. */
export function usualOnTasks(
  setting: keyof NonNullable<TaskFacts["usual"]>,
): readonly DefaultWhere<number>[] {
  return tasks.flatMap(({ name, usual }) => {
    const value = usual?.[setting];
    return name === undefined || value === undefined ? [] : [{ where: onTask(name), default: value }];
  });
}
