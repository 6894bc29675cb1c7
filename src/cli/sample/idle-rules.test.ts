import { expect, test } from "vitest";
import { idleRules } from "./idle-rules.ts";

test("rules that change nothing beside others are told", () => {
  const rules = { unique: true, top: undefined, minDistance: undefined };
  expect(idleRules(rules, 5)).toEqual([]);
  expect(idleRules({ ...rules, minDistance: 2 }, 5)).toEqual([
    "--unique adds nothing: --min-distance keeps each sequence once.",
  ]);
  expect(idleRules({ ...rules, top: 5, minDistance: 2 }, 99)).toEqual([
    "--unique adds nothing: --top and --min-distance keep each sequence once.",
    "--count 99 adds nothing: --top 5 chooses from at least 100.",
  ]);
  expect(idleRules({ ...rules, unique: false, top: 5 }, 100)).toEqual([]);
  expect(idleRules(rules, 1)).toEqual(["--unique adds nothing: a single sequence has no other beside it."]);
  expect(idleRules({ ...rules, unique: false, top: 1, minDistance: 3 }, undefined)).toEqual([
    "--min-distance adds nothing: a single sequence has no other beside it.",
  ]);
  expect(idleRules({ ...rules, unique: false, top: 5 }, undefined)).toEqual([]);
  expect(idleRules({ ...rules, unique: false, top: 3, minDistance: 1 }, undefined)).toEqual([
    "--min-distance 1 adds nothing: --top keeps each sequence once.",
  ]);
  expect(idleRules({ ...rules, unique: false, minDistance: 1 }, 5)).toEqual([]);
});
