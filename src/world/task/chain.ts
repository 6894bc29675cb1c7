/** `chain`: long sequences with an energy for every pair of neighbours, of which everything is known exactly. */
import { drawnShape } from "./drawn-shape.ts";
import { defineTask, ofAutomata } from "./task.ts";

export const chain = defineTask({
  ...ofAutomata,
  name: "chain",
  called: "chains",
  one: () => "the task chain",
  help: "chain (see --length)",
  async open(config) {
    const { chainLandscape } = await import("../../landscape/automaton/chain-landscape.ts");
    const { overAutomaton } = await import("../lay-noise.ts");
    return overAutomaton(chainLandscape({ ...drawnShape(config), seed: config.worldSeed }), config);
  },
});
