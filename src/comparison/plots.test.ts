import { expect, test } from "vitest";
import { wellFormed } from "../figure/well-formed.fixture.ts";
import { plotAgainstCalls, plotAgainstNoise } from "./plots.ts";
import { madeUpResults } from "./results.fixture.ts";
import { summarise } from "./summarise.ts";

const nasty = ["sdb", 'a<script>&"]]>', "mh"];

test.each([
  [[0.25], 1],
  [[0.1, 0.5, 0.9], 3],
])(
  "noise levels %j with %i seeds: two plots that are well-formed and name what they show",
  (alphas, seeds) => {
    const results = madeUpResults(nasty, alphas, seeds);
    const comparison = summarise(results, { against: "sdb", methods: nasty });
    for (const { svg } of [
      plotAgainstCalls(results, comparison, "tv")!,
      plotAgainstNoise(comparison, "tv")!,
    ]) {
      expect(wellFormed(svg)).toBe(true);
      expect(svg).toContain("policy of least KL");
      expect(svg).not.toContain("<script");
      expect(svg).not.toMatch(/NaN|Infinity/);
      expect(svg.includes("95 %")).toBe(seeds > 1);
    }
    expect(plotAgainstCalls(results, comparison, "tv")!.svg.match(/noise α = /g)).toHaveLength(alphas.length);
  },
);

test("do not depend on the order of results, and are null without the metric", () => {
  const results = madeUpResults(["sdb", "db"], [0.1], 3);
  const comparison = summarise(results, { against: "sdb" });
  const figure = plotAgainstCalls(results, comparison, "regret");
  expect(plotAgainstCalls(results.toReversed(), comparison, "regret")).toEqual(figure);
  expect([plotAgainstCalls(results, comparison, "jsd"), plotAgainstNoise(comparison, "jsd")]).toEqual([
    null,
    null,
  ]);
});

test("seeds measured at different calls meet on a common range", () => {
  const [first, second] = madeUpResults(["sdb"], [0.1], 2);
  const later = {
    ...second!,
    oracleCalls: 170_000,
    curve: second!.curve.map(({ oracleCalls, environmentSteps, metrics }) => ({
      oracleCalls: oracleCalls + 777,
      environmentSteps,
      metrics,
    })),
  };
  const results = [first!, later];
  const { svg } = plotAgainstCalls(results, summarise(results, { against: "sdb" }), "tv")!;
  expect(svg).not.toMatch(/NaN|undefined/);
});

test("an estimate has bars of its standard error at its points, beside the intervals over seeds", () => {
  const results = madeUpResults(["sdb", "db"], [0.1], 2).map((job) => {
    const withError = { klEstimate: 0.5, klStandardError: 0.1 };
    return Object.assign({}, job, {
      metrics: { ...job.metrics, ...withError },
      curve: job.curve.map((point) => ({ ...point, metrics: withError })),
    });
  });
  const comparison = summarise(results, { against: "sdb" });
  const { svg } = plotAgainstCalls(results, comparison, "klEstimate")!;
  expect(wellFormed(svg)).toBe(true);
  expect(svg).toContain("bars: ± one standard error of the estimate");
  expect(svg.match(/m-4,0h8/g)).toHaveLength(2 * 12);
  expect(plotAgainstCalls(results, comparison, "klStandardError")!.help).not.toContain("bars:");
});
