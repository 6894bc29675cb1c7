/**
 * Who runs a command of a page: the tests as it stands, the tests in brief (a training of two iterations), `npm run
 * check:pages -- --all`, what every change has to pass anyway, or nobody, with a reason. What the words do not tell, a
 * mark on the page does; a command of which neither says anything is a mistake.
 */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PageCommand } from "./commands.ts";

export type Kind =
  /** By the tests and by the flag, as printed. */
  | { readonly run: "test" }
  /** As printed by the flag, by the tests with two iterations, so that what comes after finds a run. */
  | { readonly run: "brief" }
  /** By the flag; the tests look whether its words are understood. */
  | { readonly run: "flag" }
  /** A step of `.ci/run` or part of `npm test`. */
  | { readonly run: "suite"; readonly by: string }
  | { readonly run: "none"; readonly reason: string };

/** Who runs a command, or undefined where nothing says so. */
export function kindOf(root: string, { text, mark }: PageCommand, hasFigures: boolean): Kind | undefined {
  if (mark?.kind === "not run") return { run: "none", reason: mark.reason };
  const parts = text.split(" && ");
  const kinds = parts.map((part) => partKind(root, part, hasFigures));
  if (kinds.includes(undefined)) return undefined;
  const kind = kinds.find((each) => each?.run !== "suite") ?? kinds[0];
  return mark === undefined ? kind : { run: "flag" };
}

/** What of a command is run: the parts that no step of the suite is. */
export function runnableText(root: string, text: string): string {
  const parts = text.split(" && ");
  const left = parts.filter((part) => partKind(root, part, false)?.run !== "suite");
  return left.length === 0 ? text : left.join(" && ");
}

function partKind(root: string, part: string, hasFigures: boolean): Kind | undefined {
  const words = part.replace(/^(?:[A-Z_]+=\S+ )+/, "").split(" ");
  const [program, second = "", third = ""] = words;
  if (program === ".ci/run") return { run: "suite", by: ".ci/run" };
  if (program === "windage") return ofWindage(part, hasFigures);
  if (program === "npm") return ofNpm(root, words);
  if (program === "node") {
    const file = words.find((word) => /\.m?[jt]s$/.test(word));
    return file !== undefined && existsSync(join(root, file)) ? { run: "flag" } : undefined;
  }
  if (program !== "npx") return undefined;
  if (second === "windage") return ofWindage(part, hasFigures);
  if (second === "vitest" && third === "run") {
    // The suite sets no variables.
    if (part.startsWith("WINDAGE_")) return { run: "flag" };
    const path = words[3] ?? "";
    return existsSync(join(root, path)) ? { run: "suite", by: "npm test" } : undefined;
  }
  if (second !== "tsx" || !existsSync(join(root, third))) return undefined;
  return third === "src/cli/main.ts" ? ofWindage(part, hasFigures) : { run: "flag" };
}

const trains = /(?:windage|main\.ts) (?:train|resume)\b/;

/** What takes minutes as a rule; of designs those that nothing comes after. */
const slow =
  /(?:windage|main\.ts) (?:compare|bench|design (?!.*--project|tell|untell|propose|report))\b|--gflownet/;

function ofWindage(text: string, hasFigures: boolean): Kind {
  if (slow.test(text)) return { run: "flag" };
  return { run: trains.test(text) && !hasFigures ? "brief" : "test" };
}

/** Packages are installed and scripts run where the repository says so; anything else changes the machine. */
function ofNpm(root: string, [, verb = "", ...words]: readonly string[]): Kind | undefined {
  const steps = readFileSync(join(root, ".ci/run"), "utf8");
  if (verb === "ci" || verb === "test") return { run: "suite", by: ".ci/run" };
  if (verb !== "run") return undefined;
  const script = words.find((word) => !word.startsWith("-")) ?? "";
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  if (scripts[script] === undefined) return undefined;
  // npm ci builds.
  const suite = script === "build" || steps.includes(`npm run --silent ${script}`);
  return suite ? { run: "suite", by: ".ci/run" } : { run: "flag" };
}
