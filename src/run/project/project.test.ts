import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseObject } from "../../file/json-document.ts";
import { lockRun } from "../lock/lock.ts";
import { beginProject, holdProject } from "./hold-project.ts";
import { createProject, tellProject, untellProject } from "./tell-project.ts";
import { measurementsOf } from "./measurements-of.ts";
import { keepOrder, neverAgain, openOrder, openProject } from "./project.ts";
import { makeSmallProject, measuredText, usualSettings } from "./project.fixture.ts";

let root: string;
let original: string;
let counter = 0;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "windage-project-"));
  original = join(root, "original");
  await makeSmallProject(original);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const fresh = (): string => join(root, `project-${counter++}`);

/** A copy of a project with one order, for damage. */
function copied(): string {
  const folder = fresh();
  cpSync(original, folder, { recursive: true });
  return folder;
}

function written(content: string): string {
  const file = `${fresh()}.csv`;
  writeFileSync(file, content);
  return file;
}

const tell = (folder: string, file: string): ReturnType<typeof tellProject> =>
  holdProject(folder, (held) => tellProject(held, file, {}));

const create = (folder: string, file: string, settings = usualSettings): ReturnType<typeof createProject> =>
  beginProject(folder, (held) => createProject(held, file, {}, settings));

test("what was kept comes back, and nobody is left holding it", async () => {
  const project = await openProject(original);
  expect(project.assays[0]!.measurements).toHaveLength(22);
  expect(project.orders).toMatchObject([{ round: 1, toldFiles: 1, proposal: { search: "all" } }]);
  expect(project.orders[0]!.proposal.designs).toHaveLength(4);
  expect(project.settings.round).toMatchObject({ batch: 4, alpha: 0.1, seed: 0 });
  expect(readdirSync(original).sort()).toEqual(["measured", "orders", "project.json"]);
});

test("what was excluded at any order is excluded from all later ones, as what was ordered is", async () => {
  const folder = copied();
  const { designs } = (await openProject(folder)).orders[0]!.proposal;
  await holdProject(folder, async (held) => {
    const project = await openProject(folder);
    await keepOrder(held, project, project.orders[0]!.proposal, ["ACG", "TTT"]);
  });
  const ordered = designs.map(({ order }) => order);
  expect(neverAgain(await openProject(folder))).toEqual([...ordered, ...ordered, "ACG", "TTT"]);
});

test("a project cannot be where a file is, and the file stays", async () => {
  const file = written("sequence,score\nACGT,1\n");
  await expect(create(file, file)).rejects.toMatchObject({ code: "design/no-folder" });
  expect(readFileSync(file, "utf8")).toBe("sequence,score\nACGT,1\n");
});

test("a command that was stopped before its first order can be given again, with the same file only", async () => {
  const [first, other, folder] = [measuredText(3), measuredText(3, 1)].map(written).concat(fresh()) as [
    string,
    string,
    string,
  ];
  await create(folder, first);
  const again = await create(folder, first, { ...usualSettings, minimize: true });
  expect([again.settings.minimize, again.assays.length]).toEqual([true, 1]);
  const taken = { code: "design/project-exists" };
  await expect(create(folder, other)).rejects.toMatchObject(taken);
  await expect(create(original, `${original}.csv`)).rejects.toMatchObject(taken);
});

test("the file that was told last may be told again, and nothing else that was told", async () => {
  const folder = copied();
  const results = `${original}-results.csv`;
  const before = { code: "design/told-before" };
  await expect(tell(folder, `${original}.csv`)).rejects.toMatchObject(before);
  const told = await tell(folder, results);
  expect(told.toldBefore).toBe(false);
  expect(await tell(folder, results)).toEqual({ ...told, toldBefore: true });
  await expect(tell(folder, written(readFileSync(results, "utf8")))).rejects.toMatchObject(before);
  const resaved = readFileSync(results, "utf8").replaceAll("\n", "\r\n");
  await expect(tell(folder, written(resaved))).rejects.toMatchObject(before);
  const otherwise = holdProject(folder, (held) => tellProject(held, results, { scoreColumn: "2" }));
  await expect(otherwise).rejects.toMatchObject(before);
  await tell(folder, written("sequence,score\nACG,1\n"));
  await expect(tell(folder, results)).rejects.toMatchObject(before);
});

