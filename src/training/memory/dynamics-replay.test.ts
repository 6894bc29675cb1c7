import { describe, expect, test } from "vitest";
import { createParameters } from "../../engine/parameters/parameters.ts";
import { stickyKernel } from "../../evaluation/law/kernel.ts";
import { Generator } from "../../random/generator.ts";
import { key } from "../../random/key.ts";
import { ReplayBuffer } from "../../sampling/replay-buffer.ts";
import { DynamicsReplay } from "./dynamics-replay.ts";
import type { LearnedDynamics } from "../setup/options.ts";
import { smallTrainer } from "../small-world.fixture.ts";

describe("dynamics from replay", () => {
  test("learns the kernel, and moves nothing but the dynamics", async () => {
    const alpha = 0.25;
    const trainer = await smallTrainer(alpha, { dynamicsRate: 0.02 });
    const { options } = trainer;
    const dynamics = options.dynamics as LearnedDynamics;
    const parameters = createParameters(trainer.parameters.tree, key(1));
    const before = parameters.values.slice();
    const replay = new ReplayBuffer(2000, 4);
    const generator = Generator.fromSeed(1);
    const { matrix } = stickyKernel(3, alpha);
    for (let i = 0; i < 2000; i++) {
      const thought = Int32Array.from({ length: 4 }, () => generator.integer(3));
      const logits = (a: number): number[] => [0, 1, 2].map((c) => Math.log(matrix[a * 3 + c]!));
      const real = thought.map((a) => generator.categorical(logits(a)));
      // Priorities that would mislead: trajectories in which nothing slipped.
      const lucky = thought.every((a, t) => a === real[t]);
      replay.add({ thought, real, length: 4, object: "", score: 0 }, lucky ? 1000 : 1);
    }
    const own = await DynamicsReplay.compile(options, { rounds: 100, samples: 128 }, dynamics, parameters);
    const losses = [];
    for (let i = 0; i < 5; i++) losses.push(await own.run(replay, generator));
    const stay = 1 - alpha + alpha / 3;
    const entropy = -stay * Math.log(stay) - 2 * (alpha / 3) * Math.log(alpha / 3);
    expect(losses[0]).toBeGreaterThan(losses[4]!);
    expect(Math.abs(losses[4]! - entropy)).toBeLessThan(0.03);
    for (const { name, offset, size } of parameters.leaves) {
      const moved = !before
        .subarray(offset, offset + size)
        .every((x, i) => x === parameters.values[offset + i]);
      expect([name, moved]).toEqual([name, name.startsWith("dynamics/")]);
    }
    await Promise.all([own.dispose(), trainer.dispose()]);
  });

  test("prioritised replay does not teach the dynamics in ordinary updates", async () => {
    // An update from replay alone then leaves the dynamics without a gradient.
    const setup = { batch: { onPolicy: 8 }, extraUpdates: 3 };
    const uniform = await smallTrainer(0.25, setup);
    const prioritised = await smallTrainer(0.25, { ...setup, replay: { priority: 1 } });
    for (const trainer of [uniform, prioritised]) await trainer.iterate();
    const gradient = (trainer: typeof uniform): number => {
      const leaf = trainer.parameters.leaves.find(({ name }) => name === "dynamics/direct")!;
      return trainer.parameters.gradient
        .subarray(leaf.offset, leaf.offset + leaf.size)
        .reduce((sum, g) => sum + Math.abs(g), 0);
    };
    expect(gradient(uniform)).toBeGreaterThan(0);
    expect(gradient(prioritised)).toBe(0);
    await Promise.all([uniform.dispose(), prioritised.dispose()]);
  });

  test("sequences of a dataset do not teach the dynamics", async () => {
    const dataset = [{ object: "ABCA", real: Int32Array.of(0, 1, 2, 0), score: 1 }];
    const studying = await smallTrainer(0.25, { batch: { onPolicy: 8, dataset: 50 }, dataset });
    const without = await smallTrainer(0.25, { batch: { onPolicy: 8 } });
    const [a, b] = [await studying.iterate(), await without.iterate()];
    expect(a.dynamicsLoss).toBeCloseTo(b.dynamicsLoss, 5);
    await Promise.all([studying.dispose(), without.dispose()]);
  });

  test.each([
    [{ rounds: 0, samples: 4 }, /got rounds 0/],
    [{ rounds: 1, samples: 2.5 }, /samples: got 2.5/],
  ])("refuses %j", async (dynamicsReplay, message) => {
    await expect(smallTrainer(0.25, { dynamicsReplay })).rejects.toThrow(message);
  });
});
