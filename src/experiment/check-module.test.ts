import { expect, test } from "vitest";
import { requireNoTypo } from "./check-module.ts";

test("a field of a module that is nearly called like a known one is refused, any other is the module's own", () => {
  const parts = { environment: {}, landscape: {} };
  expect(() => requireNoTypo("task.mjs", { ...parts, exakt: true })).toThrow(
    'got "exakt" (did you mean exact?)',
  );
  expect(() =>
    requireNoTypo("task.mjs", { ...parts, exact: true, author: "me", environments: 3 }),
  ).not.toThrow();
});
