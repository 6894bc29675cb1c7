/** Rounds of design from a program: an order, its results, the next order. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { measuredText } from "../../run/project/project.fixture.ts";
import { designJob, proposeJob } from "./design-job.ts";
import { tellResults, untellResults } from "./tell-results.ts";

const root = mkdtempSync(join(tmpdir(), "windage-design-job-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const file = join(root, "assay.csv");
writeFileSync(file, measuredText(3));
const wanted = { batch: 4, minDistance: 1, search: "all" } as const;

test("an order, its results, the next order; and results are taken back", { timeout: 60_000 }, async () => {
  const project = join(root, "plate");
  const job = designJob({ file, project, ...wanted });
  const kinds = new Set<string>();
  for await (const { kind } of job) kinds.add(kind);
  expect([...kinds]).toEqual(expect.arrayContaining(["measured", "model", "progress", "finished"]));
  const first = await job.result;
  expect(first).toMatchObject({ kind: "order", project, round: 1, waited: false });
  expect(first.proposal.designs).toHaveLength(4);
  const alone = await designJob({ file, ...wanted }).result;
  expect(alone.proposal.designs).toEqual(first.proposal.designs);
  expect(await proposeJob({ project }).result).toMatchObject({ round: 1, waited: true });

  const results = join(root, "results.csv");
  writeFileSync(results, measuredText(3, 1));
  expect(await tellResults(project, results)).toMatchObject({ files: 2, waiting: null, toldBefore: false });
  const second = await proposeJob({ project, batch: 3 }).result;
  expect(second).toMatchObject({ round: 2, waited: false });
  expect(second.proposal.designs).toHaveLength(3);
  const ordered = new Set(first.proposal.designs.map(({ order }) => order));
  for (const { order } of second.proposal.designs) expect(ordered.has(order)).toBe(false);
  expect(await untellResults(project)).toMatchObject({ files: 1, waiting: { round: 2 } });
});

test("what cannot be is refused before anything is read", async () => {
  const refused = (more: object) => expect(designJob({ file, ...wanted, ...more }).result).rejects;
  await refused({ bach: 3 }).toThrow('got the unknown setting "bach"; did you mean batch?');
  await refused({ aim: "exceed" }).toThrow(/^aim "exceed": got no threshold, /);
  await refused({ kappa: 2 }).toThrow(/has an effect only/);
});

test("a direction that the name of a score speaks against is asked about, or refused", async () => {
  const binding = join(root, "kd.csv");
  writeFileSync(binding, measuredText(3).replace(/^.*/, "sequence,Kd (nM)"));
  await expect(designJob({ file: binding, ...wanted }).result).rejects.toMatchObject({
    code: "data/unclear-direction",
  });
  const asked: string[] = [];
  const onDirection = (column: string): boolean => asked.push(column) > 0;
  const { minimize } = await designJob({ file: binding, ...wanted, onDirection }).result;
  expect([minimize, asked]).toEqual([true, ["Kd (nM)"]]);
  expect((await designJob({ file: binding, ...wanted, minimize: false }).result).minimize).toBe(false);
});