test("what was told by mistake is taken back, counts for nothing, and may be told again", async () => {
  const folder = copied();
  const before = await openProject(folder);
  const [order] = before.orders;
  expect(openOrder(before)).toEqual(order);
  const wrong = written("sequence,score\nACG,0.001\nTTG,0.002\n");
  const told = await tell(folder, wrong);
  expect(openOrder(told)).toBeUndefined();
  const untold = await holdProject(folder, untellProject);
  expect(untold.takenBack).toBe(wrong);
  expect(measurementsOf(untold)).toEqual(measurementsOf(before));
  expect(openOrder(untold)).toEqual(order);
  // The file itself is kept, and its number is taken.
  expect(readFileSync(join(folder, "measured", "002.csv"), "utf8")).toContain("0.001");
  await expect(holdProject(folder, untellProject)).rejects.toMatchObject({ code: "design/nothing-told" });
  const again = await tell(folder, wrong);
  expect(again.toldBefore).toBe(false);
  expect(again.assays.map(({ measurements }) => measurements.length > 0)).toEqual([true, false, true]);
  expect(measurementsOf(await openProject(folder))).toEqual(measurementsOf(told));
});

test("a result of another length than everything has is refused, and the project stays as it was", async () => {
  const folder = copied();
  const before = await openProject(folder);
  const length = before.assays[0]!.measurements[0]!.sequence.length;
  const longer = written(`sequence,score\n${"ACGT".repeat(length).slice(0, length + 4)},1\n`);
  await expect(tell(folder, longer)).rejects.toMatchObject({
    code: "design/other-length",
    message: expect.stringContaining(
      `expected ${length} letters, as everything measured so far has`,
    ) as string,
  });
  expect(await openProject(folder)).toEqual(before);
});

test("an order that the list did not count yet is counted when something is told", async () => {
  const folder = copied();
  const path = join(folder, "project.json");
  const { check: _, ...record } = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
  writeFileSync(path, JSON.stringify({ ...record, orders: 0 }));
  await tell(folder, `${original}-results.csv`);
  rmSync(join(folder, "orders", "001.json"));
  await expect(openProject(folder)).rejects.toThrow(/it has 0 orders, expected 1/);
});

test("a folder with files of its own is not begun in, but for what the same command left when it was killed", async () => {
  const taken = { code: "design/project-exists" };
  for (const [part, name] of [
    ["measured", "001.csv"],
    ["measured", "notes.txt"],
    ["orders", "001.json"],
  ] as const) {
    const folder = fresh();
    mkdirSync(join(folder, part), { recursive: true });
    writeFileSync(join(folder, part, name), "precious");
    await expect(create(folder, `${original}.csv`)).rejects.toMatchObject(taken);
    expect(readFileSync(join(folder, part, name), "utf8")).toBe("precious");
  }
  const folder = copied();
  rmSync(join(folder, "project.json"));
  await expect(create(folder, `${original}.csv`)).rejects.toMatchObject(taken);
  rmSync(join(folder, "orders", "001.json"));
  expect((await create(folder, `${original}.csv`)).assays).toHaveLength(1);
});

test("a file that an older list does not name is not written over, and can be told", async () => {
  const folder = copied();
  const before = readFileSync(join(folder, "project.json"));
  await tell(folder, written("sequence,score\nAAA,1\n"));
  writeFileSync(join(folder, "project.json"), before);
  const other = written("sequence,score\nCCC,2\n");
  await expect(tell(folder, other)).rejects.toMatchObject({ code: "design/file-unlisted" });
  await tell(folder, join(folder, "measured", "002.csv"));
  expect((await tell(folder, other)).assays).toHaveLength(3);
});

test("files told at the same time are all kept, or refused with who is at it", async () => {
  const folder = copied();
  const files = [1, 2, 3, 4].map((n) => written(`sequence,score\nAA${"ACGT"[n - 1]},${n}\n`));
  const outcomes = await Promise.allSettled(files.map((file) => tell(folder, file)));
  const refused = outcomes.filter(({ status }) => status === "rejected");
  for (const { reason } of refused as PromiseRejectedResult[])
    expect(reason).toMatchObject({ code: "run/locked" });
  const { assays } = await openProject(folder);
  expect(assays).toHaveLength(1 + files.length - refused.length);
  for (const [i, file] of files.entries()) if (outcomes[i]!.status === "rejected") await tell(folder, file);
  expect((await openProject(folder)).assays).toHaveLength(5);
});

test("who has lost the lock writes nothing more", async () => {
  const folder = copied();
  const file = written("sequence,score\nAAA,1\n");
  await expect(
    holdProject(folder, async (held) => {
      rmSync(join(folder, "lock.json"));
      const other = await lockRun({ id: folder, folder });
      await tellProject(held, file, {}).finally(() => other.release());
    }),
  ).rejects.toMatchObject({ code: "run/lock-lost" });
  expect((await openProject(folder)).assays).toHaveLength(1);
});

