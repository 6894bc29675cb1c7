/**
 * A design project whose commands are killed without warning: the first `design`, `tell` and `propose`, each at random
 * moments of its time or as soon as some file of the project appears, and given again. At the end the project has the
 * files and the orders, to the last digit, of one that was never killed.
 */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Generator } from "../../src/random/generator.ts";
import { measuredText } from "../../src/run/project/project.fixture.ts";
import { pick, type Campaign } from "./campaign.ts";
import { contentOf } from "./damaged-projects.ts";
import { filesBelow } from "./file-damage.ts";
import { start, type Started } from "./start-windage.ts";

const settings = "--batch 4 --min-distance 1 --search evolution --steps 3 --alpha 0.1".split(" ");
/** Kills of one command before it is let be. */
const mostKills = 3;
let killed = 0;

type Command = "design" | "tell" | "propose";
const commands: readonly Command[] = ["design", "tell", "propose"];

/** What appears in a project while each command works. */
const appears: Readonly<Record<Command, readonly string[]>> = {
  design: ["lock.json", "measured", "measured/001.csv", "project.json", "orders/001.json"],
  tell: ["lock.json", "measured/002.csv"],
  propose: ["lock.json", "orders/002.json"],
};

/** What a project says, and the names of its files; how many orders its list knows of may lag behind. */
async function endOf(project: string): Promise<string> {
  return (
    (await contentOf(project)) +
    filesBelow(project)
      .map((file) => file.slice(project.length))
      .join()
  );
}

/** Kills a process at a random moment of the time it usually takes, or soon after a file appears. */
async function killAt(
  random: Generator,
  process: Started,
  usualMs: number,
  project: string,
  command: Command,
): Promise<void> {
  const path = join(project, pick(random, appears[command]));
  const watched = random.integer(2) === 0 && !existsSync(path);
  const moment = performance.now() + (watched ? random.integer(8) : random.integer(Math.ceil(usualMs)));
  const isTime = (): boolean => performance.now() >= moment && (!watched || existsSync(path));
  while (process.code() === undefined && !isTime()) await wait(1);
  process.child.kill("SIGKILL");
  await process.ended;
  if (process.child.signalCode === "SIGKILL") killed++;
}

export const designKills: Campaign = {
  name: "design-kills",
  promise: "a killed command of a design project goes on to the same order",
  short: 3,
  long: 300,
  tally: () => `${killed} kills`,
  async begin(shared) {
    const [assay, results] = [join(shared, "assay.csv"), join(shared, "results.csv")];
    writeFileSync(assay, measuredText(3));
    writeFileSync(results, measuredText(3, 1));
    const wordsOf = (command: Command, project: string): readonly string[] => {
      if (command === "design") return ["design", assay, ...settings, "--project", project];
      return ["design", command, project, ...(command === "tell" ? [results] : [])];
    };
    const whole = join(shared, "whole");
    const usualMs = new Map<Command, number>();
    for (const command of commands) {
      const began = performance.now();
      const undisturbed = start(shared, wordsOf(command, whole));
      await undisturbed.ended;
      if (undisturbed.code() !== 0)
        throw new Error(`the ${command} that nobody kills: ${undisturbed.said()}`);
      usualMs.set(command, performance.now() - began);
    }
    const right = await endOf(whole);
    return async (random, folder) => {
      const project = join(folder, "plate");
      for (const command of commands) {
        const words = wordsOf(command, project);
        for (let kill = random.integer(mostKills + 1); kill > 0; kill--) {
          await killAt(random, start(folder, words), usualMs.get(command)!, project, command);
        }
        const last = start(folder, words);
        await last.ended;
        // A first order that was kept before the kill is there to be shown, and not to be made again.
        const isKept =
          command === "design" && last.code() === 2 && existsSync(join(project, "orders/001.json"));
        if (last.code() === 0 || (isKept && last.said().includes("[design/project-exists]"))) continue;
        return `the last ${command} ended with ${String(last.code())}: ${last.said()}`;
      }
      return (await endOf(project)) === right ? undefined : "other files or orders";
    };
  },
};
