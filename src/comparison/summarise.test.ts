import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { meanInterval } from "../evaluation/sample/intervals.ts";
import { metricFacts, metricNames, metricValue } from "./metrics.ts";
import { madeUpResults } from "./results.fixture.ts";
import { summarise } from "./summarise.ts";

const methods = ["sdb", "db", "mh"];
const results = madeUpResults(methods, [0.5, 0.1], 4);
const summary = summarise(results, { against: "sdb", methods });

describe("summarise", () => {
  test("one cell says what the plain formulas say", () => {
    const cell = summary.cells.find((c) => c.alpha === 0.5 && c.method === "db" && c.metric === "tv")!;
    const of = (method: string): number[] =>
      results.filter((r) => r.alpha === 0.5 && r.method === method).map((r) => r.metrics.tv!);
    expect(cell.value).toEqual(meanInterval(of("db")));
    const ours = of("sdb");
    const { verdict, ...difference } = cell.difference!;
    expect(difference).toEqual(meanInterval(of("db").map((value, i) => value - ours[i]!)));
    expect(verdict).toBe("worse");
  });

  test("keeps the order of methods, sorts noise levels, and knows what is missing", () => {
    expect([summary.methods, summary.alphas]).toEqual([methods, [0.1, 0.5]]);
    const chain = summary.cells.find((c) => c.method === "mh" && c.metric === "tv")!;
    expect([chain.value, chain.missing, chain.difference]).toEqual([null, 4, null]);
    expect(summary.cells.filter((c) => c.method === "sdb" && c.difference !== null)).toEqual([]);
    expect(summary.limits[1]!.values).toEqual({ tv: 0.04, regret: 0 });
    expect(summary.spent[0]).toEqual({
      alpha: 0.1,
      method: "sdb",
      seeds: 4,
      oracleCalls: 160_000,
      environmentSteps: 1_280_000,
      iterations: 625,
      seconds: 41.5,
    });
  });

  test("does not depend on the order of results, bit for bit", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(results, { minLength: results.length }), (shuffled) => {
        expect(summarise(shuffled, { against: "sdb", methods })).toStrictEqual(summary);
      }),
      { numRuns: 20 },
    );
  });

  test("survives JSON, also with one seed, where nothing is clear", () => {
    const single = summarise(madeUpResults(methods, [0.1], 1), { against: "sdb" });
    expect(JSON.parse(JSON.stringify(single))).toEqual(single);
    expect(new Set(single.cells.map((c) => c.difference?.verdict))).toEqual(new Set([undefined, "unclear"]));
  });

  test("pairs by seed: a missing seed leaves its pair out", () => {
    const fewer = results.filter((r) => !(r.method === "sdb" && r.seed === 2));
    const cell = summarise(fewer, { against: "sdb" }).cells.find(
      (c) => c.method === "db" && c.metric === "tv",
    )!;
    expect([cell.value!.count, cell.difference!.count]).toEqual([4, 3]);
  });

  test("mistakes are named", () => {
    expect(() => summarise([...results, results[0]!], { against: "sdb" })).toThrowError(
      /two results of "sdb"/,
    );
    expect(() => summarise(results, { against: "tb" })).toThrowError(/got "tb"/);
  });
});

test("every metric has its facts, and an error loses its sign", () => {
  expect(metricNames).toEqual(Object.keys(metricFacts));
  expect(metricValue("logZError", { logZError: -0.5 })).toBe(0.5);
  expect(metricValue("klForward", { klForward: Infinity })).toBe(null);
});
