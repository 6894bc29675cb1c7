import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { planPage, usualSeconds } from "./plan.ts";
import { chosenCommands } from "./run.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Who runs each command of a page. */
const kinds = (text: string): string[] =>
  planPage(root, "page.md", text).planned.map(({ command, kind }) => `${command.text}: ${kind.run}`);

test("words tell who runs a command, and marks what they do not tell", () => {
  const page = `
\`\`\`sh
npm ci && npx windage train
windage train --seed 1     # gives total variation 0.07
windage evaluate latest
windage compare --quick
npx vitest run src/random
npx tsx bench/bits.ts
node --import tsx bench/bits.ts --random
npm run lint
npm run campaigns
windage resume <run>
\`\`\`

<!-- long: 2 min each -->
\`windage train --seed 2\`, \`windage evaluate latest --json\`

<!-- not run: goes on for ever -->
\`npx vitest src\`
`;
  expect(kinds(page)).toEqual([
    "npm ci && npx windage train: brief",
    "windage train --seed 1: test",
    "windage evaluate latest: test",
    "windage compare --quick: flag",
    "npx vitest run src/random: suite",
    "npx tsx bench/bits.ts: flag",
    "node --import tsx bench/bits.ts --random: flag",
    "npm run lint: suite",
    "npm run campaigns: flag",
    "windage resume <run>: none",
    "windage train --seed 2: flag",
    "windage evaluate latest --json: flag",
    "npx vitest src: none",
  ]);
  const { planned } = planPage(root, "page.md", page);
  expect(planned.map((each) => usualSeconds(each)).slice(-3)).toEqual([120, 120, 3]);
});

test("a command that nothing is said of, and figures of one that nobody runs, are mistakes", () => {
  const page =
    "\n    npx vitest src\n    npx tsx bench/gone.ts\n    npm run nothing\n    npm install windage\n";
  const { planned, mistakes } = planPage(root, "page.md", page);
  expect(planned).toEqual([]);
  expect(mistakes).toHaveLength(4);
  expect(mistakes[0]).toMatch(/^page\.md:2: nothing says who runs `npx vitest src`/);
  const figures = "```sh\nnpx vitest run src/random   # gives Tests 3\n```\n";
  expect(planPage(root, "page.md", figures).mistakes).toEqual([
    "page.md:2: `npx vitest run src/random` has figures, but nobody runs it",
  ]);
});

test("the tests leave out what an earlier page has, unless what is left needs it", () => {
  const first = planPage(root, "a.md", "\n    windage train\n    windage evaluate latest\n");
  const again = "\n    npx windage train\n    npx windage evaluate latest\n";
  const planned = [
    ...first.planned,
    ...planPage(root, "b.md", again).planned,
    ...planPage(root, "c.md", `${again}    windage runs show latest\n`).planned,
  ];
  const chosen = (manner: "tests" | "printed"): string[] =>
    chosenCommands(planned, manner).map(({ command }) => `${command.page} ${command.text}`);
  expect(chosen("tests")).toEqual([
    "a.md windage train",
    "a.md windage evaluate latest",
    "c.md npx windage train",
    "c.md windage runs show latest",
  ]);
  expect(chosen("printed")).toHaveLength(7);
});
