import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { openFigures, openOnPage } from "./open-figures.ts";
import { planPage } from "./plan.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Goes down when a table is marked, and never up: whoever shows new figures says where the command prints them. */
const known = 3331;

test("no figure that a command gave has come without being compared", () => {
  const open = openFigures(root);
  const sum = open.reduce((all, { count }) => all + count, 0);
  expect(sum, "npm run check:pages -- --list names them; CONTRIBUTING.md has the marks").toBeLessThanOrEqual(
    known,
  );
});

test("open are figures of tables and of what was printed, in sections with a command that is run", () => {
  const page = `
| 1 | 2 |
|---|---|
| 3 | 4 |

## Measured

windage train prints

\`\`\`sh
npx windage train --seed 1 # gives misplaced 0.07
\`\`\`

<!-- figures: misplaced 0.07 -->

\`\`\`
misplaced 0.07 and 0.08
\`\`\`

<!-- figures: table without "seconds" -->

| run | TV | seconds |
|---|---|---|
| 1 | 0.07 | 3 |
| sim8 | 0.08 ± 0.01 | |

<!-- not compared: times of one machine,
  which no other has -->

| run | s |
|---|---|
| 1 | 7 |

\`\`\`json
{ "tv": 0.07 }
\`\`\`

## Elsewhere

| a | b |
|---|---|
| c | 5 |
`;
  const found = openOnPage("page.md", page, planPage(root, "page.md", page).planned);
  expect(found).toEqual([
    { page: "page.md", line: 17, count: 1, command: "npx windage train --seed 1" },
    { page: "page.md", line: 24, count: 1, command: "npx windage train --seed 1" },
  ]);
});
