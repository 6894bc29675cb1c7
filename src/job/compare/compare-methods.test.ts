import { expect, test } from "vitest";
import { planMethods } from "./compare-methods.ts";

test("methods have the defaults of their own model, and what they set stays", () => {
  const transformer = { method: "sdb", model: "transformer" };
  const methods = planMethods({
    entries: [
      { ...transformer, label: "as it is" },
      { ...transformer, label: "set", hidden: 32, rate: 0.01 },
      "sdb",
    ],
    settings: { finalRate: 0.001 },
    world: { task: "sim8", beta: 3, floor: 0.001, utility: "given", noise: "sticky" },
    given: new Set(),
  });
  expect(methods.map(({ config: { hidden, rate, finalRate } }) => ({ hidden, rate, finalRate }))).toEqual([
    { hidden: 64, rate: 0.004, finalRate: 0.001 },
    { hidden: 32, rate: 0.01, finalRate: 0.001 },
    { hidden: 128, rate: 0.01, finalRate: 0.001 },
  ]);
});

test("sizes of networks are no settings of methods without any", () => {
  const world = { task: "sim8", beta: 3, floor: 0.001, utility: "given", noise: "sticky" };
  const plan = (method: string, settings: Record<string, number>) => () =>
    planMethods({ entries: [method], settings, world, given: new Set() });
  expect(plan("random", { hidden: 16 })).toThrow('settings: got the unknown setting "hidden"');
  expect(plan("mh", { layers: 1 })).toThrow('settings: got the unknown setting "layers"');
  expect(plan("mars", { kmer: 3 })).toThrow('settings: got the unknown setting "kmer"');
  expect(plan("mars", { hidden: 16 })()[0]!.config.hidden).toBe(16);
  expect(plan("ppo", { hidden: 16, layers: 1 })()[0]!.config.layers).toBe(1);
});
