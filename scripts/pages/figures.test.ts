import { expect, test } from "vitest";
import { pageCommands } from "./commands.ts";
import { compareFigures, differenceText, figuresOf } from "./figures.ts";

const output = `Distance to the target               sampler   limit
samples misplaced (total variation)   0.0792
KL(sampler ‖ target), nats            0.0223  0.0013
| sdb8 | 1 | .5 ± 2e-3 | 12,345 |
seeds 1,2,3
`;

/** The differences of a page's figures from what its commands printed, each as it is told. */
function differences(text: string, printed = output): string[] {
  const commands = pageCommands("page.md", text, ["train"]);
  return Array.from(figuresOf("page.md", text, commands), ([command, figures]) =>
    compareFigures(figures, printed).map((difference) => differenceText(difference, command)),
  ).flat();
}

const block = (note: string): string => `\`\`\`sh\nwindage train --seed 1   # ${note}\n\`\`\`\n`;

test("a note behind a command says what it gives, as rounded or to 5 %", () => {
  for (const good of [
    "total variation 0.079",
    "total variation 0.08",
    "total variation 0.0760",
    "sampler ‖ target [2] 0.001, sdb8 | [2] 0.5, sdb8 | [4] 12,345",
    "total variation 0.07, within 14 %",
    "seeds [3] 3",
  ])
    expect(differences(block(`gives ${good}`))).toEqual([]);
  expect(differences(block("gives total variation 0.063"))).toEqual([
    'page.md:2: "total variation" of `windage train --seed 1`: the page says 0.063, got 0.0792',
  ]);
  expect(differences(block("gives sdb8 | [3] 0.0021"))).toEqual([]);
  expect(differences(block("gives sdb8 | [3] 0.003, of nothing 1"))).toEqual([
    'page.md:2: number 3 after "sdb8 |" of `windage train --seed 1`: the page says 0.003, got 0.002',
    'page.md:2: "of nothing" of `windage train --seed 1`: the page says 1, nothing of the kind was printed',
  ]);
  expect(differences(block("the report again, 5 times"))).toEqual([]);
});

test("a comment names figures of a paragraph or of a table, and its command", () => {
  const page = `${block("first")}
\`windage train --seed 2\`

<!-- figures of "seed 1": total variation 0.079,
  sdb8 | [2] .4 -->

| total variation | other |
|---|---|
| 0.079 | .4 |

It is 0.0223. <!-- figures: sampler ‖ target 0.0223; within 20 % -->
`;
  expect(differences(page)).toEqual([
    'page.md:12: number 2 after "sdb8 |" of `windage train --seed 1`: the page says .4, got 0.5',
  ]);
  expect(() => differences(page.replace("| 0.079", "| 0.078"))).toThrow(
    'page.md:7: "total variation" says 0.079, which does not stand there',
  );
  expect(() => differences(page.replace('seed 1":', 'seed 3":'))).toThrow(
    'page.md:7: no command of this page has the words "seed 3"',
  );
  expect(() => differences(block("gives nothing"))).toThrow(
    'page.md:2: "nothing" has no figure behind its words',
  );
});

test("words without a figure stand for all figures of a line that is shown", () => {
  const page = `${block("first")}
<!-- figures: samples misplaced, KL(sampler -->

\`\`\`
samples misplaced are explained elsewhere
samples misplaced (total variation)   0.0792
KL(sampler ‖ target), nats            0.0223  0.0020
\`\`\`
`;
  expect(differences(page)).toEqual([
    'page.md:10: number 2 after "KL(sampler" of `windage train --seed 1`: the page says 0.0020, got 0.0013',
  ]);
});

test("in a JSON document words are a path", () => {
  const page = block("gives exact.tv 0.071, limit.tv 0.5");
  expect(differences(page, '{ "exact": { "tv": 0.0712 }, "limit": null }')).toEqual([
    'page.md:2: "limit.tv" of `windage train --seed 1`: the page says 0.5, nothing of the kind was printed',
  ]);
});

test("all figures of a table are found by row and column, whatever else is printed", () => {
  const page = `${block("first")}
<!-- figures: table without "seconds", "published" -->

| model | TV | seconds |
|---|---|---|
| \`sdb\`, α = 0.1: \`--a \\| b\` | 0.081 ± 0.002 | 3 |
| **db** | −0.2 | 9 |
| published | 0.5 | |
`;
  const printed = `model 1 of 2 | 3 s
model | modes | tv | seconds
sdb, α = 0.1: --a \\| b | 7 | 0.0812 ± 0.0021 | 4
db | 8 | -0.3 | 5

other | table
db | -0.2
`;
  expect(differences(page, printed)).toEqual([
    'page.md:10: "db" under "TV" of `windage train --seed 1`: the page says -0.2, got -0.3',
  ]);
  expect(differences(page.replace("| TV |", "| KL |"), printed)).toHaveLength(3);
  expect(() => differences(page.replaceAll("|", "/"))).toThrow(
    "page.md:7: no table with figures stands there",
  );
});

test("rows that begin alike are told apart by the words after, and names may differ from the printed ones", () => {
  const page = `${block("first")}
<!-- figures: wear | kmer | 0.2 -->
<!-- figures: table with "wear | the memory" as "wear | memory", "regret" as "[1]";
  within 20 % -->

| noise | model | regret |
|---|---|---|
| wear | kmer | 0.2 |
| wear | the memory | 0.10 |
`;
  expect(differences(page, "noise | model | [1]\nwear | kmer | 0.21\nwear | memory | 0.13\n")).toEqual([
    'page.md:12: "wear | memory" under "[1]" of `windage train --seed 1`: the page says 0.10, got 0.13',
  ]);
});
