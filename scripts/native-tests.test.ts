import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { testsThatNeedNative } from "./native-tests.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

test("tests that compute need the native engine, tests of pure parts do not", () => {
  const found = testsThatNeedNative(root, ["src", "scripts", "test"]);
  expect(found).toContain("src/objective/balance/balance.test.ts");
  expect(found).toContain("src/engine/onnx-file.test.ts");
  expect(found).toContain("test/resume.test.ts");
  expect(found).toContain("test/examples.test.ts");
  // They start the program that they are about.
  const starting = ["scripts/pages/run.test.ts", "test/pages.test.ts"];
  expect(found).toEqual(expect.arrayContaining(starting));
  for (const pure of ["src/random/", "src/file/", "src/evaluation/", "scripts/"]) {
    expect(found.filter((path) => path.startsWith(pure) && !starting.includes(path))).toEqual([]);
  }
});
