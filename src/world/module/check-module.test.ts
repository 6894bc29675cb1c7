import { expect, test } from "vitest";
import type { Environment } from "../../environment/environment.ts";
import { declaredConditions } from "../condition/module-conditions.ts";
import { checkModule, requireNoTypo } from "./check-module.ts";

test("a field of a module that is nearly called like a known one is refused, any other is the module's own", () => {
  const parts = { environment: {}, landscape: {} };
  expect(() => requireNoTypo("task.mjs", { ...parts, exakt: true })).toThrow(
    'got "exakt" (did you mean exact?)',
  );
  expect(() =>
    requireNoTypo("task.mjs", { ...parts, exact: true, author: "me", environments: 3 }),
  ).not.toThrow();
});

test("a mistake under one of the conditions that a module declares is found before training", () => {
  const environment: Environment<{ end: boolean; z: number }> = {
    name: "coin",
    actionCount: 1,
    outcomeCount: 1,
    maxSteps: 1,
    featureCount: 1,
    initial: { end: false, z: 0 },
    context: { kind: "vector", size: 1 },
    start: (z) => ({ end: false, z: (z as readonly number[])[0]! }),
    key: ({ end }) => String(end),
    isTerminal: ({ end }) => end,
    isLegal: ({ end }) => !end,
    outcomeProbabilities: ({ z }, _action, out) => void out.fill(z === 1 ? 0.7 : 1),
    next: ({ z }) => ({ end: true, z }),
    encode: ({ end }, out, offset) => void (out[offset] = Number(end)),
    objectOf: () => "coin",
    backward: { count: 1, indexOf: () => 0, isLegal: ({ end }) => end },
  };
  const look = (exported: Readonly<Record<string, unknown>>) => (): void =>
    checkModule("coin.mjs", environment, declaredConditions(exported));
  expect(look({ conditions: { low: [0], high: [2] }, contexts: { examples: [[3]] } })).not.toThrow();
  expect(look({ conditions: { low: [0], high: [1] } })).toThrow("(probabilities): Under condition [1]");
  expect(look({ contexts: { examples: [[0], [1]] } })).toThrow("(probabilities): Under condition [1]");
});
