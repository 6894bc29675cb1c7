/**
 * `npm run check:pages`: runs the commands on our pages in the folder of each page, compares figures with those
 * printed, and fails by name.
 *
 *     npm run check:pages                        what the tests run: short ones, trainings in brief
 *     npm run check:pages -- --all               every command as printed, hours
 *     npm run check:pages -- --all --only mdb    of pages or commands with these words; may be given again
 *     npm run check:pages -- --all --at-most 60  those that are said to take no more seconds than that
 *     npm run check:pages -- --list              who runs what, and which figures beside commands nobody compares
 *
 * What was run and was well is not run again; `--fresh` begins anew.
 */

import { mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Journal } from "./journal.ts";
import { openFigures } from "./open-figures.ts";
import { planPages, usualSeconds, type PlannedCommand } from "./plan.ts";
import { chosenCommands, runCommand, type Manner } from "./run.ts";
import { World } from "./world.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { values: options } = parseArgs({
  options: {
    all: { type: "boolean", default: false },
    only: { type: "string", multiple: true, default: [""] },
    "at-most": { type: "string", default: "Infinity" },
    list: { type: "boolean", default: false },
    fresh: { type: "boolean", default: false },
    folder: { type: "string", default: "page-checks" },
  },
});

// Leaving by the front door ends what was started, too.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

const { planned, mistakes } = planPages(root);
for (const text of mistakes) console.log(text);
if (options.list) list(planned);
else await check(options.all ? "printed" : "tests");
if (mistakes.length > 0) process.exitCode = 1;

function list(all: readonly PlannedCommand[]): void {
  for (const { command, kind, figures } of all) {
    const why = kind.run === "none" ? `: ${kind.reason}` : kind.run === "suite" ? ` ${kind.by}` : "";
    const beside = figures.length > 0 ? `, ${figures.length} figures` : "";
    console.log(`${command.page}:${command.line}: ${command.text} [${kind.run}${why}${beside}]`);
  }
  const open = openFigures(root);
  for (const { page, line, count, command } of open)
    console.log(`${page}:${line}: ${count} figures beside \`${command}\` are not compared`);
  const compared = all.reduce((sum, { figures }) => sum + figures.length, 0);
  const left = open.reduce((sum, { count }) => sum + count, 0);
  console.log(`${compared} figures are compared; ${left} in tables and blocks beside commands are not`);
}

async function check(manner: Manner): Promise<void> {
  const folder = resolve(options.folder, options.all ? "all" : "tests");
  if (options.fresh) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const journal = new Journal(join(folder, "journal.jsonl"));
  const expected = (each: PlannedCommand): number =>
    journal.seconds(each.command) ?? (manner === "tests" ? 3 : usualSeconds(each));
  const wanted = chosenCommands(planned, manner).filter(
    (each) =>
      options.only.some((words) => `${each.command.page}: ${each.command.text}`.includes(words)) &&
      expected(each) <= Number(options["at-most"]),
  );
  const open = wanted.filter(({ command }) => !journal.isDone(command));
  console.log(`${wanted.length} commands, of which ${wanted.length - open.length} are done (${folder})`);
  const problems: string[] = [];
  let [notRun, seconds, timed] = [0, 0, 0];
  for (const [index, each] of open.entries()) {
    const { command } = each;
    const world = World.at(root, join(folder, command.page.replaceAll("/", "_")));
    const left = open.slice(index).reduce((sum, one) => sum + expected(one), 0);
    console.log(
      `${index + 1}/${open.length}, about ${timeText(left)} left: ${command.page}:${command.line}: ${command.text}`,
    );
    const result = await runCommand(root, world, each, manner);
    if (result.state === "not run") {
      console.log(`    not run: ${result.reason}`);
      notRun++;
      continue;
    }
    [seconds, timed] = [seconds + result.seconds, timed + 1];
    journal.add(command, result.state === "good", result.seconds);
    const found = result.state === "bad" ? result.problems : [];
    problems.push(...found);
    console.log(`    ${found.length === 0 ? "good" : "bad"}, ${result.seconds.toFixed(1)} s`);
    for (const text of found) console.log(text);
  }
  console.log(
    `${timed} run in ${timeText(seconds)}, ${notRun} not run, ${problems.length} problems${problems.length > 0 ? ":" : ""}`,
  );
  for (const text of problems) console.log(text);
  if (problems.length > 0) process.exitCode = 1;
}

function timeText(seconds: number): string {
  if (seconds < 100) return `${seconds.toFixed(0)} s`;
  return seconds < 6000 ? `${(seconds / 60).toFixed(0)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
