/** What templates give is no work of the noise: it teaches policies and flows, and never the model of the noise. */
import { expect, test } from "vitest";
import { createTrainer } from "../setup/create-trainer.ts";
import type { TemplateSource } from "../setup/options.ts";
import { distanceAfter, smallEnvironment, reachable, reward, smallTrainer } from "../small-world.fixture.ts";

const timeout = 60_000;

/** Half of the letters of every exploratory trajectory, at random places. */
const templates: TemplateSource = (generator) =>
  Array.from({ length: 4 }, () => (generator.float64() < 0.5 ? generator.integer(3) : undefined));

test.each([
  ["from the batch alone", {}],
  ["with replay", { batch: { onPolicy: 32, exploratory: 64, replay: 32 } }],
  ["with rounds of its own", { dynamicsReplay: { rounds: 2, samples: 64 }, dynamicsRate: 1e-3 }],
] as const)("learned noise stays right beside templates, %s", { timeout }, async (_, setup) => {
  const batch = { onPolicy: 32, exploratory: 96 };
  const distance = await distanceAfter(500, 0.25, { templates, batch, dynamicsRate: 5e-3, ...setup });
  expect(distance).toBeLessThan(0.03);
});

test("where everything is given, nothing is learned of the noise", async () => {
  const given = () => [0, 1, 2, 0];
  const trainer = await smallTrainer(0.25, { templates: given, batch: { onPolicy: 0, exploratory: 16 } });
  expect((await trainer.iterate()).dynamicsLoss).toBe(0);
  await trainer.dispose();
});

test("a run that was put away knows what was given", async () => {
  const start = () =>
    createTrainer({
      environment: smallEnvironment(0.25),
      landscape: reachable(0.25),
      reward,
      model: { kind: "table" },
      batch: { onPolicy: 4, exploratory: 8, replay: 8 },
      dynamicsReplay: { rounds: 2, samples: 16 },
      overlap: true,
      templates,
      seed: 2,
    });
  const [whole, half, rest] = [await start(), await start(), await start()];
  for (let i = 0; i < 6; i++) await whole.iterate();
  for (let i = 0; i < 3; i++) await half.iterate();
  rest.restore(half.save());
  for (let i = 0; i < 3; i++) await rest.iterate();
  expect(rest.parameters.values).toEqual(whole.parameters.values);
  for (const trainer of [whole, half, rest]) await trainer.dispose();
});
