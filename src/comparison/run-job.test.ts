/** One job: the budget holds whatever iterations cost, and the figures are those of the run that kept to it. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { said } from "../run/config/typed.fixture.ts";
import { defaultConfig } from "../run/config/config.ts";
import type { MethodState } from "../training/method.ts";
import type { JobResult } from "./job-result.ts";
import type { ComparisonPlan } from "./plan.ts";
import { JobRunner } from "./run-job.ts";
import type { JobPlaces } from "./run-job.ts";

const config = {
  ...defaultConfig,
  task: "grid",
  side: 4,
  beta: 1,
  hidden: 8,
  layers: 1,
  onPolicy: 16,
  checkpointEvery: 5,
};
const batch = 16;

afterEach(() => vi.unstubAllEnvs());

function planWith(budget: { readonly calls: number; readonly steps: number | null }): ComparisonPlan {
  return {
    task: "grid",
    methods: [
      { label: "random", baseline: "random", settings: { batchSize: batch }, config },
      { label: "sdb", baseline: null, settings: {}, config },
      { label: "mh", baseline: "mh", settings: { chains: 8 }, config },
      { label: "soft-q", baseline: "soft-q", settings: { batch: 8, replay: 8 }, config },
      { label: "edb", baseline: null, settings: {}, config: { ...config, objective: "edb" } },
      {
        label: "local",
        baseline: null,
        settings: {},
        config: { ...config, objective: "sdb+0.1*local-kl", replay: 16, extraUpdates: 1 },
      },
    ],
    noise: [0.2],
    seeds: [0],
    ...budget,
    window: 100,
    points: 2,
    samples: 16,
  };
}

/** Keeps nothing. */
const nowhere: JobPlaces = {
  scoresOf: () => "nowhere",
  keeperOf: () => ({ load: async () => undefined, save: async () => undefined }),
};

function run(method: string, seed: number, calls: number, steps: number | null = null): Promise<JobResult> {
  const runner = new JobRunner(planWith({ calls, steps }), nowhere);
  return runner.run({ method, alpha: 0.2, seed }, () => undefined);
}

