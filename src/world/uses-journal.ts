/** Whether scores of a configuration are kept in a journal; told without opening anything. */
import type { TaskKey } from "./settings/score-source.ts";
import { taskOf } from "./task/registry.ts";

/**
 * Whether scores of this task are kept in a journal, which one process at a time may write. What is read from a file can
 * be read again, and a journal of it would outlive a change of the file.
 */
export function usesJournal(config: TaskKey): boolean {
  return taskOf(config).keepsScores === true;
}
