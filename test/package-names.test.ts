/** What a program can import from the built package, values and types, is what docs/api.md lists, path by path. */
import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { readExports } from "../scripts/read-exports.ts";
import { readImports } from "../scripts/read-imports.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const { exports: entries } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
};
const paths = Object.entries(entries).flatMap(([path, files]) =>
  typeof files === "string" ? [] : [{ path: path.replace(/^\./, "windage"), ...files }],
);

/** The rows of the page by import path, as pairs of name and kind. */
function documented(): ReadonlyMap<string, readonly (readonly [string, string])[]> {
  const [, ...sections] = readFileSync(join(root, "docs/api.md"), "utf8").split("\n## ");
  return new Map(
    sections.map((section) => [
      section.slice(0, section.indexOf("\n")),
      Array.from(section.matchAll(/^\| `(\w+)` \| (\w+) \|/gm), ([, name, kind]) => [name!, kind!] as const),
    ]),
  );
}

const sorted = (names: Iterable<string>): string[] => Array.from(names).toSorted();

test("the page has a section for every import path, and none besides", () => {
  expect(sorted(documented().keys())).toEqual(sorted(paths.map(({ path }) => path)));
});

test("values are those of the page", { timeout: 60_000 }, async () => {
  expect(existsSync(join(root, "dist/index.js")), "npm run build has not been run").toBe(true);
  const program = `const names = {};
    for (const [path, file] of ${JSON.stringify(paths.map((entry) => [entry.path, entry.default]))})
      names[path] = Object.keys(await import(file));
    process.stdout.write(JSON.stringify(names));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], {
    cwd: root,
  });
  const found = JSON.parse(stdout) as Readonly<Record<string, readonly string[]>>;
  const page = documented();
  for (const { path } of paths) {
    const values = page.get(path)!.filter(([, kind]) => kind !== "interface" && kind !== "type");
    expect([path, sorted(found[path]!)]).toEqual([path, sorted(values.map(([name]) => name))]);
  }
});

test("names in the declarations are those of the page", () => {
  const page = documented();
  const declarations = (file: string, specifier: string): string =>
    resolve(dirname(file), specifier.replace(/\.[jt]s$/, ".d.ts"));
  for (const { path, types } of paths) {
    const { names } = readExports(join(root, types), (file) => readFileSync(file, "utf8"), declarations);
    expect([path, sorted(names.map(({ name }) => name))]).toEqual([
      path,
      sorted(page.get(path)!.map(([name]) => name)),
    ]);
  }
});

test("no import path loads the validator before a document is read", () => {
  for (const { path, default: entry } of paths) {
    const loaded = packagesOf(join(root, entry.replace("./dist/", "src/").replace(/\.js$/, ".ts")));
    expect([path, loaded.has("zod")]).toEqual([path, false]);
  }
});

/** The packages that are loaded together with a file. */
function packagesOf(entry: string, seen = new Set<string>()): Set<string> {
  const packages = new Set<string>();
  seen.add(entry);
  for (const { specifier, typeOnly, dynamic } of readImports(entry, readFileSync(entry, "utf8"), true)) {
    if (typeOnly || dynamic) continue;
    const file = resolve(dirname(entry), specifier);
    if (!specifier.startsWith(".")) packages.add(specifier);
    else if (!seen.has(file)) for (const name of packagesOf(file, seen)) packages.add(name);
  }
  return packages;
}

test("docs and examples import what the page lists, from where it is", () => {
  const page = documented();
  const texts = ["README.md", ...["docs", "examples"].flatMap((folder) => filesIn(folder))];
  const imports = texts.flatMap((file) =>
    Array.from(
      readFileSync(join(root, file), "utf8").matchAll(/import (?:type )?\{([^}]*)\} from "(windage[^"]*)"/g),
      ([, names, path]) => ({ file, path: path!, names: names!.split(",").map((name) => name.trim()) }),
    ),
  );
  expect(imports.length).toBeGreaterThan(50);
  const wrong = imports.flatMap(({ file, path, names }) =>
    names
      .map((name) => name.replace(/^type /, "").split(" as ")[0]!)
      // "…" stands for any name in a sentence about imports.
      .filter((name) => name !== "" && name !== "…")
      .filter((name) => page.get(path)?.some(([listed]) => listed === name) !== true)
      .map((name) => `${file}: ${name} from ${path}`),
  );
  expect(wrong).toEqual([]);
});

test("every function, class and constant is shown in code on a page or in an example", () => {
  // Lists of everything show the use of nothing.
  const lists = new Set([join("docs", "api.md"), join("docs", "cli.md")]);
  const texts = ["README.md", ...["docs", "examples"].flatMap((folder) => filesIn(folder))];
  const shown = new Set(
    texts
      .filter((file) => !lists.has(file))
      .flatMap((file) => codeIn(file, readFileSync(join(root, file), "utf8")))
      // What stands after a full stop is a member, and a word beside a hyphen or a slash is a part of another name.
      .flatMap((code) => code.match(/(?<![\w$./-])[A-Za-z_]\w*(?![\w$/-])/g) ?? []),
  );
  const unused = Array.from(documented(), ([path, names]) =>
    names
      .filter(([name, kind]) => kind !== "interface" && kind !== "type" && !shown.has(name))
      .map(([name]) => `${path}: ${name}`),
  );
  expect(unused.flat(), "show what it is for, or export it no more").toEqual([]);
});

/** The code of a text: on a page TypeScript blocks and what stands in backticks, of an example what it imports. */
function codeIn(file: string, text: string): string[] {
  if (!file.endsWith(".md")) return text.match(/^import [^;]*;/gm) ?? [];
  const blocks = Array.from(text.matchAll(/^```ts\n([^]*?)^```$/gm), ([, code]) => code!);
  const prose = text.replaceAll(/^```[^]*?^```$/gm, "");
  return [...blocks, ...Array.from(prose.matchAll(/`([^`\n]+)`/g), ([, code]) => code!)];
}

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:md|ts|mjs)$/.test(name))
    .map((name) => join(folder, name));
}
