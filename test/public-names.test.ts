/** How many names programs may import, and that each says what it is: what keeps the public face small. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** A row of docs/api.md; that it lists what can be imported is held by package-names.test.ts. */
interface Row {
  readonly entry: string;
  readonly name: string;
  readonly sentence: string;
}

const [, ...sections] = readFileSync(join(root, "docs/api.md"), "utf8").split("\n## ");
const rows: readonly Row[] = sections.flatMap((section) =>
  Array.from(section.matchAll(/^\| `(\w+)` \| \w+ \| (.*) \|$/gm), ([, name, sentence]) => ({
    entry: section.slice(0, section.indexOf("\n")),
    name: name!,
    sentence: sentence!,
  })),
);

test("there are at most 350 names, 90 of them on the main path", () => {
  expect(new Set(rows.map(({ name }) => name)).size).toBeLessThanOrEqual(350);
  expect(rows.filter(({ entry }) => entry === "windage").length).toBeLessThanOrEqual(90);
});

/** Where each name that is exported below src/ is declared; tests and fixtures do not count. */
function declarations(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const source = join(root, "src");
  for (const file of readdirSync(source, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".ts") || /\.(?:test|fixture)\.ts$/.test(file)) continue;
    const text = readFileSync(join(source, file), "utf8");
    const names = new Set(Array.from(text.matchAll(declaration), ([, name]) => name!));
    for (const name of names) found.set(name, [...(found.get(name) ?? []), file]);
  }
  return found;
}

const declaration = /^export (?:abstract )?(?:async )?(?:function\*?|class|interface|type|const|let) (\w+)/gm;

test("no two things share a name: what can be imported is declared once below src/, and no other room uses its name", () => {
  const declared = declarations();
  const twice = Array.from(
    new Set(rows.map(({ name }) => name)),
    (name) => [name, declared.get(name) ?? []] as const,
  )
    .filter(([, files]) => files.length > 1)
    .map(([name, files]) => `${name}: ${files.join(", ")}`);
  expect(twice, "rename all but one of them").toEqual([]);
  // What stands behind two import paths is one thing.
  for (const { name, sentence } of rows) {
    const others = rows.filter((row) => row.name === name).map((row) => row.sentence);
    expect([name, ...others]).toEqual([name, ...others.map(() => sentence)]);
  }
});

test("every sentence tells a stranger what the name is", () => {
  const tooShort = rows.filter(({ sentence }) => (sentence.match(/[\p{L}\p{N}]+/gu) ?? []).length < 4);
  expect(tooShort).toEqual([]);
  const pointing =
    /^(?:One|All|Each|Both|Some|Any) of (?:them|these|those|it)\b|^(?:It|They|This|These|Those|The same|Likewise)\b/;
  expect(rows.filter(({ sentence }) => pointing.test(sentence))).toEqual([]);
  const repeated = rows.filter(({ name, sentence }) =>
    rows.some((other) => other.name !== name && other.sentence === sentence),
  );
  expect(repeated, "two names are not told apart").toEqual([]);
});
