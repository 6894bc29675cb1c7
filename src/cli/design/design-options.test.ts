import { expect, test } from "vitest";
import { idleUtility } from "./design-options.ts";

test("a utility that changes no design is told", () => {
  const sigmoid = { utility: "sigmoid" } as const;
  expect(idleUtility(sigmoid, true)).toBeUndefined();
  expect(idleUtility({ ...sigmoid, search: "all" }, true)).toContain("changes nothing with --search all");
  expect(idleUtility({ ...sigmoid, search: "all" }, false)).toBeUndefined();
  for (const aim of ["improvement", "exceed"] as const) {
    for (const search of ["gflownet", "evolution", "all"] as const) {
      expect(idleUtility({ ...sigmoid, aim, search }, false)).toBe(
        `--utility sigmoid: changes nothing with --aim ${aim}, which says itself what a prediction is worth.`,
      );
    }
  }
  expect(idleUtility({ ...sigmoid, aim: "explore" }, true)).toBeUndefined();
  expect(idleUtility({ utility: "rank", aim: "improvement" }, true)).toBeUndefined();
});
