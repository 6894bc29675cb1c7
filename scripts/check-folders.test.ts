import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findFolderBreaches } from "./check-folders.ts";
import { folderRules } from "./folder-rules.ts";

describe("a tree made to break the rules", () => {
  let root = "";

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "windage-folders-"));
  });

  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  function tree(files: Readonly<Record<string, string>>): string[] {
    for (const [path, source] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), source);
    }
    return findFolderBreaches(root);
  }

  test("allowed imports pass: own folder, table, types, error.ts, packages, anything in tests", () => {
    expect(
      tree({
        "error.ts": "export {};",
        "model/a.ts": 'import "./b.ts"; import "../engine/index.ts"; import "../error.ts"; import "yaml";',
        "objective/a.ts": 'import type { M } from "../model/a.ts"; type N = import("../model/a.ts").N;',
        "evaluation/a.test.ts": 'import "../engine/index.ts"; import "../../scripts/x.ts";',
        "cli/main.ts": 'await import("../bench/a.ts");',
      }),
    ).toEqual([]);
  });

  test("a forbidden folder is reported with file, line and rule, whatever the kind of import", () => {
    expect(
      tree({
        "engine/static.ts": '\nimport { a } from "../model/a.ts";',
        "engine/type.ts": 'import type { A } from "../model/a.ts";',
        "engine/dynamic.ts": '// one\n// two\nexport const x = () => import("../model/a.ts");',
        "engine/re-export.ts": 'export * from "../model/a.ts";',
      }),
    ).toEqual(
      [
        ["dynamic", 3],
        ["re-export", 1],
        ["static", 2],
        ["type", 1],
      ].map(
        ([name, line]) => `src/engine/${name}.ts:${line}: imports model/a.ts: engine/ may import random/`,
      ),
    );
  });

  test("values do not cross where only types may", () => {
    expect(tree({ "objective/a.ts": 'import { type M, n } from "../model/a.ts";' })).toEqual([
      "src/objective/a.ts:1: imports model/a.ts: objective/ may import only types of model/ (write import type)",
    ]);
  });

  test("what runs in a browser imports nothing of Node", () => {
    expect(
      tree({
        "model/a.ts": 'import { readFileSync } from "node:fs";',
        "model/b.ts": 'import "fs"; import "fs/promises"; import "yaml";',
        "error.ts": 'import "node:path";',
        "index.ts": 'import "path";',
        "landscape/source/a.ts": 'import { readFileSync } from "node:fs";',
        "landscape/b.ts": 'import "./source/a.ts";',
      }),
    ).toEqual([
      "src/error.ts:1: imports node:path: error.ts has to run in a browser",
      "src/index.ts:1: imports path: index.ts has to run in a browser",
      "src/landscape/b.ts:1: imports landscape/source/a.ts: landscape/ may import random/, evaluation/",
      "src/model/a.ts:1: imports node:fs: model/ has to run in a browser",
      "src/model/b.ts:1: imports fs: model/ has to run in a browser",
      "src/model/b.ts:1: imports fs/promises: model/ has to run in a browser",
    ]);
  });

  test("the remaining rules", () => {
    expect(
      tree({
        "error.ts": 'import "./random/index.ts";',
        "attic.ts": 'import "./random/index.ts";',
        "random/a.ts": 'import "./a.fixture.ts";',
        "random/b.ts": 'import "../../scripts/x.ts";',
        "random/c.ts": 'import "windage/engine";',
        "shed/a.ts": "export {};",
      }),
    ).toEqual([
      "src/attic.ts:1: imports random/index.ts: src/attic.ts has no line in scripts/folder-rules.ts",
      "src/error.ts:1: imports random/index.ts: error.ts may import nothing of ours but what stands before it in freeForAll, because everyone imports it",
      "src/random/a.ts:1: imports random/a.fixture.ts: is a test or fixture, and those do not ship",
      "src/random/b.ts:1: imports ../scripts/x.ts: leaves src/, which is all that is built and shipped",
      "src/random/c.ts:1: imports windage/engine: use a relative path",
      "src/shed: has no line in scripts/folder-rules.ts; add one",
    ]);
  });
});

test("the rules themselves name known folders and have no cycle", () => {
  const done = new Set<string>();
  const visit = (folder: string, path: readonly string[]): void => {
    expect(path, "cycle").not.toContain(folder);
    const rule = folderRules[folder];
    if (rule === undefined) throw new Error(`${path.at(-1)} may import ${folder}, which is no folder`);
    if (done.has(folder)) return;
    for (const next of [...rule.values, ...rule.types]) visit(next, [...path, folder]);
    done.add(folder);
  };
  for (const folder of Object.keys(folderRules)) visit(folder, []);
});

test("this repository keeps the rules", () => {
  expect(findFolderBreaches(fileURLToPath(new URL("../src", import.meta.url)))).toEqual([]);
});
