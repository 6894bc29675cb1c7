/**
 * Training where states have several parents: the backward policy is one distribution over pairs of parent and
 * intention, the exact law is what is sampled, and every objective comes near the law it aims at.
 */
import { describe, expect, test } from "vitest";
import { expectedBalance } from "../evaluation/law/expected-balance.ts";
import { graphLimit } from "../evaluation/limit/graph-limit.ts";
import { targetLaw } from "../evaluation/law/log-z.ts";
import { tv } from "../evaluation/law/distances.ts";
import type { Environment } from "../environment/environment.ts";
import type { GridState } from "../environment/grid.ts";
import { parseObjective } from "../objective/registry.ts";
import { Generator } from "../random/generator.ts";
import { TrajectoryBatch } from "../sampling/trajectory-batch.ts";
import { Rehearsal } from "../sampling/rehearsal.ts";
import type { KnownTrajectory } from "../sampling/trajectory-batch.ts";
import type { TrainingSetup } from "./setup/create-trainer.ts";
import { graphOf, gridTrainer, lawOf, logRewards, smallGrid } from "./grid-world.fixture.ts";
import { InspectProgram } from "./terms/inspect-program.ts";
import { masksOf } from "./terms/masks.ts";

const timeout = 60_000;

/** A walk to `parent`, then the given step, then stop; what happens on the way there was intended. */
function through(parent: GridState, action: number, outcome: number): KnownTrajectory {
  const way = parent.point.flatMap((coordinate, dimension) =>
    Array.from({ length: coordinate }, () => dimension),
  );
  const stop = parent.point.length;
  const stops = outcome === stop;
  const tail = stops ? [] : [stop];
  return {
    thought: [...way, action, ...tail],
    real: [...way, outcome, ...tail],
    length: way.length + 1 + tail.length,
    object: "",
  };
}

describe.each(["posterior", "learned"] as const)("the backward policy on a grid: %s", (backward) => {
  test("sums to one over the pairs of parent and intention of every state", { timeout }, async () => {
    const trainer = await gridTrainer(0.4, { backward, dynamics: "known" });
    for (let i = 0; i < 5; i++) await trainer.iterate();
    const pairs = graphOf(smallGrid(0.4)).states.flatMap((state) => pairsInto(smallGrid(0.4), state));
    const { options, parameters } = trainer;
    const batch = TrajectoryBatch.for(options.environment, pairs.length);
    const known = pairs.map(({ parent, action, outcome }) => through(parent, action, outcome));
    new Rehearsal(options.environment, pairs.length, Generator.fromSeed(0)).write(known, batch, 0);
    const { environment, model, dynamics, objective, posterior } = options;
    const parts = {
      environment,
      model,
      dynamics,
      objective,
      posterior: posterior!,
      masks: masksOf(environment),
    };
    const program = await InspectProgram.compile(parts, parameters, batch, {});
    const { logBackward } = await program.run();
    const sums = new Map<string, number>();
    pairs.forEach(({ into, parent }, b) => {
      const step = parent.point.reduce((sum, coordinate) => sum + coordinate, 0);
      sums.set(into, (sums.get(into) ?? 0) + Math.exp(logBackward[step * pairs.length + b]!));
    });
    // Every state but the first, which nothing leads into.
    expect(sums.size).toBe(2 * 25 - 1);
    for (const [state, sum] of sums) expect(sum, state).toBeCloseTo(1, 5);
    await Promise.all([program.dispose(), trainer.dispose()]);
  });
});

/** Every pair that leads into a state with a chance. */
function pairsInto(
  environment: Environment<GridState>,
  state: GridState,
): { into: string; parent: GridState; action: number; outcome: number }[] {
  const { backward } = environment;
  return Array.from({ length: backward.count }, (_, way) => way)
    .filter((way) => backward.isLegal(state, way))
    .map((way) => {
      const { parent, action, outcome } = backward.entry!(state, way)!;
      return { into: environment.key(state), parent, action, outcome };
    });
}

test("the exact law is what a long simulation shows", { timeout }, async () => {
  const trainer = await gridTrainer(0.5);
  for (let i = 0; i < 40; i++) await trainer.iterate();
  const explored = graphOf(smallGrid(0.5));
  const law = await lawOf(trainer, explored);
  const count = 100_000;
  const counts = new Map<string, number>();
  for (const object of await trainer.sample(count, 2)) {
    counts.set(object, (counts.get(object) ?? 0) + 1);
  }
  const seen = explored.objects.map(({ point }) => (counts.get(point.join(",")) ?? 0) / count);
  // A perfect match would show a total variation of about 0.005 with so many samples of 25 objects.
  expect(tv(law, Float64Array.from(seen))).toBeLessThan(0.01);
  law.forEach((p, i) => {
    expect(Math.abs(seen[i]! - p)).toBeLessThan(5 * Math.sqrt((p * (1 - p)) / count) + 1e-9);
  });
  await trainer.dispose();
});

/** Trains and returns the total variation between what was learned and a law. */
async function distanceTo(
  aim: "target" | "limit" | "expected",
  alpha: number,
  iterations: number,
  setup: Partial<TrainingSetup>,
): Promise<number> {
  const explored = graphOf(smallGrid(alpha));
  const rewards = await logRewards(explored);
  const trainer = await gridTrainer(alpha, { decayOver: iterations, ...setup });
  for (let i = 0; i < iterations; i++) await trainer.iterate();
  const law = await lawOf(trainer, explored);
  await trainer.dispose();
  const laws = {
    target: () => targetLaw(rewards),
    limit: () => graphLimit(explored.graph, rewards, "reverse", { gap: 1e-7 }).law,
    expected: () => expectedBalance(explored.graph, rewards).law,
  };
  return tv(law, laws[aim]());
}

describe("objectives on a grid", () => {
  const known = { dynamics: "known" } as const;
  test.each<[string, number, Partial<TrainingSetup>]>([
    ["sdb", 300, {}],
    ["sdb", 400, { backward: "learned" }],
    ["mdb", 300, {}],
    ["mdb", 300, { backward: "learned", ...known }],
    ["stb", 300, known],
    ["ssubtb(0.9)", 300, known],
    ["linex", 300, known],
    ["local-kl", 300, known],
    ["local-kl", 300, { ...known, backward: "learned" }],
    ["sdb+0.1*skl", 300, known],
    ["skl", 250, { ...known, batch: { onPolicy: 512, exploratory: 0 } }],
  ])(
    "%s reaches a target that can be reached, α = 0.25 (%i iterations, %j)",
    { timeout },
    async (spec, n, setup) => {
      const objective = parseObjective(spec);
      expect(await distanceTo("target", 0.25, n, { objective, ...setup })).toBeLessThan(0.03);
    },
  );

  test("plain db reaches it without noise and misses it with noise", { timeout }, async () => {
    const objective = parseObjective("db");
    expect(await distanceTo("target", 0, 300, { objective })).toBeLessThan(0.03);
    expect(await distanceTo("target", 0, 300, { objective, backward: "parent" })).toBeLessThan(0.03);
    expect(await distanceTo("target", 0.25, 300, { objective })).toBeGreaterThan(0.08);
  });

  test.each([0, 0.25, 0.75])(
    "edb reaches its own law, α = %d, which is not the target",
    { timeout },
    async (alpha) => {
      const objective = parseObjective("edb");
      const setup = { ...known, objective };
      expect(await distanceTo("expected", alpha, 300, setup)).toBeLessThan(0.02);
      expect(await distanceTo("target", alpha, 300, setup)).toBeGreaterThan(0.2);
    },
  );
});