describe("JobRunner", () => {
  test("a run whose last iteration would go beyond the budget ends before it, and is not lost", async () => {
    for (let seed = 0; ; seed++) {
      const first = await run("random", seed, batch);
      const two = (await run("random", seed, 2 * batch)).environmentSteps;
      // A second iteration larger than the first is what cannot be foreseen.
      if (two <= 2 * first.environmentSteps) continue;
      const tight = await run("random", seed, 1000, two - 1);
      expect(tight).toMatchObject({ iterations: 1, environmentSteps: first.environmentSteps });
      expect(tight.metrics).toEqual(first.metrics);
      break;
    }
  });

  test.each([
    ["soft-q", { batch: 65_536, replay: 8 }, "batch 65536"],
    ["sac", { capacity: 10_000_000 }, "capacity 10000000"],
    ["ppo", { batch: 65_536 }, "batch 65536"],
  ])(
    "%s that cannot fit is refused before it is built, by its settings",
    async (baseline, settings, said) => {
      vi.stubEnv("WINDAGE_MEMORY", "0.4");
      const plan = planWith({ calls: 1e6, steps: null });
      const large = { label: baseline, baseline, settings, config };
      const runner = new JobRunner({ ...plan, methods: [large] }, nowhere);
      await expect(runner.check({ method: baseline, alpha: 0.2, seed: 0 })).rejects.toMatchObject({
        code: "run/too-large",
        message: expect.stringContaining(said) as string,
      });
      vi.stubEnv("WINDAGE_MEMORY", "8");
      const small = { ...large, settings: {} };
      const { memory } = await new JobRunner({ ...plan, methods: [small] }, nowhere).check({
        method: baseline,
        alpha: 0.2,
        seed: 0,
      });
      expect(memory).toBeGreaterThan(1e8);
    },
  );

  test.each(["edb", "local"])(
    "%s asks for more than its samples, and keeps to the budget",
    async (method) => {
      const { oracleCalls, iterations } = await run(method, 1, 300);
      expect(oracleCalls).toBeGreaterThan(iterations * batch);
      expect(oracleCalls).toBeLessThanOrEqual(300);
    },
  );

  test.each(["sdb", "random", "mh", "soft-q", "edb"])(
    "%s goes on within a job to the same result, wherever it was put away",
    async (method) => {
      const kept: MethodState[] = [];
      const places = (load: () => MethodState | undefined): JobPlaces => ({
        ...nowhere,
        keeperOf: () => ({
          load: async () => load(),
          save: async ({ meta, arrays }) => {
            const copies = Object.entries(arrays).map(([name, data]) => [name, data.slice()]);
            kept.push({
              meta: JSON.parse(JSON.stringify(meta)) as object,
              arrays: Object.fromEntries(copies),
            });
          },
        }),
      });
      const job = { method, alpha: 0.2, seed: 1 };
      const plan = planWith({ calls: 400, steps: null });
      const { seconds: _, ...whole } = await new JobRunner(
        plan,
        places(() => undefined),
      ).run(job, () => {});
      const states = kept.slice();
      expect(states.length).toBeGreaterThan(1);
      for (const state of [states[0], states.at(-1)]) {
        const { seconds, ...again } = await new JobRunner(
          plan,
          places(() => state),
        ).run(job, () => {});
        expect(again).toEqual(whole);
        expect(seconds).toBeGreaterThan(0);
      }
    },
  );

  test("a training that runs away is told in its result, also when it was put away between", async () => {
    const away = {
      ...config,
      objective: "local-kl",
      dynamics: "known" as const,
      model: "memory" as const,
      hidden: 128,
      layers: 2,
      onPolicy: 256,
      rate: 0.01,
      clip: 10,
      side: 8,
    };
    const plan: ComparisonPlan = {
      ...planWith({ calls: 256 * 80, steps: null }),
      methods: [{ label: "away", baseline: null, settings: {}, config: away }],
    };
    const key = { method: "away", alpha: 0, seed: 1 };
    const kept: MethodState[] = [];
    const keeper = {
      load: async () => kept.at(-1),
      save: async ({ meta, arrays }: MethodState) => {
        const copies = Object.entries(arrays).map(([name, data]) => [name, data.slice()]);
        kept.push({ meta: JSON.parse(JSON.stringify(meta)) as object, arrays: Object.fromEntries(copies) });
      },
    };
    const runner = new JobRunner(plan, { ...nowhere, keeperOf: () => keeper });
    expect((await runner.run(key, () => undefined)).ranAway).toBe("diverged");
    // From its last checkpoint, with less than the watch needs left to train.
    expect((await runner.run(key, () => undefined)).ranAway).toBe("diverged");
  });

  test("where no law can be worked out, the divergence is estimated, at the end and on the way", async () => {
    const bits = { ...config, task: "bits", beta: 8, kmer: 1 };
    const plan: ComparisonPlan = {
      ...planWith({ calls: 800, steps: null }),
      task: "bits",
      methods: [
        { label: "sdb", baseline: null, settings: {}, config: bits },
        { label: "mh", baseline: "mh", settings: { chains: 8 }, config: bits },
      ],
      samples: 64,
    };
    const runner = new JobRunner(plan, nowhere);
    const sdb = await runner.run({ method: "sdb", alpha: 0.2, seed: 0 }, () => undefined);
    expect(sdb.curve.length).toBeGreaterThan(1);
    for (const { metrics } of sdb.curve) {
      expect(metrics.elbo).toBeTypeOf("number");
      expect(metrics.elboStandardError).toBeGreaterThan(0);
    }
    expect(sdb.metrics.tv).toBeNull();
    expect(sdb.oracleCalls).toBeLessThanOrEqual(800);
    const mh = await runner.run({ method: "mh", alpha: 0.2, seed: 0 }, () => undefined);
    expect(mh.metrics).toMatchObject({
      elbo: null,
      klEstimate: null,
      meanScore: expect.any(Number) as unknown,
    });
  });

  test("where calls are few, estimates on the way are fewer instead of none, and that is said", async () => {
    const bits = { ...config, task: "bits", beta: 1, floor: 1e-12, kmer: 1 };
    const planFor = (calls: number): ComparisonPlan => ({
      ...planWith({ calls, steps: null }),
      task: "bits",
      methods: [
        { label: "sdb", baseline: null, settings: {}, config: bits },
        { label: "mh", baseline: "mh", settings: { chains: 8 }, config: bits },
      ],
      points: 20,
      samples: 64,
    });
    const key = { method: "sdb", alpha: 0.2, seed: 0 };
    const runner = new JobRunner(planFor(1000), nowhere);
    const { curve } = await runner.run(key, () => undefined);
    expect(curve).toHaveLength(3);
    for (const { metrics } of curve) {
      expect(metrics.elbo).toBeTypeOf("number");
      expect(metrics.elboStandardError).toBeGreaterThan(0);
    }
    expect(said((await runner.check(key)).notes).at(-1)).toContain(
      "1,000 calls give 3 points of the 20 planned; for more of them raise calls (6,400 for all), or give points 3.",
    );
    expect(said((await runner.check({ ...key, method: "mh" })).notes)).toEqual([
      expect.stringContaining("window 100"),
    ]);
    expect(said((await new JobRunner(planFor(600), nowhere).check(key)).notes).at(-1)).toContain(
      "600 calls are too few for a curve against calls, and only the end is estimated; give calls 640 or more.",
    );
    expect(said((await new JobRunner(planFor(6400), nowhere).check(key)).notes)).toEqual([
      expect.stringContaining("window 100"),
    ]);
  });

  test("a protocol of design is a task, and its searches are the methods", async () => {
    const plan: ComparisonPlan = {
      ...planWith({ calls: 1, steps: null }),
      protocol: "below-median",
      methods: [{ label: "at random", baseline: "random", settings: {}, config: defaultConfig }],
    };
    const runner = new JobRunner(plan, nowhere);
    const job = { method: "at random", alpha: 0, seed: 3 };
    await expect(runner.check(job)).resolves.toEqual({ memory: null, notes: [] });
    const shares: number[] = [];
    const { metrics, curve, oracleCalls } = await runner.run(job, (share) => shares.push(share));
    expect([oracleCalls, curve.length, shares.at(-1)]).toEqual([1000, 10, 1]);
    expect(metrics.hits).toBeGreaterThan(20);
    expect(metrics.hits).toBeLessThan(80);
    expect(metrics).toMatchObject({ tv: null, coverage: null, topMean: expect.any(Number) as unknown });
    const grid = new JobRunner(planWith({ calls: 300, steps: null }), nowhere);
    await expect(grid.check({ ...job, method: "random" })).resolves.toBeDefined();
    const wrong = { ...plan, methods: [{ ...plan.methods[0]!, config }] };
    const refusal = new JobRunner({ ...wrong, task: "grid-below-median" }, nowhere).check(job);
    await expect(refusal).rejects.toMatchObject({
      code: "run/no-table",
      message: expect.stringContaining("got the task grid, expected a table") as string,
    });
  });

  test("a budget that is too small for one iteration is noticed before any run", async () => {
    const runner = new JobRunner(planWith({ calls: 17, steps: null }), nowhere);
    const key = { alpha: 0.2, seed: 0 };
    await expect(runner.check({ method: "edb", ...key })).rejects.toThrow("raise calls");
    const { notes } = await runner.check({ method: "random", ...key });
    expect(said(notes)).toEqual(["window 100: has no effect, because a run has no more than 17 samples."]);
  });
});
