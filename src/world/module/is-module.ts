/** Whether a task is the path of a user's module; everything else is the name of a table. Nothing is imported here. */
export function isModule(task: string): boolean {
  return /\.[cm]?[jt]s$/.test(task);
}
