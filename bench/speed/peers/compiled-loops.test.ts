import { expect, test } from "vitest";
import { compiledCase } from "./compiled-case.ts";
import { measureCompiled } from "./compiled-loops.ts";
import { compiledTrainer } from "./compiled-trainer.ts";

test("an iteration of trajectory balance asks for as many scores as there are trajectories", async () => {
  const trainer = await compiledTrainer({ ...compiledCase(8), hidden: 8 });
  const started = trainer.oracleCalls;
  for (let i = 0; i < 3; i++) await trainer.iterate();
  expect(trainer.oracleCalls - started).toBe(3 * 8);
  await trainer.dispose();
});

test("a Python without JAX is said to be one", async () => {
  const schedule = { rounds: 1, burstMs: 1, limitMs: 1000 };
  const { rows, notes } = await measureCompiled("no-such-python", [], schedule, () => undefined);
  expect(rows).toEqual([]);
  expect(notes.join()).toMatch(/JAX was not measured \(no-such-python: /);
});
