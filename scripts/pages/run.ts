/** Runs planned commands and says what is wrong with each: that it fails, or which figure is off. */

import type { PageCommand } from "./commands.ts";
import { compareFigures, differenceText } from "./figures.ts";
import { missingData } from "./files.ts";
import { runnableText } from "./kinds.ts";
import type { PlannedCommand } from "./plan.ts";
import type { World } from "./world.ts";

/** As printed, or as the tests do: trainings in brief, and of what takes long only whether it is understood. */
export type Manner = "printed" | "tests";

export type Result =
  | { readonly state: "good"; readonly seconds: number }
  | { readonly state: "bad"; readonly seconds: number; readonly problems: readonly string[] }
  /** This machine lacks what it needs. */
  | { readonly state: "not run"; readonly reason: string };

/** The commands that are run in a manner, in the order of the pages. */
export function chosenCommands(planned: readonly PlannedCommand[], manner: Manner): PlannedCommand[] {
  const runnable = planned.filter(
    ({ command, kind }) =>
      kind.run !== "none" &&
      kind.run !== "suite" &&
      (manner === "printed" || kind.run !== "flag" || isWindage(command)),
  );
  return manner === "printed" ? runnable : withoutRepeats(runnable);
}

/** Leaves out what an earlier page has too, unless a command that is left needs what it makes. */
function withoutRepeats(planned: readonly PlannedCommand[]): PlannedCommand[] {
  const plain = ({ command }: PlannedCommand): string =>
    command.text.replace(/^(?:npm ci && )?(?:npx )?/, "");
  const first = new Map<string, PlannedCommand>();
  for (const each of planned) if (!first.has(plain(each))) first.set(plain(each), each);
  const left: PlannedCommand[] = [];
  let page = "";
  const needed = new Set<string>();
  for (const each of planned.toReversed()) {
    const { command, kind, figures } = each;
    if (command.page !== page) needed.clear();
    page = command.page;
    const [made, used] = [madeBy(command.text), usedBy(command.text)];
    const isNew = first.get(plain(each)) === each || (figures.length > 0 && kind.run === "test");
    if (!isNew && (made === undefined || !needed.has(made))) continue;
    left.unshift(each);
    if (made !== undefined) needed.delete(made);
    if (used !== undefined) needed.add(used);
  }
  return left;
}

type Made = "run" | "forecast" | "project" | "errors";

function madeBy(text: string): Made | undefined {
  if (/windage train/.test(text)) return "run";
  if (/windage forecast (?!predict|evaluate)/.test(text)) return "forecast";
  if (/windage design \S+\.csv .*--project plate1/.test(text)) return "project";
  return /windage noise fit .*--out errors\.csv/.test(text) ? "errors" : undefined;
}

function usedBy(text: string): Made | undefined {
  if (/windage forecast .*latest/.test(text)) return "forecast";
  if (/\blatest\b/.test(text)) return "run";
  if (/\bplate1\b/.test(text)) return madeBy(text) === undefined ? "project" : undefined;
  return /--noise-matrix errors\.csv/.test(text) ? "errors" : undefined;
}

/** Runs one command in the folder of its page. */
export async function runCommand(
  root: string,
  world: World,
  { command, kind, figures }: PlannedCommand,
  manner: Manner,
  timeout?: number,
): Promise<Result> {
  const text = runnableText(root, command.text);
  const missing = missingData(root, text);
  if (missing.length > 0) {
    world.lacks = missing.join(", ");
    return { state: "not run", reason: `needs ${world.lacks}` };
  }
  if (world.lacks !== undefined && usedBy(text) !== undefined)
    return { state: "not run", reason: `needs what was not made without ${world.lacks}` };
  const inBrief = manner === "tests" && kind.run !== "test";
  const typed = inBrief ? withWords(text, kind.run === "brief" ? briefly(text) : "--help") : text;
  const { code, out, err, seconds } = await world.run(typed, timeout);
  const problems = code === 0 ? [] : [failureText(command, code, err)];
  if (code === 0 && !inBrief) {
    for (const difference of compareFigures(figures, out)) problems.push(differenceText(difference, command));
  }
  return problems.length === 0 ? { state: "good", seconds } : { state: "bad", seconds, problems };
}

/** Two iterations, and a short report where one can be asked for. */
function briefly(text: string): string {
  return /windage train/.test(text) ? "--iterations 2 --samples 64" : "--iterations 2";
}

/** With these `--help` says whether the words before it are understood. */
function isWindage({ text }: PageCommand): boolean {
  return /^(?:[A-Z_]+=\S+ )*(?:npx )?windage /.test(text);
}

/** More words for the program, before its output goes anywhere. */
function withWords(text: string, words: string): string {
  const [program, ...rest] = text.split(" > ");
  return [`${program} ${words}`, ...rest].join(" > ");
}

function failureText({ page, line, text }: PageCommand, code: number | null, err: string): string {
  const said = err.trim().split("\n").slice(-4).join("\n    ");
  const how = code === null ? "did not end in time" : `ended with exit code ${code}`;
  return `${page}:${line}: \`${text}\` ${how}:\n    ${said}`;
}
