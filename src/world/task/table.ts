/** A table of scores: one in a file, or one that was imported before and is known by its name. */
import { WindageError } from "../../error.ts";
import { didYouMean } from "../../suggest.ts";
import type { TableLandscape } from "../../landscape/exact/table-landscape.ts";
import type { Wording } from "../../wording.ts";
import type { GeneralConfig } from "../settings/general-settings.ts";
import { defineTask, ofLetters } from "./task.ts";

/** Whatever nothing else claims is the name of a table, or of a table that is not there. */
export const table = defineTask({
  ...ofLetters,
  called: "tables",
  one: (task) => `the table ${task}`,
  help: "an imported table such as tfbind8",
  claims: () => true,
  async open(config, names) {
    const { refuseShape } = await import("./refuse-shape.ts");
    refuseShape(config);
    const { overTable } = await import("../lay-noise.ts");
    return overTable(await findTable(config, names), config);
  },
});

async function findTable(
  { task, table: file }: Pick<GeneralConfig, "task" | "table">,
  builtIn: readonly string[],
): Promise<TableLandscape> {
  const { importTfbind8 } = await import("../../landscape/table/tfbind8.ts");
  const { loadTable } = await import("../../landscape/table/table-store.ts");
  const { listTables } = await import("../../landscape/table/table-store.ts");
  if (file !== null) return (await importTfbind8([file])).landscape;
  const stored = await listTables();
  if (stored.some(({ name }) => name === task)) return (await loadTable(task)).landscape;
  const names = [...builtIn, ...stored.map(({ name }) => name)];
  const meant = didYouMean(task, names);
  const advice: Wording = (say) =>
    task === "tfbind8"
      ? `Import it first with "windage data import tfbind8 <file>", or pass the file with ${say("landscape.table")}.`
      : `Choose one of ${names.join(", ")}, or bring your own scores with ${say("oracle.csv")}, ${say("oracle.command")}, ${say("oracle.url")} or a module such as ./my-task.mjs.`;
  throw new WindageError(
    "run/unknown-task",
    (say) =>
      `task: got "${task}", which is neither built in nor an imported table${meant === undefined ? "." : `; ${meant}`} ${advice(say)}`,
  );
}
