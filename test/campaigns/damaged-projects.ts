/**
 * Folders of design projects damaged by accident or on purpose: what they say is what was kept, or what is wrong is said.
 * New measurements go into the folder or nowhere, never through a link, and a project that refuses them is unchanged.
 */
import { cpSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { holdProject } from "../../src/run/project/hold-project.ts";
import { openProject } from "../../src/run/project/project.ts";
import { tellProject } from "../../src/run/project/tell-project.ts";
import { makeSmallProject } from "../../src/run/project/project.fixture.ts";
import type { Generator } from "../../src/random/generator.ts";
import { outcomeOf, pick, type Campaign, type Try } from "./campaign.ts";
import { damage, filesBelow } from "./file-damage.ts";

/** Everything a project says, wherever it lies. */
export async function contentOf(folder: string): Promise<string> {
  const { settings, assays, orders } = await openProject(folder);
  return JSON.stringify({ settings, measured: assays.map(({ measurements }) => measurements), orders });
}

/** Puts a link where the project would write: in place of a folder of it, or of the lock. */
function plantLink(random: Generator, folder: string, elsewhere: string): string {
  const part = pick(random, ["measured", "orders", "lock.json", "measured/002.csv"]);
  const path = join(folder, part);
  if (part === "measured" || part === "orders") renameSync(path, join(elsewhere, part));
  symlinkSync(join(elsewhere, part), path);
  return `a link for ${part}`;
}

const filesWithContent = (folder: string): string =>
  JSON.stringify(filesBelow(folder).map((file) => [file, readFileSync(file, "latin1")]));

function campaign(name: string, hostile: boolean): Campaign {
  return {
    name,
    promise: hostile
      ? "a foreign project is used or refused, and nothing outside it is written"
      : "a damaged project says what was kept, or what is damaged",
    short: 40,
    long: 5_000,
    atOnce: 4,
    async begin(shared): Promise<Try> {
      const original = join(shared, "plate");
      await makeSmallProject(original);
      const right = await contentOf(original);
      const told = join(shared, "told");
      cpSync(original, told, { recursive: true });
      const results = `${original}-results.csv`;
      const tell = (folder: string): Promise<unknown> =>
        holdProject(folder, (held) => tellProject(held, results, {}));
      await tell(told);
      const rightAfter = await contentOf(told);
      return async (random, folder) => {
        const [here, elsewhere] = [join(folder, "plate"), join(folder, "elsewhere")];
        cpSync(original, here, { recursive: true });
        mkdirSync(join(elsewhere, "x"), { recursive: true });
        writeFileSync(join(elsewhere, "treasure.txt"), "what the user owns");
        const linked = hostile && random.integer(2) === 0;
        const how = linked ? plantLink(random, here, elsewhere) : damage(random, here, hostile);
        const outside = filesWithContent(elsewhere);
        const opened = await outcomeOf(() => contentOf(here));
        if ("value" in opened && opened.value !== right) return `${how}: other content without a word`;
        const added = await outcomeOf(() => tell(here));
        if (filesWithContent(elsewhere) !== outside) return `${how}: a file outside was written`;
        if ("error" in added) return undefined;
        return (await contentOf(here)) === rightAfter ? undefined : `${how}: told into other content`;
      };
    },
  };
}

export const damagedProjects = campaign("damaged-projects", false);
export const hostileProjects = campaign("hostile-projects", true);
