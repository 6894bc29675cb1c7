import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { longest } from "./longest-first.ts";

test("the files that come first are there", () => {
  expect(longest.filter((path) => !existsSync(new URL(`../${path}`, import.meta.url)))).toEqual([]);
});
