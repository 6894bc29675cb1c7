/** A module of the user's: an environment and a landscape by code, whose default export is checked when it is opened. */
import { isRecord } from "../../is-record.ts";
import type { Environment } from "../../environment/index.ts";
import { WindageError } from "../../error.ts";
import type { Landscape } from "../../landscape/index.ts";
import { isModule } from "../module/is-module.ts";
import { defineTask, type TaskWorld } from "./task.ts";

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
  open: ({ task }) => loadModule(task),
});

/** The default export of a user's module, of which only what is used here is checked. */
async function loadModule(path: string): Promise<TaskWorld> {
  const { describeExport, importDefault, wrongModule } = await import("../module/import-module.ts");
  const { checkModule, requireNoTypo } = await import("../module/check-module.ts");
  const { declaredConditions, moduleConditions, requireTakenConditions } =
    await import("../condition/module-conditions.ts");
  const exported = await importDefault(path);
  const { environment, landscape, exact } = exported;
  requireNoTypo(path, exported);
  if (!isRecord(environment) || typeof environment["outcomeProbabilities"] !== "function") {
    throw wrongModule(path, `an environment in it; got ${describeExport(environment)}`);
  }
  if (!isRecord(landscape) || typeof landscape["score"] !== "function") {
    throw wrongModule(path, `a landscape in it, with a method score; got ${describeExport(landscape)}`);
  }
  if (typeof landscape["name"] !== "string" || landscape["name"].trim() === "") {
    const got = typeof landscape["name"] === "string" ? "no words" : describeExport(landscape["name"]);
    throw new WindageError(
      "run/wrong-module",
      `${path}: landscape.name: got ${got}, expected a few words that reports and kept scores go by; write "landscape: { name: 'my scores', score: … }".`,
    );
  }
  if (exact !== undefined && typeof exact !== "boolean") {
    throw wrongModule(path, `an object whose "exact" is true or false; got ${describeExport(exact)}`);
  }
  requireTakenConditions(path, environment, exported);
  checkModule(path, environment as unknown as Environment, declaredConditions(exported));
  return {
    environment: environment as unknown as Environment,
    landscape: landscape as unknown as Landscape,
    free: exact === true || landscape["enumerable"] === true,
    exact: exact === true,
    ...(environment["context"] === undefined
      ? {}
      : moduleConditions(path, environment as unknown as Environment, exported)),
  };
}