test("a file that a project of logarithms cannot use does not become part of it", async () => {
  const folder = fresh();
  await create(folder, written("sequence,score\nACGT,1\n"), { ...usualSettings, log: true });
  await expect(tell(folder, written("sequence,score\nACGA,0\n"))).rejects.toMatchObject({
    message: expect.stringContaining("ACGA") as string,
  });
  expect((await openProject(folder)).assays).toHaveLength(1);
});

type Change = (document: Record<string, unknown>) => void;
type Settings = Record<string, Record<string, unknown>>;

/** Forges a document: changes it and leaves out its check. */
function forge(file: string, change: Change): void {
  const document = { ...parseObject(readFileSync(file, "utf8"), file) };
  change(document);
  writeFileSync(file, JSON.stringify(document));
}

describe("a project from a stranger is refused", () => {
  test.each<[string, string, Change]>([
    ["without settings", "project.json", (record) => delete record["settings"]],
    ["with settings of nothing", "project.json", (record) => (record["settings"] = null)],
    ["with nothing told", "project.json", (record) => (record["told"] = [])],
    ["with a told file of nothing", "project.json", (record) => (record["told"] = [{}])],
    [
      "that names a file outside",
      "project.json",
      (record) => ((record["told"] as { file: string }[])[0]!.file = "../../secret.csv"),
    ],
    [
      "that names the next file",
      "project.json",
      (record) => ((record["told"] as { file: string }[])[0]!.file = "002.csv"),
    ],
    [
      "with a batch beyond its flag",
      "project.json",
      (record) => ((record["settings"] as Settings)["round"]!["batch"] = 1e9),
    ],
    [
      "with a text for a number",
      "project.json",
      (record) => ((record["settings"] as Settings)["round"]!["alpha"] = "x"),
    ],
    ["with an order less than it says", "project.json", (record) => (record["orders"] = 2)],
    ["with half an order", "orders/001.json", (order) => delete order["proposal"]],
    ["with an order of another round", "orders/001.json", (order) => (order["round"] = 7)],
    ["with an order from more files than there are", "orders/001.json", (order) => (order["toldFiles"] = 9)],
    [
      "with an order of other letters",
      "orders/001.json",
      (order) => ((order["proposal"] as { designs: { order: string }[] }).designs[0]!.order = "\u001b[2JAAA"),
    ],
    [
      "with a model that is none",
      "orders/001.json",
      (order) => ((order["proposal"] as { chosen: number }).chosen = 99),
    ],
  ])("%s", async (_, file, change) => {
    const folder = copied();
    forge(join(folder, file), change);
    await expect(openProject(folder)).rejects.toMatchObject({ code: "run/broken" });
    await expect(tell(folder, `${original}-results.csv`)).rejects.toMatchObject({ code: "run/broken" });
  });

  test.each(["measured", "orders"])("with a link for %s, and nothing is written through it", async (part) => {
    const [folder, elsewhere] = [copied(), fresh()];
    cpSync(join(folder, part), elsewhere, { recursive: true });
    rmSync(join(folder, part), { recursive: true });
    symlinkSync(elsewhere, join(folder, part));
    const before = readdirSync(elsewhere);
    await expect(tell(folder, `${original}-results.csv`)).rejects.toMatchObject({ code: "run/broken" });
    expect(readdirSync(elsewhere)).toEqual(before);
  });

  test.each(["project.json", "measured/001.csv", "orders/001.json"])(
    "with a pipe or a link for %s",
    async (name) => {
      for (const plant of [
        (path: string): unknown => execFileSync("mkfifo", [path]),
        (path: string) => symlinkSync(join(original, name), path),
      ]) {
        const folder = copied();
        rmSync(join(folder, name));
        plant(join(folder, name));
        await expect(openProject(folder)).rejects.toMatchObject({ code: "run/broken" });
      }
    },
  );
});

test("a changed digit in any document is noticed, unless it is one too many to matter", async () => {
  for (const name of ["project.json", "measured/001.csv", "orders/001.json"]) {
    const folder = copied();
    const file = join(folder, name);
    const text = readFileSync(file, "utf8");
    const project = await openProject(folder);
    const digits = [...text.matchAll(/\d/g)].map(({ index }) => index).filter((_, i) => i % 9 === 0);
    for (const at of digits) {
      writeFileSync(file, text.slice(0, at) + ((Number(text[at]) + 1) % 10) + text.slice(at + 1));
      const outcome = await openProject(folder).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome).toMatchObject({ code: "run/broken" });
      else expect(outcome, `${name} at ${at}`).toEqual({ ...project, folder });
    }
  }
});
