import { expect, test } from "vitest";
import { createSim8 } from "../../landscape/index.ts";
import { parseObjective } from "../../objective/index.ts";
import { createTrainer, type TrainingSetup } from "./create-trainer.ts";

async function notesOf(setup: Omit<TrainingSetup, "landscape">): Promise<readonly string[]> {
  const trainer = await createTrainer({ landscape: createSim8(), model: { kind: "table" }, ...setup });
  try {
    return trainer.notes;
  } finally {
    await trainer.dispose();
  }
}

test("options that do nothing beside the others are told with what they would need", async () => {
  const idle = { epsilon: 0.3, temperature: 3, replay: { priority: 2 }, localStates: 4 };
  const notes = (await notesOf(idle)).join("\n");
  expect(notes).toBe(
    [
      "epsilon was set, but has an effect only with batch.exploratory above 0",
      "temperature was set, but has an effect only with batch.exploratory above 0",
      "replay.priority was set, but has an effect only with batch.replay or extraUpdates above 0, or dynamicsReplay",
      "localStates was set, but has an effect only with an objective that looks at children, such as local-kl or edb",
    ].join("\n"),
  );
  const batch = { onPolicy: 8, exploratory: 8, replay: 8 };
  expect(await notesOf({ ...idle, batch, objective: parseObjective("sdb+0.1*local-kl") })).toEqual([]);
  expect(await notesOf({})).toEqual([]);
});
