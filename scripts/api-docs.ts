/**
 * Writes docs/api.md, the page of every name a program can import, from the doc comments in the source.
 *
 *     npm run docs:api             writes the page
 *     npm run docs:api -- --check  fails where the page is out of date or a name has no doc comment
 */

import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { readExports, type ExportedName } from "./read-exports.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

const introduction = `# Names you can import

<!-- Written by "npm run docs:api" from the doc comments in src/; edit those instead. -->

\`import { … } from "windage"\` has what most programs need. The other paths are for those who replace parts of training, evaluate laws of their own, forecast, or work with files, runs and jobs on Node; each row is one exported name and the first sentence of its doc comment. Types are in the package, and editors show the whole comment.
`;

/** An import path with the names behind it. */
interface Module {
  readonly path: string;
  readonly about: string;
  readonly names: readonly ExportedName[];
}

/** The import paths of package.json with their source files, the main one first. */
function modules(): Module[] {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
  };
  return Object.entries(manifest.exports).flatMap(([path, target]) => {
    if (typeof target === "string") return [];
    const file = resolve(root, target.default.replace("./dist/", "src/").replace(/\.js$/, ".ts"));
    const { about, names } = readExports(file, (name) => readFileSync(name, "utf8"), follow);
    return [{ path: path.replace(/^\./, "windage"), about, names }];
  });
}

function follow(file: string, specifier: string): string {
  return resolve(dirname(file), specifier);
}

const cell = (text: string): string => text.replaceAll("|", "\\|");

function section({ path, about, names }: Module): string {
  const rows = names
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, kind, sentence }) => `| \`${name}\` | ${kind} | ${cell(sentence ?? "")} |`);
  return [
    `## ${path}`,
    about,
    ["| name | kind | what it is |", "| --- | --- | --- |", ...rows].join("\n"),
  ].join("\n\n");
}

/** The page, and the names that have no doc comment, as `path: name`. */
export function apiDocs(): { readonly page: string; readonly undocumented: readonly string[] } {
  const found = modules();
  return {
    page: `${[introduction.trimEnd(), ...found.map(section)].join("\n\n")}\n`,
    undocumented: found.flatMap(({ path, names }) =>
      names.filter(({ sentence }) => sentence === undefined).map(({ name }) => `${path}: ${name}`),
    ),
  };
}

function main(): void {
  const path = join(root, "docs/api.md");
  const { page, undocumented } = apiDocs();
  for (const name of undocumented) process.stderr.write(`${name} has no doc comment\n`);
  if (undocumented.length > 0) process.exitCode = 1;
  if (!process.argv.includes("--check")) {
    writeFileSync(path, page);
    return;
  }
  if (readFileSync(path, "utf8") === page) return;
  process.stderr.write('docs/api.md is out of date; run "npm run docs:api" and commit the page.\n');
  process.exitCode = 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) main();
