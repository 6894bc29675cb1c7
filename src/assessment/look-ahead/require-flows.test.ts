/** Samplers that have no flows of states, or read what a state does not tell, neither look ahead nor finish beginnings. */
import { expect, test } from "vitest";
import { parseObjective } from "../../objective/registry.ts";
import { reachable, smallEnvironment, smallTrainer } from "../../training/small-world.fixture.ts";
import { nextLetters } from "../beginning.ts";
import { drawSamples } from "../samples.ts";
import { aheadPolicy } from "./ahead-policy.ts";
import { requireFlows } from "./require-flows.ts";

const alpha = 0.25;

test.each(["stb", "skl", "stb+0.1*skl"])("%s teaches no flows to look ahead by", async (name) => {
  const trainer = await smallTrainer(alpha, {
    objective: parseObjective(name),
    batch: { onPolicy: 16 },
  });
  expect(() => aheadPolicy(trainer, { steps: 1 })).toThrow(`trained by ${trainer.options.objective.name}`);
  expect(() => requireFlows(trainer)).toThrow(/teaches no flows of states.*such as sdb/);
  await trainer.dispose();
});

test.each([
  ["both", { model: { kind: "mlp" as const, hidden: 8, thoughts: { kind: "pooled" as const, width: 4 } } }],
  ["intentions", { model: { kind: "kmer" as const, hidden: 8 }, observes: "intentions" as const }],
])("a sampler that sees %s cannot go on from what was built alone", async (_, seen) => {
  const objective = parseObjective("stb");
  const trainer = await smallTrainer(alpha, { ...seen, objective, batch: { onPolicy: 16 } });
  expect(() => aheadPolicy(trainer, { steps: 1 })).toThrow(/reads what was intended.*sees outcomes alone/);
  expect(() => requireFlows(trainer)).toThrow(/reads what was intended/);
  await expect(nextLetters(trainer.policy, [0])).rejects.toThrow(/--complete: .*reads what was intended/);
  const world = { environment: smallEnvironment(alpha), landscape: reachable(alpha) };
  await expect(drawSamples(world, trainer.policy, 4, 1, { beginning: [0, 1] })).rejects.toThrow("--complete");
  await trainer.dispose();
});
