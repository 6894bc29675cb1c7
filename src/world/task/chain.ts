/** `chain`: long sequences with an energy for every pair of neighbours, of which everything is known exactly. */
import { defineTask, ofAutomata } from "./task.ts";

export const chain = defineTask({
  ...ofAutomata,
  name: "chain",
  called: "chains",
  one: () => "the task chain",
  help: "chain (see --length)",
  async open(config) {
    const { chainLandscape } = await import("../../landscape/index.ts");
    const { overAutomaton } = await import("../lay-noise.ts");
    const { maxLength: length, alphabet, worldSeed: seed } = config;
    const shape = { ...(length === null ? {} : { length }), ...(alphabet === null ? {} : { alphabet }) };
    return overAutomaton(chainLandscape({ ...shape, seed }), config);
  },
});
