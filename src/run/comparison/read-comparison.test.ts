import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { madeUpResults } from "../../comparison/results.fixture.ts";
import { defaultConfig } from "../config/config.ts";
import { followComparison, listComparisons, readComparison } from "./read-comparison.ts";
import { createComparison, writeJob } from "./store.ts";

const root = mkdtempSync(join(tmpdir(), "windage-read-comparison-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const method = (label: string, config = defaultConfig) => ({ label, baseline: null, settings: {}, config });
const plan = {
  task: "sim8",
  methods: [method("sdb"), method("mh")],
  noise: [0.1],
  seeds: [0, 1],
  calls: 200_000,
  steps: null,
  window: 100,
  points: 12,
  samples: 64,
};
const results = madeUpResults(["sdb", "mh"], [0.1], 2);

test("each result is told once as it comes, and the table at the end", async () => {
  const folder = join(root, "one");
  const heard: string[] = [];
  const following = (async () => {
    for await (const event of followComparison(folder, { everyMs: 5 })) {
      heard.push(event.kind === "result" ? `${event.result.method} ${event.result.seed}` : event.kind);
      if (event.kind === "complete") expect(event.comparison.table?.methods).toEqual(["sdb", "mh"]);
    }
  })();
  while (heard.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const comparison = await createComparison(folder, plan);
  writeFileSync(join(folder, "jobs", "1-sdb-noise0.1-seed0.json"), "{");
  for (const result of results) await writeJob(comparison, result);
  await following;
  expect(heard.slice(0, 2)).toEqual(["waiting", "comparison"]);
  expect(heard.slice(2, -1).toSorted()).toEqual(["mh 0", "mh 1", "sdb 0", "sdb 1"]);
  expect(heard.at(-1)).toBe("complete");
});

test("one from elsewhere is looked at without trust, and nothing in it is changed", async () => {
  const own = {
    ...defaultConfig,
    oracleCommand: ["./nowhere"],
    folder: root,
    alphabet: "AC",
    minLength: 3,
    maxLength: 3,
  };
  const folder = join(root, "two");
  const asking = { ...plan, methods: [method("sdb", own), method("mh", own)] };
  await createComparison(folder, asking);
  rmSync(join(folder, "signature"));
  rmSync(join(folder, "jobs"), { recursive: true });
  const { unfinished, table } = await readComparison(folder);
  expect([unfinished.length, table]).toEqual([4, null]);
  // A folder of jobs that leads elsewhere is not followed.
  symlinkSync(join(root, "one", "jobs"), join(folder, "jobs"));
  expect((await readComparison(folder)).results).toEqual([]);
});

test("all there are, and what cannot be read with its reason", async () => {
  mkdirSync(join(root, "three"));
  writeFileSync(
    join(root, "three", "comparison.json"),
    '{"format":"windage-comparison","version":1,"plan":{}}',
  );
  const listed = await listComparisons(root);
  expect(listed.map(({ folder }) => folder.slice(root.length + 1))).toEqual(["two", "three", "one"]);
  expect(listed[1]).toMatchObject({ problem: expect.stringContaining("comparison.json") });
  expect(await listComparisons(join(root, "none"))).toEqual([]);
});
