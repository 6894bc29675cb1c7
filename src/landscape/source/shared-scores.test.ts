/** Scores that several processes share: nothing is asked twice, and nothing that a crash leaves behind is a wrong score. */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { CachedOracle } from "../oracle/cached-oracle.ts";
import { functionOracle } from "../oracle/function-oracle.ts";
import { KeptScores } from "./kept-scores.ts";
import {
  findSharedScores,
  listSharedScores,
  readSharedScores,
  removeSharedScores,
} from "./list-shared-scores.ts";
import { ScoreJournal } from "./score-journal.ts";
import { ScoreClaims } from "./score-claims.ts";
import { SharedScores, sharedScoresPath } from "./shared-scores.ts";

const folder = mkdtempSync(join(tmpdir(), "windage-shared-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
beforeEach(() => vi.stubEnv("WINDAGE_DATA", join(folder, `data${count++}`)));
afterEach(() => vi.unstubAllEnvs());

const digest = (name: string): string => createHash("sha256").update(name).digest("hex").slice(0, 16);

/** An oracle that notes what it is asked, behind a journal of its own and the shared store. */
async function run(asked: string[], onTrouble?: (text: string) => void): Promise<CachedOracle> {
  const own = await ScoreJournal.open(join(folder, `own${count++}.jsonl`), "the program");
  const store = await KeptScores.open(own, "the program", onTrouble);
  const inner = functionOracle({
    mode: "single",
    name: "program",
    score: (sequence) => {
      asked.push(sequence);
      return sequence.length;
    },
  });
  return new CachedOracle(inner, { store });
}

test("what one run was told another need not ask, also while both are at work", async () => {
  const asked: string[] = [];
  const [first, second] = [await run(asked), await run(asked)];
  expect(Array.from(await first.score(["A", "CC"]))).toEqual([1, 2]);
  expect(Array.from(await second.score(["CC", "GGG"]))).toEqual([2, 3]);
  expect(Array.from(await first.score(["GGG", "A"]))).toEqual([3, 1]);
  expect(asked).toEqual(["A", "CC", "GGG"]);
  await first.dispose();
  await second.dispose();
  const third = await run(asked);
  expect(Array.from(await third.score(["GGG", "CC", "A"]))).toEqual([3, 2, 1]);
  expect(asked).toHaveLength(3);
  await third.dispose();
});

/** An oracle that answers when it is told to, or fails. */
async function slowRun(
  asked: string[],
): Promise<{ oracle: CachedOracle; answer: (failure?: Error) => void }> {
  const own = await ScoreJournal.open(join(folder, `own${count++}.jsonl`), "the program");
  let answer: (failure?: Error) => void = () => undefined;
  const answered = new Promise<void>((resolve, reject) => {
    answer = (failure) => (failure === undefined ? resolve() : reject(failure));
  });
  const inner = functionOracle({
    mode: "batch",
    name: "program",
    score: async (sequences) => {
      asked.push(...sequences);
      await answered;
      return sequences.map((sequence) => sequence.length);
    },
  });
  const oracle = new CachedOracle(inner, { store: await KeptScores.open(own, "the program") });
  return { oracle, answer };
}

test("what another run is asking for is waited for and not asked, unless that run fails", async () => {
  const asked: string[] = [];
  const [first, second, third] = [await slowRun(asked), await slowRun(asked), await slowRun(asked)];
  const one = first.oracle.score(["A", "CC"]);
  const two = second.oracle.score(["CC", "GGG"]);
  expect(asked).toEqual(["A", "CC", "GGG"]);
  second.answer();
  first.answer();
  expect(Array.from(await one)).toEqual([1, 2]);
  expect(Array.from(await two)).toEqual([2, 3]);
  expect([first.oracle.unique, second.oracle.unique]).toEqual([2, 1]);
  // Who comes after that finds everything; and who waits for one that fails asks itself.
  const failing = third.oracle.score(["TTTT"]);
  const [fourth, fifth] = [await slowRun(asked), await slowRun(asked)];
  const waiting = fourth.oracle.score(["TTTT", "A"]);
  const alsoWaiting = fifth.oracle.score(["TTTT"]);
  fourth.answer();
  fifth.answer();
  third.answer(new Error("the program has died"));
  await expect(failing).rejects.toThrow("the program has died");
  expect(Array.from(await waiting)).toEqual([4, 1]);
  expect(Array.from(await alsoWaiting)).toEqual([4]);
  expect(asked).toEqual(["A", "CC", "GGG", "TTTT", "TTTT"]);
  for (const { oracle } of [first, second, third, fourth, fifth]) await oracle.dispose();
});

test("who has died while asking, or gives no sign for long, is not waited for", async () => {
  const path = join(folder, `claims${count++}.asking`);
  const time = { now: 0 };
  const claims = (): ScoreClaims => ScoreClaims.open(path, { now: () => time.now });
  const [first, second] = [claims(), claims()];
  expect(first.claim(["A", "C"])).toEqual(["A", "C"]);
  expect(second.claim(["C", "G"])).toEqual(["G"]);
  first.release(["A"]);
  expect(second.claim(["A", "C", "G"])).toEqual(["A", "G"]);
  time.now = 29_000;
  expect(second.claim(["C"])).toEqual([]);
  time.now = 31_001;
  expect(second.claim(["C"])).toEqual(["C"]);
  // A process that is no more: its number is that of one that has ended.
  const dead = spawnSync(process.execPath, ["-e", ""]).pid;
  const line = { by: "another", pid: dead, host: hostname(), ask: [digest("T")] };
  appendFileSync(path, `\n${JSON.stringify(line)}\nhalf a li`);
  expect(second.claim(["T"])).toEqual(["T"]);
  first.close();
  second.close();
});

test("two processes that write at once lose nothing, and one that is killed spoils nothing", async () => {
  const script = join(folder, "writer.mts");
  const source = join(import.meta.dirname, "shared-scores.ts");
  writeFileSync(
    script,
    `import { SharedScores } from ${JSON.stringify(source)};
     const store = await SharedScores.open("the program");
     const many = process.argv[3] === "forever" ? 1e9 : 300;
     for (let i = 0; i < many; i++) {
       await store.append(new Map([[process.argv[2] + i, i]]));
       if (i === 50) process.stdout.write("begun");
       if (i % 20 === 0) await new Promise((resume) => setImmediate(resume));
     }
     await store.close();`,
  );
  const tsx = join(import.meta.dirname, "../../../node_modules/tsx/dist/loader.mjs");
  const start = (...words: string[]) =>
    spawn(process.execPath, ["--import", tsx, script, ...words], { stdio: ["ignore", "pipe", "inherit"] });
  const doomed = start("x", "forever");
  await once(doomed.stdout, "data");
  const writers = [start("a", "once"), start("b", "once")];
  await Promise.all(writers.map((child) => once(child, "exit")));
  doomed.kill("SIGKILL");
  await once(doomed, "exit");
  const { scores } = await readSharedScores(sharedScoresPath("the program"));
  for (let i = 0; i < 300; i++) {
    expect(scores.get(`a${i}`)).toBe(i);
    expect(scores.get(`b${i}`)).toBe(i);
  }
  expect(scores.get("x50")).toBe(50);
}, 60_000);

test("who has written something need not read it back, and misses nothing of what others write", async () => {
  const [one, other] = [await SharedScores.open("the program"), await SharedScores.open("the program")];
  await one.append(new Map([["A", 1]]));
  expect([...one.news()]).toEqual([]);
  expect([...other.news()]).toEqual([["A", 1]]);
  await other.append(new Map([["C", 2]]));
  await one.append(new Map([["G", 3]]));
  // Here the other's line came in between, so that both are read.
  expect([...one.news()]).toEqual([
    ["C", 2],
    ["G", 3],
  ]);
  await one.append(new Map([["T", 4]]));
  expect([...one.news()]).toEqual([]);
  expect([...other.news()]).toEqual([
    ["G", 3],
    ["T", 4],
  ]);
  await one.close();
  await other.close();
});

test("a line torn by a crash or a full disk is passed over, and the next one is whole", async () => {
  const store = await SharedScores.open("the program");
  await store.append(new Map([["A", 1]]));
  appendFileSync(store.path, '\n{"sequence":"CC","score":2');
  await store.append(new Map([["GGG", 3]]));
  appendFileSync(store.path, '\nnull\n[1]\n{"sequence":"T","score":"4"}\n');
  await store.close();
  const again = await SharedScores.open("the program");
  expect([...again.entries()]).toEqual([
    ["A", 1],
    ["GGG", 3],
  ]);
  expect(again.damaged).toBe(4);
  await again.close();
});

test("a changed digit costs its score, which is asked for again, and is said", async () => {
  const told: string[] = [];
  const first = await run([]);
  await first.score(["A", "CC"]);
  await first.dispose();
  const [store] = await listSharedScores();
  expect(store).toMatchObject({ scores: 2, damaged: 0 });
  writeFileSync(store!.path, readFileSync(store!.path, "utf8").replace('"score":2', '"score":3'));
  expect((await listSharedScores())[0]).toMatchObject({ scores: 1, damaged: 1 });
  const asked: string[] = [];
  const again = await run(asked, (text) => told.push(text));
  expect(Array.from(await again.score(["A", "CC"]))).toEqual([1, 2]);
  await again.dispose();
  expect(asked).toEqual(["CC"]);
  expect(told.join("\n")).toMatch(/1 line is unfinished or damaged.*asked for again$/);
});

test("without a place for it a run keeps its own scores, and says so once", async () => {
  const told: string[] = [];
  writeFileSync(join(folder, "no-folder"), "");
  vi.stubEnv("WINDAGE_DATA", join(folder, "no-folder"));
  const oracle = await run([], (text) => told.push(text));
  expect(Array.from(await oracle.score(["A", "CC"]))).toEqual([1, 2]);
  await oracle.dispose();
  expect(told).toHaveLength(1);
  expect(told[0]).toContain("not shared with others");
});

test("a link in its place is refused, and other oracles have other files", async () => {
  const path = sharedScoresPath("the program");
  await (await SharedScores.open("another")).close();
  expect(sharedScoresPath("another")).not.toBe(path);
  const victim = join(folder, "victim");
  writeFileSync(victim, "mine");
  symlinkSync(victim, path);
  await expect(SharedScores.open("the program")).rejects.toThrow("symbolic link");
  expect(readFileSync(victim, "utf8")).toBe("mine");
  expect(existsSync(dirname(path))).toBe(true);
});

test("stores are listed, found by the beginning of their id, and removed", async () => {
  expect(await listSharedScores()).toEqual([]);
  const store = await SharedScores.open("the program");
  // Nobody has paid for anything yet, as in a start that is refused.
  expect(await listSharedScores()).toEqual([]);
  await store.append(new Map([["A", 1]]));
  await store.close();
  const [found] = await listSharedScores();
  expect(found).toMatchObject({ oracle: "the program", scores: 1 });
  await expect(findSharedScores("zz")).rejects.toMatchObject({ code: "data/unknown-scores" });
  await removeSharedScores(await findSharedScores(found!.id.slice(0, 4)));
  expect(await listSharedScores()).toEqual([]);
});
