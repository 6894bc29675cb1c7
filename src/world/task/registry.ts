/**
 * All tasks, in the order in which they are asked whether a configuration means them, which is also that of help. A new
 * one is a file beside this and a name in the list.
 */
import type { Recorded, UnionToIntersection } from "../../settings/value-spec.ts";
import type { Environment } from "../../environment/environment.ts";
import type { GeneralConfig } from "../settings/general-settings.ts";
import type { TaskKey } from "../settings/score-source.ts";
import { bits } from "./bits.ts";
import { chain } from "./chain.ts";
import { grid } from "./grid.ts";
import { module } from "./module.ts";
import { motif } from "./motif.ts";
import { asked, measured } from "./scorer.ts";
import { profile } from "./profile.ts";
import { sim8 } from "./sim8.ts";
import { table } from "./table.ts";
import { tables } from "./tables.ts";
import type { Task, TaskWorld } from "./task.ts";

const all = [sim8, grid, bits, chain, motif, profile, module, tables, measured, asked, table] as const;

type OwnSettings = UnionToIntersection<(typeof all)[number]["settings"]>;

/** What a configuration says about its world. */
export type TaskConfig = GeneralConfig & Recorded<OwnSettings>;

/** A task among others. */
export interface KnownTask extends Omit<Task, "open" | "environment"> {
  readonly environment?: (config: TaskConfig) => Promise<Environment>;
  open(config: TaskConfig, names: readonly string[]): Promise<TaskWorld>;
}

export const tasks: readonly KnownTask[] = all;

/** Names that are never looked for elsewhere. */
export const builtInTasks: readonly string[] = tasks.flatMap(({ name }) => name ?? []);

/** How tasks are asked for, in words. */
export const waysToAsk: readonly string[] = tasks.flatMap(({ help }) => help ?? []);

/** The settings that mean something to one task alone. */
export const ownSettings = Object.assign({}, ...all.map(({ settings }) => settings)) as OwnSettings;

/** The task that a configuration means. */
export function taskOf(settings: TaskKey): KnownTask {
  return tasks.find(({ name, claims }) => (claims ? claims(settings) : settings.task === name))!;
}

/** What the task of a configuration is called in a sentence. */
export function taskInWords(settings: TaskKey): string {
  const { called, one } = taskOf(settings);
  return one?.(String(settings.task)) ?? called;
}
