/** A module of the user's: an environment and a landscape by code, whose default export is checked when it is opened. */
import { isModule } from "../module/is-module.ts";
import { defineTask } from "./task.ts";

export const module = defineTask({
  called: "modules",
  one: (task) => `the module ${task}`,
  help: "a module such as ./my-task.mjs whose default export is { environment, landscape }",
  builds: "anything",
  noise: [],
  hasScores: true,
  keepsScores: true,
  bringsEnvironment: true,
  oneExponent: "whose conditions are its own to say",
  sizes: [],
  settings: {},
  claims: ({ task }) => isModule(String(task)),
  async open({ task }) {
    const { loadModule } = await import("../module/load-module.ts");
    return loadModule(task);
  },
});
