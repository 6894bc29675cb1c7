/** What tasks have instead of a usual default, as they declare it. */
import type { DefaultWhere } from "../../settings/value-spec.ts";
import { tasks } from "../task/registry.ts";
import { onTask, type TaskFacts } from "../task/task.ts";

/** The defaults of a setting on tasks that have one of their own. */
export function usualOnTasks(
  setting: keyof NonNullable<TaskFacts["usual"]>,
): readonly DefaultWhere<number>[] {
  return tasks.flatMap(({ name, usual }) => {
    const value = usual?.[setting];
    return name === undefined || value === undefined ? [] : [{ where: onTask(name), default: value }];
  });
}
