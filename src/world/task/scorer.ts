/** Scores of the user's own: measured ones in a CSV file, or those that a program or a service answers with. */
import { isSet, sourceOf } from "../settings/score-source.ts";
import { defineTask, ofLetters, type Task } from "./task.ts";

const shared = {
  ...ofLetters,
  called: "scores of your own",
  async open(config) {
    const { openOracle } = await import("../oracle/oracle-source.ts");
    const { TableLandscape } = await import("../../landscape/exact/table-landscape.ts");
    const { noisySequences, overTable } = await import("../lay-noise.ts");
    const { landscape, alphabet, minLength, maxLength, free, ...more } = await openOracle(config);
    if (landscape instanceof TableLandscape) return { ...(await overTable(landscape, config)), ...more };
    const environment = await noisySequences({ alphabet, minLength, maxLength }, config);
    return { landscape, free, environment, ...more };
  },
} as const satisfies Task;

export const measured = defineTask({
  ...shared,
  claims: (settings) => sourceOf(settings) === "oracleCsv",
});

/** Programs and services are asked, and what they answer is kept. */
export const asked = defineTask({
  ...shared,
  keepsScores: true,
  claims: (settings) => isSet(settings, "oracleCommand") || isSet(settings, "oracleUrl"),
});
