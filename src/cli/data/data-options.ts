/** What the `windage data` commands share: the option that names the data folder, and what is built in. */

import { usualTask } from "../../world/task/sim8.ts";
import { resolve } from "node:path";
import type { SpecTable } from "../option-table.ts";

/** The option of every command that reads or writes stored tables. */
export const dataOptions = {
  data: {
    kind: "text",
    valueName: "folder",
    description:
      "The folder tables are stored in; else the one named by WINDAGE_DATA, else your data folder.",
  },
} as const satisfies SpecTable;

/** The landscape that needs no file. */
export const builtInName = usualTask;

/** The folder to use, as an option of the table store. */
export async function dataStore(asked: string | undefined): Promise<{ readonly folder: string }> {
  const { dataFolder } = await import("../../file/data-folder.ts");
  return { folder: resolve(asked ?? dataFolder()) };
}
