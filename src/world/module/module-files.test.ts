import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { moduleFiles } from "./module-files.ts";

const folder = mkdtempSync(join(tmpdir(), "windage-imports-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
mkdirSync(join(folder, "lib", "deep"), { recursive: true });

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

async function namesFrom(path: string): Promise<string[]> {
  return [...(await moduleFiles(path)).keys()].sort();
}

test("a module is itself and everything that is imported below it, each once", async () => {
  const elsewhere = write("lib/elsewhere.mjs", "export const e = 5;");
  write("lib/deep/d.mjs", `import "../../main.mjs"; export { x } from '../b.js?v=2';`);
  write("lib/b.ts", "export const x: number = 1;");
  write("lib/data.json", "[1]");
  write("lib/old.cjs", "module.exports = require('./plain');");
  write("lib/plain.js", "import nothing from './not-there.js';");
  const main = write(
    "main.mjs",
    `import { readFileSync } from "node:fs";
import windage from "windage";
import {
  d,
} from "./lib/deep/d.mjs";
import data from "./lib/data.json" with { type: "json" };
import { e } from ${JSON.stringify(pathToFileURL(elsewhere).href)};
const late = await import("./lib/old.cjs");
readFileSync("./notes.txt");
export default {};`,
  );
  write("notes.txt", "written by the module itself");
  const names = ["b.ts", "data.json", "deep/d.mjs", "elsewhere.mjs", "old.cjs", "plain.js"];
  expect(await namesFrom(main)).toEqual([...names.map((name) => join("lib", name)), "main.mjs"]);
});

test("a module that is not there is an error that names it", async () => {
  await expect(moduleFiles(join(folder, "none.mjs"))).rejects.toMatchObject({ code: "data/not-readable" });
});
