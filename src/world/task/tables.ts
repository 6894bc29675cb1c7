/** Several tables of the same sequences under one sampler, where the number of a table is the condition. */
import { sourceOf } from "../settings/score-source.ts";
import { defineTask, ofLetters } from "./task.ts";

export const tables = defineTask({
  ...ofLetters,
  called: "several tables",
  claims: (settings) => sourceOf(settings) === "conditionTable",
  async open(config) {
    const { idleForTables, openTables, tableFiles } = await import("../condition/condition-tables.ts");
    const { categoryLandscape } = await import("../../landscape/exact/category-landscape.ts");
    const { noisySequences } = await import("../lay-noise.ts");
    const files = await tableFiles(config.conditionTable ?? []);
    const landscapes = await openTables(files, config);
    const { alphabet, length } = landscapes[0]!.space;
    return {
      landscape: categoryLandscape(landscapes),
      environment: await noisySequences({ alphabet, minLength: length, maxLength: length }, config),
      free: true,
      notes: await idleForTables(files, landscapes, config),
      tables: files.map(({ name }) => name),
    };
  },
});
