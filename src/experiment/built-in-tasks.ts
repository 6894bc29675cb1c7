/** Tasks that need no file and no table of the user's: what bears one of these names is never looked for elsewhere. */
export const builtInTasks: readonly string[] = ["sim8", "grid", "bits"];
