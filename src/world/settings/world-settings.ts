/** All settings that make a world by their paths, those of single tasks among them. */
import { groups } from "../../settings/groups.ts";
import { named, type ValueSpec } from "../../settings/value-spec.ts";
import { ownSettings } from "../task/registry.ts";
import { scoreSettings, tableSettings } from "./general-settings.ts";

type Headed<Table> = { readonly [K in keyof Table]: Table[K] & { readonly group: string } };

/** The settings of tasks, under the heading of tasks. */
const ofTasks = Object.fromEntries(
  Object.entries<ValueSpec>(ownSettings).map(([name, spec]) => [name, { ...spec, group: groups.task }]),
) as Headed<typeof ownSettings>;

export const worldSettings = { ...tableSettings, ...ofTasks, ...scoreSettings } as const;

/** The same by the names that they have as flags, in config files and in records. */
export const worldOptions = named(worldSettings);
