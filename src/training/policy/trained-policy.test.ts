import { expect, test } from "vitest";
import { gridEnvironment } from "../../environment/grid.ts";
import { repeatNoise } from "../../environment/memory/repeat-noise.ts";
import { sequenceEnvironment } from "../../environment/sequence/sequence.ts";
import { stickyNoise } from "../../environment/noise/sticky-noise.ts";
import { withMemory } from "../../environment/memory/with-memory.ts";
import { withNoise } from "../../environment/noise/noise.ts";
import { functionOracle } from "../../landscape/oracle/function-oracle.ts";
import { parseObjective } from "../../objective/registry.ts";
import { createTrainer } from "../setup/create-trainer.ts";
import type { TrainingSetup } from "../setup/create-trainer.ts";
import { sampleObjects } from "./sample.ts";
import { trainedPolicy } from "./trained-policy.ts";

const letters = sequenceEnvironment({ alphabet: "AB", length: 4 });
const noisy = withNoise(letters, stickyNoise(0.3));

test.each<[string, Omit<TrainingSetup, "landscape">]>([
  ["defaults", { environment: noisy }],
  ["a transformer", { environment: noisy, model: { kind: "transformer", hidden: 16, layers: 1, heads: 2 } }],
  ["known noise and heads that predict", { environment: noisy, dynamics: "known", lookAhead: 2 }],
  ["designs", { environment: noisy, observes: "intentions", objective: parseObjective("stb") }],
  [
    "thoughts",
    {
      environment: withMemory(letters, repeatNoise(0.3)),
      model: { thoughts: { kind: "recurrent", width: 4 } },
    },
  ],
  ["several parents", { environment: withNoise(gridEnvironment({ side: 4 }), stickyNoise(0.3)) }],
])("%s: the policy alone samples what its trainer does", async (_, setup) => {
  const landscape = functionOracle({ mode: "single", score: (object) => 1 + object.charCodeAt(0) / 100 });
  const trainer = await createTrainer({ ...setup, landscape, batch: { onPolicy: 8 }, rate: 0.05 });
  for (let i = 0; i < 3; i++) await trainer.iterate();
  const asked = trainer.oracleCalls;
  const policy = trainedPolicy(setup, trainer.parameters.values);
  expect(await sampleObjects(policy, 50, 7)).toEqual(await trainer.sample(50, 7));
  expect(trainer.oracleCalls).toBe(asked);
  await trainer.dispose();
});

test("parameters of another model, or that are no numbers, are refused", () => {
  const setup = { environment: noisy, model: { kind: "table" as const }, dynamics: "known" as const };
  expect(() => trainedPolicy(setup, new Float32Array(3))).toThrow(/got 3 parameters, expected \d+/);
  const size = Number(
    /expected (\d+)/.exec(String(caught(() => trainedPolicy(setup, new Float32Array(0)))))![1],
  );
  expect(() => trainedPolicy(setup, new Float32Array(size).fill(Number.NaN))).toThrow("no finite numbers");
});

function caught(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}
