import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { planPage } from "./plan.ts";
import { runCommand, type Result } from "./run.ts";
import { World } from "./world.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "windage-pages-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs all commands of a page as printed. */
async function run(name: string, text: string): Promise<Result[]> {
  const world = World.at(root, join(folder, name));
  const results: Result[] = [];
  for (const each of planPage(root, "page.md", text).planned)
    results.push(await runCommand(root, world, each, "printed", 60_000));
  return results;
}

test("commands of a page share a folder, and fail by name and figure", { timeout: 240_000 }, async () => {
  const page = `
    npx windage train grid --side 4 --iterations 3 --samples 64 --seed 1 > report.txt
    npx windage evaluate latest --json > report.json
    windage sample latest --count 3
    windage train --betta 3
    npx tsx examples/readme.ts --beyond

\`\`\`sh
windage evaluate latest --json    # gives steps 3, samples 80, limit.klReverse 0.00
\`\`\`
`;
  const results = await run("shared", page);
  expect(results.map(({ state }) => state)).toEqual(["good", "good", "good", "bad", "good", "bad"]);
  expect(JSON.parse(readFileSync(join(folder, "shared/report.json"), "utf8"))).toHaveProperty("exact.tv");
  const problems = results.flatMap((result) => (result.state === "bad" ? result.problems : []));
  expect(problems[0]).toMatch(
    /^page\.md:5: `windage train --betta 3` ended with exit code 2:\n {4}error \[cli\/unknown-option\]/,
  );
  expect(problems.slice(1)).toEqual([
    'page.md:9: "samples" of `windage evaluate latest --json`: the page says 80, got 64',
  ]);
});

test(
  "files that pages speak of are there, services answer, and what is absent is said",
  { timeout: 240_000 },
  async () => {
    const page = `
    windage noise fit reads.csv --out errors.csv
    windage train my-binder --oracle-url http://localhost:8000/score --alphabet ACGT --length 4 --iterations 2
    windage check-env ./my-task.mjs
    windage runs show 20261115-2257
`;
    const results = await run("provided", page);
    expect(results).toEqual(results.map(() => expect.objectContaining({ state: "good" }) as unknown));

    const elsewhere = mkdtempSync(join(folder, "elsewhere-"));
    const world = World.at(root, join(folder, "absent"));
    const { planned } = planPage(
      root,
      "page.md",
      "\n    windage train tfbind8\n    windage evaluate latest\n",
    );
    expect(await runCommand(elsewhere, world, planned[0]!, "printed")).toEqual({
      state: "not run",
      reason: "needs SIX6_REF_R1_8mers.txt",
    });
    expect(await runCommand(elsewhere, world, planned[1]!, "printed")).toEqual({
      state: "not run",
      reason: "needs what was not made without SIX6_REF_R1_8mers.txt",
    });
  },
);
