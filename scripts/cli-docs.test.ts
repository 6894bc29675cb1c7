import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { commands } from "../src/cli/commands/index.ts";
import { cliDocsPage, cliDocsPath } from "./cli-docs.ts";

test("docs/cli.md is what the command table says; run `npm run docs:cli` if it is not", () => {
  expect(readFileSync(cliDocsPath, "utf8")).toBe(cliDocsPage(commands));
});

test("every command and each of its flags is on the page", () => {
  const page = cliDocsPage(commands);
  for (const command of commands) {
    expect(page).toContain(`## windage ${command.name}`);
    for (const { line } of command.examples) expect(page).toContain(line);
  }
  expect(page).toContain("`--quick`");
});
