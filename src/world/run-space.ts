/**
 * What a run builds, as far as its configuration does not say it: letters and lengths come from the file or the table that
 * scores, replacements from a file of noise, names of conditions from tables. With this a policy can be taken up where
 * none of these files are.
 */
import type { Conditions } from "../assessment/condition/conditions.ts";
import type { Environment } from "../environment/environment.ts";
import { asSequences } from "../environment/sequence/as-sequences.ts";
import type { ContextSource } from "../training/setup/contexts.ts";
import { boundsOf, underConditions } from "./condition/lay-conditions.ts";
import type { NoiseMatrices } from "./lay-noise.ts";
import type { TaskKey } from "./settings/score-source.ts";
import { taskOf, type TaskConfig } from "./task/registry.ts";

/** The letters and lengths of sequences, with what else was read from files. */
export interface RunSpace {
  readonly alphabet: string;
  readonly minLength: number;
  readonly maxLength: number;
  readonly matrices: NoiseMatrices | null;
  readonly tables: readonly string[] | null;
}

/** What acts, and under which conditions; nothing in it knows a score. */
export interface ActingWorld {
  readonly environment: Environment;
  readonly conditions?: Conditions;
  readonly contexts?: ContextSource;
}

/** Whether settings say all of what is built, or the task brings it. */
export function saysItsSpace(config: TaskKey): boolean {
  const { environment, bringsEnvironment } = taskOf(config);
  return environment !== undefined || bringsEnvironment === true;
}

/** What is to be noted of an environment that was opened; null where there is nothing. */
export async function spaceOf(config: TaskConfig, environment: Environment): Promise<RunSpace | null> {
  const sequences = asSequences(environment);
  if (saysItsSpace(config) || sequences === null) return null;
  const { alphabet, minLength, maxLength } = sequences;
  const { noiseMatrix, conditionTable } = config;
  const { readNoiseMatrices } = await import("./matrix-noise.ts");
  const { tableFiles } = await import("./condition/condition-tables.ts");
  return {
    alphabet: alphabet.symbols,
    minLength,
    maxLength,
    matrices: noiseMatrix === null ? null : await readNoiseMatrices(noiseMatrix, alphabet.symbols),
    tables: conditionTable === null ? null : (await tableFiles(conditionTable)).map(({ name }) => name),
  };
}

/** The world of a configuration without its scores; undefined where more than this has to be opened for it. */
export async function actingWorld(
  config: TaskConfig,
  space: RunSpace | null,
): Promise<ActingWorld | undefined> {
  const plain = await plainEnvironment(config, space);
  if (plain === undefined) return undefined;
  const choices = { tables: space?.tables ?? null, betas: boundsOf(config) };
  const { environment, given } = underConditions(plain, choices);
  if (given === null) return { environment };
  return { environment, conditions: given.conditions, contexts: given.source };
}

async function plainEnvironment(
  config: TaskConfig,
  space: RunSpace | null,
): Promise<Environment | undefined> {
  const { environment, bringsEnvironment } = taskOf(config);
  if (environment !== undefined) return environment(config);
  if (bringsEnvironment === true || space === null) return undefined;
  const { sequencesOf } = await import("./lay-noise.ts");
  const { alphabet, minLength, maxLength, matrices } = space;
  return sequencesOf({ alphabet, minLength, maxLength }, config, matrices);
}
