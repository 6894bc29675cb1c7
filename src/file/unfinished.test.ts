/** What a process that was killed has left is taken away by the next one that writes there, and nothing else is. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createRun } from "../run/create-run.ts";
import { writeOutput } from "./output-file.ts";
import { ownerTag } from "./unfinished.ts";

const top = await mkdtemp(join(tmpdir(), "windage-unfinished-"));
afterAll(() => rm(top, { recursive: true, force: true }));
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(top, "one-"));
});

/** A process that is at work on a file until it is killed. */
async function writer(path: string): Promise<ReturnType<typeof spawn>> {
  const module = new URL("output-file.ts", import.meta.url).href;
  const code = `import { writeOutput } from ${JSON.stringify(module)};
    await writeOutput(${JSON.stringify(path)}, (async function* () {
      yield "half";
      console.log("begun");
      await new Promise((done) => setTimeout(done, 60_000));
    })());`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  return child;
}

test("what a killed writer left goes with the next write of the file, and not while it is at work", async () => {
  const path = join(folder, "samples.csv");
  const child = await writer(path);
  expect((await readdir(folder)).length).toBe(1);
  await writeOutput(path, ["of another"]);
  expect((await readdir(folder)).length).toBe(2);
  child.kill("SIGKILL");
  await once(child, "close");
  await writeOutput(path, ["whole"]);
  expect(await readdir(folder)).toEqual(["samples.csv"]);
});

test("files of other names, and of machines that may be at it, stay; what is a day old goes", async () => {
  const names = [
    ".other.csv.999999999.0.tmp",
    ".samples.csv.999999999-0badcafe.0.tmp",
    ".samples.csv.notes",
    ".samples.csv.12x.0.tmp",
  ];
  const gone = [
    ".samples.csv.999999999.0.tmp",
    `.samples.csv.${ownerTag()}.77.tmp`,
    `.samples.csv.${process.pid}.3.tmp`,
    ".samples.csv.1-0badcafe.0.tmp",
  ];
  for (const name of [...names, ...gone]) await writeFile(join(folder, name), "x");
  const longAgo = new Date(Date.now() - 2 * 86_400_000);
  await utimes(join(folder, gone[3]!), longAgo, longAgo);
  await writeOutput(join(folder, "samples.csv"), ["whole"]);
  expect((await readdir(folder)).sort()).toEqual([...names, "samples.csv"].sort());
});

test("several that write one file at once in one process do not take from each other", async () => {
  const path = join(folder, "samples.csv");
  const slow = async function* (text: string): AsyncGenerator<string> {
    for (const letter of text) {
      yield letter;
      await new Promise((done) => setTimeout(done, 2));
    }
  };
  await Promise.all(["aaaa", "bbbb", "cccc"].map((text) => writeOutput(path, slow(text))));
  expect(await readdir(folder)).toEqual(["samples.csv"]);
});

test("folders of runs that were being made or removed go when the next run is made", async () => {
  const left = [".windage-new-20260101-000000-sim8-aaaaa-999999999", ".windage-old-x-999999999-0badcafe"];
  for (const name of [...left, ".windage-new-mine"]) {
    await rm(join(folder, name), { force: true });
    await writeFile(join(folder, `${name}.keep`), "");
    await import("node:fs/promises").then(({ mkdir }) =>
      mkdir(join(folder, name, "deep"), { recursive: true }),
    );
  }
  const asked = { root: folder, task: "sim8", seed: 0, config: {} };
  const runs = await Promise.all([createRun(asked), createRun(asked), createRun(asked)]);
  const stay = [left[1]!, ".windage-new-mine", ...runs.map(({ id }) => id)];
  const found = (await readdir(folder)).filter((name) => !name.endsWith(".keep"));
  expect(found.sort()).toEqual(stay.sort());
});
