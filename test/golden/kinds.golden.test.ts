/** A kind of golden case that no test knows is an error: a case that nobody runs would look like one that passes. */
import { expect, test } from "vitest";
import { goldenKinds } from "./golden-cases.fixture.ts";

const known = new Set([
  "automaton",
  "decide-ahead",
  "entropy-ratio",
  "forecast",
  "limit",
  "local-kl",
  "modes",
  "open-loop-limit",
  "sdb",
  "skl-posterior",
  "tilt",
]);

test("every kind of golden case is run", () => {
  expect(goldenKinds().filter((kind) => !known.has(kind))).toEqual([]);
});
