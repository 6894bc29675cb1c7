/** `sim8`: the built-in binding landscape, and what is trained where nothing is said. */
import { sourceOf } from "../settings/score-source.ts";
import { defineTask, ofLetters } from "./task.ts";

/** What is built unless told. */
export const usualTask = "sim8";

export const sim8 = defineTask({
  ...ofLetters,
  name: usualTask,
  called: usualTask,
  help: "sim8 (built in)",
  claims: (settings) => settings.task === usualTask && sourceOf(settings) === undefined,
  async open(config) {
    const { refuseShape } = await import("./refuse-shape.ts");
    refuseShape(config);
    const { createSim8 } = await import("../../landscape/exact/sim8.ts");
    const { overTable } = await import("../lay-noise.ts");
    return overTable(createSim8(), config);
  },
});
