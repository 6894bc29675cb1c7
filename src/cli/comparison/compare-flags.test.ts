import { expect, test } from "vitest";
import { compareCommand } from "../commands/compare.ts";
import { parseArguments } from "../parse-arguments.ts";

test("options of training that methods may have of their own are told where to stand", () => {
  expect(() => parseArguments(compareCommand, ["--methods", "sdb", "--on-policy", "8"])).toThrow(
    'got --on-policy, expected "onPolicy" in a config file, under "settings" for all or in one entry',
  );
  expect(() => parseArguments(compareCommand, ["--dataset", "a.csv"])).toThrow(
    "got the unknown option --dataset",
  );
});
