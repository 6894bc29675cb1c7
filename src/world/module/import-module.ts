/**
 * Loads a module that a user wrote. This is the one file whose import names no plain string: which module it is, is said
 * on the command line. It is listed in scripts/folder-rules.ts, and nothing of ours is ever loaded here.
 */
import { stat } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { WindageError } from "../../error.ts";
import { isMissing, missingFile } from "../../file/missing-file.ts";
import type { TaskModule } from "../../assessment/task-module.ts";
import { isRecord } from "../../is-record.ts";
import type { Fields } from "../../known-fields.ts";
import { describeThrown, isErrorOf } from "../../thrown.ts";
import { noteModule } from "./blame.ts";
import { letModulesFindWindage } from "./find-windage.ts";
import { blaming, readFields } from "./guard-module.ts";
import { settled } from "./module-calls.ts";

/** What a module may hold that is read here. */
export const moduleFields: Fields<TaskModule> = {
  environment: true,
  landscape: true,
  exact: true,
  contexts: true,
  conditions: true,
};

/** Imports the module at an absolute path and returns its default export, which must be an object. */
export async function importDefault(path: string): Promise<Readonly<Record<string, unknown>>> {
  const { value } = await defaultOf(path);
  if (isRecord(value)) return readFields(path, "", value, moduleFields);
  throw wrongModule(path, `an object; got ${describeExport(value)}`);
}

/** The same for a default export that must be a function; `example` is how one is written. */
export async function importFunction(
  path: string,
  example: string,
): Promise<(...given: readonly unknown[]) => unknown> {
  const { value } = await defaultOf(path);
  if (typeof value !== "function")
    throw wrongModule(path, `a function; got ${describeExport(value)}`, example);
  return (...given) =>
    blaming(path, "the default export", () => Reflect.apply(value, undefined, given) as unknown);
}

/** In an object of its own: a promise that is given a value looks into it, and what a module exports may not bear that. */
async function defaultOf(path: string): Promise<{ readonly value: unknown }> {
  let loaded: { readonly default?: unknown };
  letModulesFindWindage();
  try {
    // Importing a pipe would wait for ever.
    if (!(await stat(path)).isFile()) throw new Error("it is not a file");
    noteModule(path);
    const loading = import(pathToFileURL(path).href) as Promise<typeof loaded>;
    loaded = await settled(path, "the module itself (an await at its top level)", loading);
  } catch (cause) {
    if (isErrorOf(WindageError, cause)) throw cause;
    if (isMissing(cause)) throw new WindageError("run/module-failed", await missingFile(path), { cause });
    const reason = describeThrown(cause).replace(/\.$/, "");
    const advice = isUnreadable(cause)
      ? `Node ${process.versions.node} reads TypeScript only with a loader: install tsx and set NODE_OPTIONS="--import tsx", use Node 22.18 or newer, or compile it to JavaScript first.`
      : `Check the path, and try it alone with "node ${path}".`;
    throw new WindageError(
      "run/module-failed",
      `${path}: the module could not be loaded: ${reason}. ${advice}`,
      { cause },
    );
  }
  return { value: loaded.default };
}

/** Whether this Node does not know what to do with a file of TypeScript, the module or one that it imports. */
function isUnreadable(cause: unknown): boolean {
  if (!isErrorOf(Error, cause) || !("code" in cause)) return false;
  return cause.code === "ERR_UNKNOWN_FILE_EXTENSION" && /"\.[cm]?ts"/.test(cause.message);
}

/** The error for a module whose default export is not what is needed. */
export function wrongModule(
  path: string,
  expected: string,
  example = "export default { environment, landscape };",
): WindageError {
  return new WindageError(
    "run/wrong-module",
    `${path}: expected the default export to be ${expected}. Write "${example}".`,
  );
}

/** What was found instead, in words. */
export function describeExport(value: unknown): string {
  if (value === undefined) return "nothing";
  return Array.isArray(value) ? "a list" : value === null ? "null" : `a value of type ${typeof value}`;
}
