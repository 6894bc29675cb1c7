import { describe, expect, test } from "vitest";
import { gridEnvironment } from "../environment/grid.ts";
import { stickyNoise } from "../environment/noise/sticky-noise.ts";
import { withNoise } from "../environment/noise/noise.ts";
import { graphLimit } from "../evaluation/limit/graph-limit.ts";
import { exploreEnvironment } from "../evaluation/law/explore-environment.ts";
import type { Steps } from "../evaluation/long-computation.ts";
import { gridLandscape } from "../landscape/exact/grid-landscape.ts";
import { Reward } from "../landscape/reward.ts";
import { openLaws } from "./law/laws.ts";
import { takeSteps } from "./take-steps.ts";
import type { World } from "./world.ts";

function gridWorld(side: number): World {
  return {
    environment: withNoise(gridEnvironment({ side }), stickyNoise(0.5)),
    landscape: gridLandscape({ side }),
    reward: new Reward({ exponent: 1 }),
    free: true,
  };
}

describe("takeSteps", () => {
  test("lets timers have their turn, and tells how it goes", { timeout: 60_000 }, async () => {
    const turns: number[] = [];
    const timer = setInterval(() => turns.push(1), 1);
    const said: string[] = [];
    // Work that waits for nothing, and would never end if nobody else had a turn.
    function* busy(): Steps<string> {
      while (turns.length < 3 || said.length === 0) yield 0.25;
      return "done";
    }
    expect(await takeSteps(busy(), "Counting", { onProgress: (doing) => said.push(doing) })).toBe("done");
    clearInterval(timer);
    expect(said).toContain("Counting, to 0.25 nats");
  });

  test("limits end when the signal does, with an error that says what was under way", async () => {
    const stop = new AbortController();
    // Fires only if the work lets it.
    setTimeout(() => stop.abort(), 1);
    await expect(openLaws(gridWorld(64), { signal: stop.signal })).rejects.toMatchObject({
      code: "assessment/stopped",
      kind: "failure",
      message: expect.stringMatching(/^Stopped while (walking|computing)/) as string,
    });
  });

  test("a search for a limit that runs out of seconds says what gap it leaves", async () => {
    const limitWithin = async (limitSeconds?: number): Promise<{ kl: number; gap: number }> => {
      const { limit } = (await openLaws(gridWorld(16), { limitSeconds }))!;
      if (limit === undefined || !("gap" in limit)) throw new Error("a grid has a limit with a gap");
      return limit;
    };
    const [inTime, early] = [await limitWithin(), await limitWithin(0)];
    expect(inTime.gap).toBeLessThan(1e-6);
    expect(early.gap).toBeGreaterThan(1e-3);
    expect(early.kl).toBeGreaterThan(inTime.kl);
    expect(early.kl - early.gap).toBeLessThanOrEqual(inTime.kl);
  });

  test("in steps or at once, the limit is the same", async () => {
    const world = gridWorld(8);
    const laws = (await openLaws(world))!;
    const { graph, objects } = exploreEnvironment(world.environment);
    const scores = await world.landscape.score(objects.map((state) => world.environment.objectOf(state)));
    const { kl, gap } = graphLimit(graph, world.reward.logRewards(scores), "reverse", { gap: 1e-6 });
    expect(laws.limit).toMatchObject({ kl, gap });
  });
});
