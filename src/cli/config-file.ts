/**
 * Reads a command's options from a YAML or JSON file. Keys are the names in the option table; unknown keys are
 * errors, because a misspelt setting that is silently ignored costs a whole run.
 */

import { extname } from "node:path";
import { WindageError } from "../error.ts";
import { commonOptions, type Command, type OptionValue } from "./option-table.ts";
import { duplicateKey } from "../file/duplicate-key.ts";
import { problemIn } from "../file/json-document.ts";
import { vanishedNumber } from "../landscape/text/parse-decimal.ts";
import { suggestion } from "../suggest.ts";
import { validateValue } from "../settings/validate-value.ts";

/** Far more than all options of any command; what a parser makes of a long text takes it minutes and gigabytes. */
const mostBytes = 2 ** 18;

async function readText(path: string): Promise<string> {
  // Loaded only here, as the parser is.
  const { decodeText, readUserFile } = await import("../file/read-user-file.ts");
  try {
    return decodeText(await readUserFile(path, mostBytes), path);
  } catch (cause) {
    if (!(cause instanceof WindageError)) throw cause;
    throw new WindageError("cli/config-not-readable", `--config: ${cause.message.replace(/[^.?]$/, "$&.")}`, {
      cause,
    });
  }
}

/** JSON has its own parser: the YAML one would also take a .json file that other tools reject. */
async function parseText(path: string, text: string): Promise<unknown> {
  try {
    if (extname(path).toLowerCase() === ".json") return parseJson(text);
    // Loaded only here, so that commands without a config file start without it.
    const { isScalar, parseDocument, visit } = await import("yaml");
    // Its warnings go past us to standard error, and what they are about is refused anyway. It compares every key with
    // every other one, which takes minutes for a long file, so keys are looked at below.
    const document = parseDocument(text, { logLevel: "error", uniqueKeys: false });
    if (document.errors[0] !== undefined) throw document.errors[0];
    visit(document, {
      Scalar: (_, { source = "" }) => requireKept(source),
      Map: (_, { items }) => requireDifferent(items.map(({ key }) => (isScalar(key) ? key.value : key))),
    });
    return document.toJS();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new WindageError(
      "cli/config-invalid",
      `${path}: expected YAML (or JSON in a .json file), but: ${reason.trimEnd()}`,
      { cause },
    );
  }
}

/** The parser of JSON takes the last of two equal keys without a word; here they are refused. */
function parseJson(text: string): unknown {
  const content: unknown = JSON.parse(text);
  const key = duplicateKey(text);
  requireKept(text);
  if (key === undefined) return content;
  throw thereTwice(key);
}

/** Throws where two keys of a map are the same to whoever reads them: 1 and "1" are, too. */
function requireDifferent(keys: readonly unknown[]): void {
  const seen = new Set<string>();
  for (const key of keys) {
    const name = String(key);
    if (seen.has(name)) throw thereTwice(name);
    seen.add(name);
  }
}

function thereTwice(key: string): Error {
  return new Error(`the key ${JSON.stringify(key)} is there twice; leave one of them out`);
}

/** Throws where a number would be read as 0 although it is written as more, as flags do. */
function requireKept(text: string): void {
  const number = vanishedNumber(text);
  if (number === undefined) return;
  throw new Error(`${number} is nearer to 0 than any number can be (5e-324); write 0 if nothing is meant`);
}

/** Throws for what no option can be: content that contains itself, is nested too deeply, or is meant for a prototype. */
function requirePlain(path: string, content: unknown): void {
  const problem = problemIn(content);
  if (problem === undefined) return;
  throw new WindageError(
    "cli/config-invalid",
    `${path}: ${problem}; write what the options of the command take.`,
  );
}

/** Reads `path` and returns the validated values it sets for `command`. */
export async function readConfigFile(path: string, command: Command): Promise<Map<string, OptionValue>> {
  const content = await parseText(path, await readText(path));
  // An empty YAML file parses to null and sets nothing.
  const settings = content ?? {};
  requirePlain(path, settings);
  if (typeof settings !== "object" || Array.isArray(settings)) {
    throw new WindageError(
      "cli/config-invalid",
      `${path}: got ${Array.isArray(settings) ? "a list" : `a ${typeof settings}`}, expected "name: value" lines; see docs/cli.md.`,
    );
  }
  const specs = { ...command.arguments, ...command.options };
  const values = new Map<string, OptionValue>();
  for (const [name, value] of Object.entries(settings)) {
    const spec = Object.hasOwn(specs, name) ? specs[name] : undefined;
    if (spec === undefined) {
      const advice = Object.hasOwn(commonOptions, name)
        ? "give it on the command line."
        : suggestion(name, Object.keys(specs));
      throw new WindageError("cli/unknown-config-key", `${path}: got the unknown key "${name}"; ${advice}`);
    }
    values.set(name, validateValue(spec, value, `${path}: ${name}`));
  }
  return values;
}
