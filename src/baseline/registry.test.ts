import { expect, test } from "vitest";
import { gridWorld, setupOf } from "./agent/agent-world.fixture.ts";
import { baselines, findBaseline } from "./registry.ts";
import type { BaselineSetup } from "./setup.ts";

test.each(baselines)("$name says what its setup lacks", async (baseline) => {
  const { scorer: _scorer, ...rest } = setupOf(gridWorld(0.25), 400, 3);
  // From plain JavaScript, which no type holds back.
  await expect(baseline.create(rest as BaselineSetup)).rejects.toMatchObject({
    code: "baseline/bad-setup",
    message: `${baseline.name}: got nothing as scorer, expected what scores and counts them, createScorer(landscape).`,
  });
  await expect(baseline.create(undefined as unknown as BaselineSetup)).rejects.toMatchObject({
    code: "baseline/bad-setup",
  });
});

test("a seed is a whole number", async () => {
  const setup = { ...setupOf(gridWorld(0.25), 400, 3), seed: 0.5 };
  await expect(findBaseline("mh").create(setup)).rejects.toThrow(
    "mh: got 0.5 as seed, expected a whole number.",
  );
});
