/**
 * Two processes that tell one design project results at once, the same file or different ones, either killed at a random
 * moment or let be: each file counts once or not at all, whoever said it was told was right, and given again it is told.
 */
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openProject } from "../../src/run/project/project.ts";
import { makeSmallProject, measuredText } from "../../src/run/project/project.fixture.ts";
import type { Generator } from "../../src/random/generator.ts";
import { pick, type Campaign } from "./campaign.ts";
import { start, type Started } from "./start-windage.ts";

let killed = 0;

/** Lets a process be, or kills it at some moment. */
async function disturb(random: Generator, process: Started, usualMs: number): Promise<void> {
  if (random.integer(2) === 0) {
    const moment = performance.now() + random.integer(Math.ceil(1.5 * usualMs));
    while (process.code() === undefined && performance.now() < moment) await wait(1);
    process.child.kill("SIGKILL");
  }
  await process.ended;
  if (process.child.signalCode === "SIGKILL") killed++;
}

/** The measurements of each file after the first, as text and sorted, since either may come first. */
async function toldIn(project: string): Promise<string[]> {
  const { assays } = await openProject(project);
  return assays
    .slice(1)
    .map(({ measurements }) => JSON.stringify(measurements))
    .sort();
}

export const tellPairs: Campaign = {
  name: "tell-pairs",
  promise: "two who tell one project results at once lose none and count none twice",
  short: 2,
  long: 300,
  tally: () => `${killed} kills`,
  async begin(shared) {
    const original = join(shared, "plate");
    await makeSmallProject(original);
    const files = [1, 2].map((shift) => join(shared, `results-${shift}.csv`));
    for (const [at, file] of files.entries()) writeFileSync(file, measuredText(3, at + 1));
    const contents: string[] = [];
    let usualMs = 0;
    for (const file of files) {
      const copy = `${file}-plate`;
      cpSync(original, copy, { recursive: true });
      const began = performance.now();
      const alone = start(shared, ["design", "tell", copy, file]);
      await alone.ended;
      if (alone.code() !== 0) throw new Error(`the tell that nobody disturbs: ${alone.said()}`);
      usualMs = performance.now() - began;
      contents.push(...(await toldIn(copy)));
    }
    return async (random, folder) => {
      const project = join(folder, "plate");
      cpSync(original, project, { recursive: true });
      const pair = [random.integer(2), random.integer(2)];
      const tell = (at: number): Started => start(folder, ["design", "tell", project, files[at]!]);
      const both = pair.map(async (at) => {
        await wait(random.integer(Math.ceil(usualMs / 2)));
        const process = tell(at);
        await disturb(random, process, usualMs);
        return { at, code: process.code(), said: process.said() };
      });
      const ended = await Promise.all(both);
      const there = await toldIn(project);
      if (new Set(there).size !== there.length) return "a file counts twice";
      for (const { at, code, said } of ended) {
        if (code === 0 && !there.includes(contents[at]!)) return `said to be told, and is not there: ${said}`;
        if (code !== 0 && code !== null && !/error \[[\w/-]+\]/.test(said))
          return `ended with ${code}: ${said}`;
      }
      for (const at of pick(random, [pair, pair.toReversed()])) {
        const again = tell(at);
        await again.ended;
        if (again.code() !== 0 && !again.said().includes("[design/told-before]"))
          return `told again: ${again.said()}`;
      }
      const right = [...new Set(pair)].map((at) => contents[at]!).sort();
      return JSON.stringify(await toldIn(project)) === JSON.stringify(right)
        ? undefined
        : "other measurements";
    };
  },
};
