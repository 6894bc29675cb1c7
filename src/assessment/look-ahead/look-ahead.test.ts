import { describe, expect, test } from "vitest";
import { WindageError } from "../../error.ts";
import { limitForwardKl, stickyKernel } from "../../evaluation/index.ts";
import { reachable, reward, smallEnvironment, smallTrainer } from "../../training/small-world.fixture.ts";
import { createEvaluator } from "../evaluator.ts";
import { reportAhead } from "./look-ahead.ts";
import type { World } from "../world.ts";

const alpha = 0.25;
const world: World = {
  environment: smallEnvironment(alpha),
  landscape: reachable(alpha),
  reward,
  free: true,
};

describe("reportAhead", () => {
  test("no step is the policy; all steps with true scores need no flows; known noise gives the limit", async () => {
    const trainer = await smallTrainer(alpha, { dynamics: "known" });
    for (let i = 0; i < 20; i++) await trainer.iterate();
    const evaluator = (await createEvaluator(world, trainer.policy))!;
    const [none, one, all] = await reportAhead(trainer, evaluator, [0, 1, 4]);
    const { exact } = await evaluator.evaluate();
    expect(none!.scores.tv).toBeCloseTo(exact.tv, 12);
    expect(none!.flows).toEqual(none!.scores);
    expect(one!.scores.tv).toBeLessThan(none!.scores.tv);
    const limit = limitForwardKl(evaluator.laws.logReward, stickyKernel(3, alpha));
    expect(all!.scores.tv).toBeCloseTo(limit.tv, 6);
    expect(all!.scores.tv).toBeLessThan(all!.flows.tv);
    await evaluator.dispose();
    await trainer.dispose();
  });

  test("learned noise is used as it is", async () => {
    const trainer = await smallTrainer(alpha);
    for (let i = 0; i < 150; i++) await trainer.iterate();
    const evaluator = (await createEvaluator(world, trainer.policy))!;
    const [none, all] = await reportAhead(trainer, evaluator, [0, 4]);
    // The noise is not known exactly yet, so the limit is not reached, but the target is near.
    expect(all!.scores.tv).toBeGreaterThan(1e-6);
    expect(all!.scores.tv).toBeLessThan(0.5 * none!.scores.tv + 0.02);
    await expect(reportAhead(trainer, null, [1])).rejects.toThrow(WindageError);
    await expect(reportAhead(trainer, evaluator, [0.5])).rejects.toThrow(/whole number/);
    await evaluator.dispose();
    await trainer.dispose();
  });
});
