/** The index beside many runs: the same list with it as without it, whatever becomes of it and of the runs. */
import { appendFile, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { seal } from "../../file/seal.ts";
import { createRun } from "../create-run.ts";
import { runFiles, type Run } from "../layout.ts";
import { listRuns, type ListedRun } from "../list-runs.ts";
import { updateStatus } from "../status.ts";
import { writeSummary } from "../summary.ts";
import { temporaryRoot } from "../temporary-runs.fixture.ts";

const root = await temporaryRoot();
const index = join(root, ".windage-index");
const runs: Run[] = [];
for (let seed = 0; seed < 55; seed++) {
  const run = await createRun({ root, task: "sim8", seed, config: { alpha: 0.25, objective: "sdb" } });
  await updateStatus(run, "finished");
  await writeSummary(run, { exact: { tv: seed / 100 } });
  runs.push(run);
}

/** As if all of it had been written a while ago. */
async function age(run: Run): Promise<void> {
  const then = new Date(Date.now() - 60_000 - Math.random() * 1000);
  for (const name of Object.values(runFiles))
    await utimes(join(run.folder, name), then, then).catch(() => undefined);
}

/** The list as it is without an index. */
async function plainList(): Promise<readonly unknown[]> {
  await rm(index, { force: true });
  const listed = await listRuns({ root });
  return listed;
}

const isThere = (): Promise<boolean> =>
  stat(index).then(
    () => true,
    () => false,
  );
const byId = async (id: string): Promise<ListedRun> =>
  (await listRuns({ root })).find((one) => one.id === id) as ListedRun;

test("runs that have just changed are not relied on", async () => {
  await listRuns({ root });
  expect(await isThere()).toBe(false);
});

test("gives the same list, and notices whatever changes", async () => {
  await Promise.all(runs.map((run) => age(run)));
  const plain = await plainList();
  expect(await isThere()).toBe(true);
  expect(await listRuns({ root })).toEqual(plain);
  const [first, second, third] = runs as [Run, Run, Run];
  await appendFile(
    join(first.folder, "metrics.jsonl"),
    `${JSON.stringify(seal({ iteration: 0, tv: 0.5 }))}\n`,
  );
  await updateStatus(second, "running");
  await rm(join(third.folder, "config.json"));
  expect((await byId(first.id)).last).toMatchObject({ iteration: 0, tv: 0.5 });
  expect((await byId(second.id)).condition).toBe("interrupted");
  expect(await byId(third.id)).toMatchObject({ problem: expect.stringContaining("config.json") });
  await rename(third.folder, `${third.folder}-moved`);
  expect((await listRuns({ root })).map(({ id }) => id)).toContain(`${third.id}-moved`);
  expect(await byId(third.id)).toBeUndefined();
  expect(await listRuns({ root })).toEqual(await plainList());
});

test("believes nothing that is damaged, forged or of another version", async () => {
  const plain = await plainList();
  const text = await readFile(index, "utf8");
  const lines = text.split("\n");
  const entry = JSON.parse(lines[3]!) as { stamp: string; listed: { id: string; figures: object } };
  const withFigures = (figures: unknown): string =>
    JSON.stringify(seal({ ...entry, listed: { ...entry.listed, figures } }));
  const swapped = (line: string): string => lines.with(3, line).join("\n");
  for (const broken of [
    "",
    "\u0000".repeat(100),
    text.slice(0, text.length / 2),
    text.replace('"windage":"', '"windage":"9'),
    text.replaceAll("0.0", "0.9"),
    swapped(withFigures({ tv: "much" })),
    swapped('{"__proto__":{"polluted":true},"stamp":"x"}'),
    swapped("{"),
  ]) {
    await writeFile(index, broken);
    expect(await listRuns({ root })).toEqual(plain);
  }
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});
