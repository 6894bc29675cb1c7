/** What a report leaves in the folder: the plots that make sense for the metric, and the metric that is known. */
import { mkdtempSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { defaultConfig } from "../config/config.ts";
import type { JobResult } from "../../comparison/job-result.ts";
import { reportComparison } from "./report-comparison.ts";
import { madeUpResults } from "../../comparison/results.fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "windage-report-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const methods = ["sdb", "mh"];

function comparisonAt(noise: readonly number[]): Parameters<typeof reportComparison>[0] {
  const plan = {
    task: "sim8",
    methods: methods.map((label) => ({ label, baseline: null, settings: {}, config: defaultConfig })),
    noise,
    seeds: [0, 1],
    calls: 200_000,
    steps: null,
    window: 100,
    points: 12,
    samples: 64,
  };
  return { folder, plan, digest: "", resumed: false };
}

/** Chains end at calls of their own, and figures from fresh samples exist at the end alone. */
function withModes(results: readonly JobResult[]): JobResult[] {
  return results.map((job) =>
    Object.assign({}, job, {
      curve: [],
      oracleCalls: job.oracleCalls - job.seed,
      metrics: Object.assign({}, job.metrics, { modes: 3 + job.seed }),
    }),
  );
}

test("a metric of the end alone is shown method by method, with every method in it", async () => {
  const results = withModes(madeUpResults(methods, [0.25], 2));
  const request = { against: "sdb", metric: "modes" } as const;
  const { files } = await reportComparison(comparisonAt([0.25]), results, request);
  expect(files.filter((file) => file.endsWith(".svg"))).toEqual(["modes-by-method.svg"]);
  const svg = readFileSync(join(folder, "modes-by-method.svg"), "utf8");
  for (const method of methods) expect(svg).toContain(`>${method}<`);
});

test("a metric with curves is shown against calls, and against noise where there are levels", async () => {
  const results = madeUpResults(methods, [0.1, 0.25], 2);
  const { files, metric } = await reportComparison(comparisonAt([0.1, 0.25]), results, { against: "sdb" });
  expect(metric).toBe("tv");
  expect(files.filter((file) => file.endsWith(".svg"))).toEqual(["tv-vs-calls.svg", "tv-vs-noise.svg"]);
});

test("a metric that no run has gives way to one that is known", async () => {
  const results = madeUpResults(["mh"], [0.25], 2);
  const request = { against: "mh", metric: "tv" } as const;
  const { metric } = await reportComparison(comparisonAt([0.25]), results, request);
  expect(metric).toBe("sampleError");
});
