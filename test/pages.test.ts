/**
 * The commands on our pages, as a reader would type them: every one has somebody who runs it, and those that take
 * seconds are run here, page by page, in a folder of their own. What takes longer is run by `npm run check:pages --
 * --all`; here trainings have two iterations, and of the rest it is seen that the words are understood.
 */
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { planPages } from "../scripts/pages/plan.ts";
import { chosenCommands, runCommand } from "../scripts/pages/run.ts";
import { World } from "../scripts/pages/world.ts";
import { builtProgram } from "./built-program.fixture.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "windage-pages-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const { planned, mistakes } = planPages(root);
const chosen = chosenCommands(planned, "tests");

test("every command on a page has somebody who runs it, or a reason why nobody does", () => {
  expect(mistakes).toEqual([]);
});

describe("the commands of", { timeout: 900_000 }, () => {
  // They are typed to what is built.
  beforeAll(() => void builtProgram());

  test.for([...new Set(chosen.map(({ command }) => command.page))])("%s", async (page, { skip }) => {
    const world = World.at(root, join(folder, page.replaceAll("/", "_")));
    const problems: string[] = [];
    for (const each of chosen) {
      if (each.command.page !== page) continue;
      const result = await runCommand(root, world, each, "tests", 240_000);
      if (result.state === "bad") problems.push(...result.problems);
    }
    expect(problems).toEqual([]);
    if (world.lacks !== undefined) skip(`all went well but what needs ${world.lacks}, which is not here`);
  });
});
