/** The task that a user's module describes: its environment and its landscape, checked and guarded, and its conditions. */
import { WindageError } from "../../error.ts";
import { isRecord } from "../../is-record.ts";
import {
  declaredConditions,
  moduleConditions,
  requireTakenConditions,
} from "../condition/module-conditions.ts";
import type { TaskWorld } from "../task/task.ts";
import { checkModule, requireNoTypo } from "./check-module.ts";
import { blaming, guardEnvironment, guardLandscape, readEnvironment, readLandscape } from "./guard-module.ts";
import { withAutomaton } from "./declared-automaton.ts";
import { describeExport, importDefault, wrongModule } from "./import-module.ts";

/** Loads the module at an absolute path; only what is used of its default export is checked. */
export async function loadModule(path: string): Promise<TaskWorld> {
  const exported = await importDefault(path);
  // Whatever is read of it may be a getter, or behind a proxy.
  const task = blaming(path, "the default export", () => taskOf(path, exported));
  const known = await withAutomaton(path, task.environment, task.landscape);
  // What is known exactly can be asked as often as wanted.
  return known === null ? task : { ...task, landscape: known, free: true };
}

function taskOf(path: string, exported: Readonly<Record<string, unknown>>): TaskWorld {
  const { environment: given, landscape: scores, exact } = exported;
  requireNoTypo(path, exported);
  if (!isRecord(given) || typeof given["outcomeProbabilities"] !== "function") {
    throw wrongModule(path, `an environment in it; got ${describeExport(given)}`);
  }
  const landscape = isRecord(scores) ? readLandscape(path, scores) : {};
  if (!isRecord(scores) || typeof landscape["score"] !== "function") {
    throw wrongModule(path, `a landscape in it, with a method score; got ${describeExport(scores)}`);
  }
  const { name } = landscape;
  if (typeof name !== "string" || name.trim() === "") {
    const got = typeof name === "string" ? "no words" : describeExport(name);
    throw new WindageError(
      "run/wrong-module",
      `${path}: landscape.name: got ${got}, expected a few words that reports and kept scores go by; write "landscape: { name: 'my scores', score: … }".`,
    );
  }
  if (exact !== undefined && typeof exact !== "boolean") {
    throw wrongModule(path, `an object whose "exact" is true or false; got ${describeExport(exact)}`);
  }
  requireTakenConditions(path, given, exported);
  checkModule(path, readEnvironment(path, given), declaredConditions(exported));
  const environment = guardEnvironment(path, given);
  return {
    environment,
    landscape: guardLandscape(path, scores),
    free: exact === true || landscape["enumerable"] === true,
    exact: exact === true,
    ...(environment.context === undefined ? {} : moduleConditions(path, environment, exported)),
  };
}
