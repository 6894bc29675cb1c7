/**
 * The TypeScript on the pages for readers compiles against the types of the built package. Nothing of it is run. What a
 * block takes as given (`<!-- given: declare const trainer: Trainer; -->` above it) is compiled with it, and not shown.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "windage-docs-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const pages = [
  "README.md",
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
];

/** A block of a page as a module; its lines have the numbers they have on the page. */
interface Block {
  readonly page: string;
  readonly line: number;
  readonly module: string;
}

function blocksOf(page: string): Block[] {
  const text = readFileSync(join(root, page), "utf8");
  const found = text.matchAll(/(?:^<!-- given:([^]*?)-->\n+)?^```ts\n([^]*?)^```$/gm);
  return Array.from(found, ([all, given = "", code]) => {
    const line = text.slice(0, text.indexOf(all) + all.lastIndexOf("```ts\n")).split("\n").length;
    // What is given stands in the line of the fence.
    return {
      page,
      line,
      module: `${"\n".repeat(line - 1)}${given.replaceAll("\n", " ")}\n${code}export {};`,
    };
  });
}

test("every TypeScript block compiles against the package", { timeout: 120_000 }, async () => {
  expect(existsSync(join(root, "dist/index.d.ts")), "npm run build has not been run").toBe(true);
  const blocks = pages.flatMap(blocksOf);
  const fences = pages.flatMap((page) => readFileSync(join(root, page), "utf8").match(/^ *```ts/gm) ?? []);
  expect(blocks.length).toBe(fences.length);

  for (const { page, line, module } of blocks) {
    const file = join(folder, `${page}.${line}.ts`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, module);
  }
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
  };
  const paths = Object.entries(exports).flatMap(([path, target]) =>
    typeof target === "string" ? [] : [[path.replace(/^\./, "windage"), [join(root, target.types)]]],
  );
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: "es2023",
    lib: ["es2023", "dom", "esnext.disposable"],
    module: "esnext",
    moduleResolution: "bundler",
    types: ["node"],
    typeRoots: [join(root, "node_modules/@types")],
    paths: Object.fromEntries(paths) as Readonly<Record<string, readonly string[]>>,
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["**/*.ts"] }));
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  // It tells mistakes on standard output and then fails.
  const { stdout } = await promisify(execFile)(process.execPath, [compiler, "-p", folder], {
    cwd: folder,
  }).catch((error: { readonly stdout: string }) => error);
  // docs/runs.md.111.ts(113,7) is line 113 of docs/runs.md.
  expect(stdout.replaceAll(/\.md\.\d+\.ts\((\d+),\d+\)/g, ".md:$1")).toBe("");
});
