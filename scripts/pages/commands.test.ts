import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { pageCommands, pagesOf, withoutBlocks } from "./commands.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const names = ["train", "noise fit", "data import csv"];

function read(text: string): string[] {
  return pageCommands("page.md", text, names).map(
    ({ line, text, mark }) => `${line} ${text}${mark === undefined ? "" : ` (${mark.kind}: ${mark.reason})`}`,
  );
}

test("commands come from shell blocks, indented lines, tables and sentences, each with its line", () => {
  const text = `# Page

\`\`\`sh
windage train            # the first
# a remark
npx windage train --oracle-command '["node","#1"]' \\
  --length 3
\`\`\`

Run \`npx windage train\`, which \`windage train --objective\` explains; \`windage noise fit\`, \`windage data\`.
Then \`windage train
--iterations 5\` and \`SEED=7 npm test\`; \`--npm\` and \`node\` are none.

    npx tsx bench/one.ts --seeds 1,2      # a minute

| a | \`npx windage train --x a\\|b\` |

\`\`\`ts
npm.run();
\`\`\`
`;
  expect(read(text)).toEqual([
    "4 windage train",
    `6 npx windage train --oracle-command '["node","#1"]' --length 3`,
    "10 npx windage train",
    "11 windage train --iterations 5",
    "12 SEED=7 npm test",
    "14 npx tsx bench/one.ts --seeds 1,2",
    "16 npx windage train --x a|b",
  ]);
  expect(pageCommands("page.md", text, names)[0]).toEqual({
    page: "page.md",
    line: 4,
    text: "windage train",
    note: "the first",
    mark: undefined,
  });
});

test("comments mark a block, a line or some words, and what is to be filled in marks itself", () => {
  const text = `<!-- long: a minute
each -->
<!-- not run "rm": deletes -->

\`\`\`sh
npx windage train

npx windage runs rm this
\`\`\`

| \`npx windage train a\` | |
| \`npx windage train b\` <!-- long: ten seconds --> | |

<!-- not run: needs a service -->
    npx windage train c
    npx windage train d

\`npx windage train <file>\` and \`npx windage train e\`
`;
  expect(read(text)).toEqual([
    "6 npx windage train (long: a minute each)",
    "8 npx windage runs rm this (not run: deletes)",
    "11 npx windage train a",
    "12 npx windage train b (long: ten seconds)",
    "15 npx windage train c (not run: needs a service)",
    "16 npx windage train d (not run: needs a service)",
    "18 npx windage train <file> (not run: a part is to be filled in)",
    "18 npx windage train e",
  ]);
  const whole =
    "<!-- long, whole page: hours -->\n\n`npx windage train` `npm test` <!-- not run: twice -->\n";
  expect(read(whole)).toEqual(["3 npx windage train (not run: twice)", "3 npm test (not run: twice)"]);
  expect(read(whole.replace(/ <!-- not.*/, ""))).toEqual([
    "3 npx windage train (long: hours)",
    "3 npm test (long: hours)",
  ]);
});

test("every mark on our pages is understood and marks something", () => {
  for (const page of pagesOf(root)) {
    const text = readFileSync(join(root, page), "utf8");
    const written = withoutBlocks(text).match(/<!-- *(?:long|not run)\b[^]*?-->/g) ?? [];
    const reasons = new Set(pageCommands(page, text, names).map(({ mark }) => mark?.reason));
    for (const mark of written) {
      const reason = /: ([^]*?) -->$/.exec(mark)?.[1]?.replaceAll(/\s+/g, " ");
      expect(reasons, `${page}: ${mark}`).toContain(reason);
    }
  }
});
