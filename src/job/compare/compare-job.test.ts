/** A comparison from a program: a few settings in, a table out, and no document made by hand. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readComparison } from "../../run/comparison/read-comparison.ts";
import { compareJob } from "./compare-job.ts";

const root = mkdtempSync(join(tmpdir(), "windage-compare-job-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const file = join(root, "scores.csv");
writeFileSync(file, "sequence,score\nAAC,1\nACG,2\nTTT,3\n");
const settings = {
  oracleCsv: file,
  alphabet: "ACGT",
  missing: 0.1,
  methods: ["random", { label: "few chains", method: "mh", chains: 4 }],
  noise: [0.25],
  seeds: 2,
  calls: 300,
  points: 2,
  samples: 32,
  parallel: 1,
};

test("is stopped, gone on with, and ends with a table", { timeout: 120_000 }, async () => {
  const out = join(root, "one");
  const first = compareJob({ ...settings, out });
  for await (const event of first) if (event.kind === "done") first.stop();
  const stopped = await first.result;
  expect(stopped.kind).toBe("stopped");
  const heard: string[] = [];
  const second = compareJob({ resume: out, parallel: 1 });
  for await (const { kind } of second) heard.push(kind);
  expect(heard[0]).toBe("folder");
  expect(heard.at(-1)).toBe("finished");
  const compared = await second.result;
  if (compared.kind !== "compared") throw new Error("expected a table");
  expect(compared.report.comparison.methods).toEqual(["random", "few chains"]);
  expect(compared.results).toHaveLength(4);
  expect((await readComparison(out)).results).toEqual(compared.results);
});

test("settings that cannot be are refused before there is a folder", async () => {
  const out = join(root, "two");
  const refused = (more: object) => expect(compareJob({ ...settings, out, ...more }).result).rejects;
  await refused({ sedes: 3 }).toThrow('got the unknown setting "sedes"; did you mean seeds?');
  await refused({ methods: ["sbd"] }).toThrow(/unknown method "sbd"/);
  await refused({ noise: [2] }).toThrow(/noise/);
  expect(existsSync(out)).toBe(false);
});
