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
