/** What somebody is told who asks for a condition of a run without any. */
import { expect, test } from "vitest";
import { typed } from "../config/typed.fixture.ts";
import { findCondition } from "./find-condition.ts";

const without = (task: string) => ({ config: { task } });

test("the advice is what would help this kind of task", () => {
  const ask = (task: string) => () => typed(() => findCondition(without(task), { condition: "warm" }));
  expect(ask("sim8")).toThrow(/condition warm: .* train with --condition-table or --beta-range\.$/);
  expect(ask("./own.mjs")).toThrow(/condition warm: .* the module one with withContext/);
  expect(ask("./own.mjs")).not.toThrow(/--beta-range/);
  expect(findCondition(without("sim8"), {})).toBeUndefined();
});
