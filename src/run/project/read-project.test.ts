import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { holdProject } from "./hold-project.ts";
import { tellProject } from "./tell-project.ts";
import { makeSmallProject } from "./project.fixture.ts";
import { followProject, readProject } from "./read-project.ts";

const root = mkdtempSync(join(tmpdir(), "windage-read-project-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test("a project is read, and heard again when results are told", async () => {
  const folder = join(root, "plate");
  const stop = new AbortController();
  const heard: string[] = [];
  const following = (async () => {
    for await (const event of followProject(folder, { everyMs: 5, signal: stop.signal })) {
      if (event.kind === "waiting") heard.push("waiting");
      else heard.push(`${event.project.files} files, ${event.project.waiting?.round ?? "no"} order waits`);
      if (heard.at(-1)!.startsWith("2 files")) stop.abort();
    }
  })();
  while (heard.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await makeSmallProject(folder);
  const { orders, measurements, alphabet } = await readProject(folder);
  expect({ orders: orders.length, measured: measurements.length, alphabet }).toEqual({
    orders: 1,
    measured: 22,
    alphabet: "ACGT",
  });
  while (!heard.some((text) => text.includes("1 order waits")))
    await new Promise((resolve) => setTimeout(resolve, 5));
  await holdProject(folder, (held) => tellProject(held, `${folder}-results.csv`, {}));
  await following;
  expect(heard[0]).toBe("waiting");
  expect(heard.at(-1)).toBe("2 files, no order waits");
}, 60_000);

test("what is no project is refused by its reader", async () => {
  await expect(readProject(root)).rejects.toMatchObject({ code: "design/no-project" });
});
