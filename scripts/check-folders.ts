/**
 * Enforces the folder rules: reads every import under src/ and reports, with file and line, each one that the
 * table does not allow. Tests and fixtures may import anything, since they compare parts with each other; in
 * return nothing that ships may import them.
 */

import { readFileSync, readdirSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { browserRooms, folderRules, freeForAll, userModuleLoaders, type FolderRule } from "./folder-rules.ts";
import { readImports, type ImportedModule } from "./read-imports.ts";

const testFile = /\.(test|fixture)\.ts$/;

/** The path below src with forward slashes, so that messages and rules read the same on every system. */
function below(sourceRoot: string, path: string): string {
  return relative(sourceRoot, path).split(sep).join("/");
}

/** The folder of a path below src that has a rule of its own, the deepest if several have; empty for files in src. */
function folderOf(path: string): string {
  const folders = path.split("/").slice(0, -1);
  while (folders.length > 1 && folderRules[folders.join("/")] === undefined) folders.pop();
  return folders.join("/");
}

function allowedText({ values, types }: FolderRule): string {
  const parts = [...values.map((name) => `${name}/`), ...types.map((name) => `types of ${name}/`)];
  return parts.length === 0 ? "nothing of ours" : parts.join(", ");
}

/** Why `file` may not import `target`, or undefined when it may. Both are paths below src. */
function objection(file: string, target: string, imported: ImportedModule): string | undefined {
  if (target.startsWith("../")) return "leaves src/, which is all that is built and shipped";
  if (testFile.test(target)) return "is a test or fixture, and those do not ship";
  const from = folderOf(file);
  const to = folderOf(target);
  if (freeForAll.includes(file)) {
    // In their order, so that none can lead back to itself.
    return freeForAll.indexOf(target) >= 0 && freeForAll.indexOf(target) < freeForAll.indexOf(file)
      ? undefined
      : `${file} may import nothing of ours but what stands before it in freeForAll, because everyone imports it`;
  }
  if (freeForAll.includes(target) || (from === to && from !== "")) return undefined;
  const rule = folderRules[from || file];
  if (rule === undefined) return `src/${from || file} has no line in scripts/folder-rules.ts`;
  if (rule.values.includes(to)) return undefined;
  if (rule.types.includes(to)) {
    return imported.typeOnly ? undefined : `${from}/ may import only types of ${to}/ (write import type)`;
  }
  return `${from}/ may import ${allowedText(rule)}`;
}

/** Every breach of the rules below `sourceRoot`, as `src/file:line: …` lines. */
export function findFolderBreaches(sourceRoot: string): string[] {
  const breaches: string[] = [];
  for (const entry of readdirSync(sourceRoot, { recursive: true, encoding: "utf8" }).sort()) {
    const file = entry.split(sep).join("/");
    if (!file.endsWith(".ts") || testFile.test(file)) continue;
    const path = join(sourceRoot, entry);
    const source = readFileSync(path, "utf8");
    for (const imported of readImports(path, source, userModuleLoaders.includes(file))) {
      if (/^windage($|\/)/.test(imported.specifier)) {
        breaches.push(`src/${file}:${imported.line}: imports ${imported.specifier}: use a relative path`);
      }
      const room = folderOf(file);
      // Files in src itself are imported by everyone, so they have to run wherever anything does.
      if (isBuiltin(imported.specifier) && (room === "" || browserRooms.includes(room))) {
        breaches.push(
          `src/${file}:${imported.line}: imports ${imported.specifier}: ${room === "" ? file : `${room}/`} has to run in a browser`,
        );
      }
      if (!imported.specifier.startsWith(".")) continue;
      const target = below(sourceRoot, resolve(dirname(path), imported.specifier));
      const reason = objection(file, target, imported);
      if (reason !== undefined) breaches.push(`src/${file}:${imported.line}: imports ${target}: ${reason}`);
    }
  }
  const unknown = readdirSync(sourceRoot, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && folderRules[entry.name] === undefined)
    .map((entry) => `src/${entry.name}: has no line in scripts/folder-rules.ts; add one`);
  return [...breaches, ...unknown];
}

function main(): void {
  const breaches = findFolderBreaches(fileURLToPath(new URL("../src", import.meta.url)));
  for (const breach of breaches) process.stderr.write(`${breach}\n`);
  process.stdout.write(`Folder rules: ${breaches.length} breaches\n`);
  process.exitCode = breaches.length === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) main();
