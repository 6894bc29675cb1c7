/** How many names programs may import, and that each says what it is: what keeps the public face small. */
import { readFileSync } from "node:fs";
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
