import { seal } from "../../file/seal.ts";
import { execFileSync } from "node:child_process";
import { appendFile, link, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CachedOracle } from "./cached-oracle.ts";
import { functionOracle } from "./function-oracle.ts";
import type { Oracle } from "../landscape.ts";
import { OracleError } from "./oracle-error.ts";
import { ScoreJournal } from "../source/score-journal.ts";
import { createSim8 } from "../exact/sim8.ts";
import { sleep } from "../source/back-off.ts";

/** Scores by length and remembers what it was asked. */
function recorder(delayMs = 0): Oracle & { readonly asked: string[] } {
  const asked: string[] = [];
  const oracle = functionOracle({
    name: "recorder",
    mode: "batch",
    score: async (sequences) => {
      asked.push(...sequences);
      if (delayMs > 0) await sleep(delayMs);
      return sequences.map((sequence) => (sequence.startsWith("X") ? Number.NaN : sequence.length));
    },
  });
  return { ...oracle, asked };
}

describe("CachedOracle", () => {
  test("asks once per sequence and counts", async () => {
    const inner = recorder();
    const cached = new CachedOracle(inner);
    expect(await cached.score(["A", "AA", "A"])).toEqual(Float64Array.of(1, 2, 1));
    expect(await cached.score(["AA", "AAA"])).toEqual(Float64Array.of(2, 3));
    expect(inner.asked).toEqual(["A", "AA", "AAA"]);
    expect([cached.calls, cached.unique, cached.size]).toEqual([5, 3, 3]);
    expect([cached.peek("AA"), cached.peek("T")]).toEqual([2, undefined]);
  });

  test("holds at most so many, forgets the oldest, and never what a call under way waits for", async () => {
    const inner = recorder(1);
    const cached = new CachedOracle(inner, { most: 2 });
    await cached.score(["A", "AA", "AAA"]);
    const answers = [cached.score(["A", "T"]), cached.score(["AAA", "TT"]), cached.score(["AA", "A"])];
    expect(await Promise.all(answers)).toEqual([
      Float64Array.of(1, 1),
      Float64Array.of(3, 2),
      Float64Array.of(2, 1),
    ]);
    await cached.score(["TT"]);
    expect(cached.size).toBe(2);
    expect(cached.peek("TT")).toBe(2);
  });

  test("whatever is asked, answers equal those without a memory", async () => {
    const sequence = fc.string({ unit: fc.constantFrom("A", "C"), maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(sequence)), async (calls) => {
        const inner = recorder();
        const cached = new CachedOracle(inner);
        const answers = await Promise.all(calls.map((sequences) => cached.score(sequences)));
        expect(answers).toEqual(
          calls.map((sequences) => Float64Array.from(sequences, ({ length }) => length)),
        );
        expect(inner.asked.length).toBe(new Set(calls.flat()).size);
        expect([cached.calls, cached.unique]).toEqual([calls.flat().length, inner.asked.length]);
      }),
    );
  });

  test("calls at the same time share one question", async () => {
    const inner = recorder(10);
    const cached = new CachedOracle(inner);
    const answers = await Promise.all([
      cached.score(["A", "AA"]),
      cached.score(["AA", "AAA"]),
      cached.score(["A"]),
    ]);
    expect(answers).toEqual([Float64Array.of(1, 2), Float64Array.of(2, 3), Float64Array.of(1)]);
    expect(inner.asked).toEqual(["A", "AA", "AAA"]);
  });

  test("a bad score loses nothing: not the earlier ones, not its neighbours", async () => {
    const inner = recorder();
    const cached = new CachedOracle(inner);
    await cached.score(["A"]);
    await expect(cached.score(["A", "X", "AA"])).rejects.toMatchObject({
      code: "landscape/not-finite",
      message: expect.stringContaining('the score of "X" is NaN') as string,
      scores: Float64Array.of(1, Number.NaN, 2),
    });
    expect(await cached.score(["A", "AA"])).toEqual(Float64Array.of(1, 2));
    expect(inner.asked).toEqual(["A", "X", "AA"]);
    await expect(cached.score(["X"])).rejects.toMatchObject({ code: "landscape/not-finite" });
    expect(inner.asked.at(-1)).toBe("X");
  });

  test("another caller's bad sequence does not fail our call", async () => {
    const cached = new CachedOracle(recorder(10));
    const theirs = expect(cached.score(["X", "A"])).rejects.toMatchObject({ code: "landscape/not-finite" });
    expect(await cached.score(["A", "AA"])).toEqual(Float64Array.of(1, 2));
    await theirs;
  });

  test("checks landscapes written by hand, and passes on what they throw", async () => {
    const short: Oracle = {
      name: "short",
      enumerable: false,
      score: () => Promise.resolve(new Float64Array(1)),
    };
    await expect(new CachedOracle(short).score(["A", "B"])).rejects.toMatchObject({
      code: "landscape/wrong-shape",
    });
    const failure = new Error("their own");
    const throwing: Oracle = { name: "throwing", enumerable: false, score: () => Promise.reject(failure) };
    await expect(new CachedOracle(throwing).score(["A"])).rejects.toBe(failure);
    const synchronous: Oracle = {
      name: "synchronous",
      enumerable: false,
      score: () => {
        throw failure;
      },
    };
    await expect(new CachedOracle(synchronous).score(["A"])).rejects.toBe(failure);
  });

  test("counts calls of a table too", async () => {
    const cached = new CachedOracle(createSim8());
    expect((await cached.score(["AATGACGC", "GCGTCATT"])).join()).toBe("1,1");
    await cached.dispose();
  });
});

describe("with a journal", () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "windage-journal-"));
    path = join(folder, "deeper", "scores.jsonl");
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function run(sequences: readonly string[]): Promise<{ scores: number[]; asked: string[] }> {
    const inner = recorder();
    const cached = new CachedOracle(inner, { store: await ScoreJournal.open(path, inner.name) });
    try {
      return { scores: [...(await cached.score(sequences))], asked: inner.asked };
    } finally {
      await cached.dispose();
    }
  }

  test("scores outlive the process that paid for them", async () => {
    expect(await run(["A", "AA"])).toEqual({ scores: [1, 2], asked: ["A", "AA"] });
    expect(await run(["AA", "AAA", "A"])).toEqual({ scores: [2, 3, 1], asked: ["AAA"] });
    await expect(run(["X", "AAAA"])).rejects.toThrow("NaN");
    expect(await run(["AAAA"])).toEqual({ scores: [4], asked: [] });
  });

  test("a program that says other things beside all its answers fails the call, and the answers are kept", async () => {
    const chatty: Oracle = {
      name: "chatty",
      enumerable: false,
      score(sequences, _contexts, heard) {
        for (const sequence of sequences) heard?.(sequence, 1);
        const scores = new Float64Array(sequences.length).fill(1);
        return Promise.reject(new OracleError("landscape/command-protocol", "said hello", { scores }));
      },
    };
    const cached = new CachedOracle(chatty, { store: await ScoreJournal.open(path, "chatty") });
    await expect(cached.score(["A", "CC"])).rejects.toThrow("said hello");
    expect([cached.peek("A"), cached.peek("CC")]).toEqual([1, 1]);
    await cached.dispose();
  });

  test("a score is in the file as soon as it has arrived, while the call goes on", async () => {
    const lines: string[][] = [];
    const slow: Oracle = {
      name: "slow",
      enumerable: false,
      async score(sequences, _contexts, heard) {
        for (const sequence of sequences) {
          heard?.(sequence, sequence.length);
          lines.push((await readFile(path, "utf8")).trim().split("\n").slice(1));
        }
        throw new Error("killed");
      },
    };
    const cached = new CachedOracle(slow, { store: await ScoreJournal.open(path, "slow") });
    await expect(cached.score(["A", "CC"])).rejects.toThrow("killed");
    await cached.dispose();
    const [first, second] = [
      { sequence: "A", score: 1 },
      { sequence: "CC", score: 2 },
    ].map((entry) => JSON.stringify(seal(entry)));
    expect(lines).toEqual([[first], [first, second]]);
    expect((await readFile(path, "utf8")).trim().split("\n").slice(1)).toEqual([first, second]);
  });

  test("never writes through a link, into a pipe, or into another name of the file", async () => {
    const victim = join(folder, "victim");
    await writeFile(victim, "");
    await mkdir(dirname(path));
    await symlink(victim, path);
    await expect(run(["A"])).rejects.toMatchObject({ code: "run/broken" });
    await rm(path);
    await link(victim, path);
    expect((await run(["A"])).asked).toEqual(["A"]);
    expect(await readFile(victim, "utf8")).toBe("");
    await rm(path);
    execFileSync("mkfifo", [path]);
    await expect(run(["A"])).rejects.toMatchObject({ code: "run/broken" });
  });

  test("a torn last line is dropped wherever the tear is, and the file can be used on", async () => {
    await run(["A", "AA"]);
    const whole = await readFile(path);
    const secondLast = whole.lastIndexOf(10, whole.length - 2) + 1;
    for (let cut = secondLast; cut < whole.length; cut += 5) {
      await writeFile(path, whole.subarray(0, cut));
      expect(await run(["A", "AA"])).toEqual({ scores: [1, 2], asked: ["AA"] });
      expect(await readFile(path)).toEqual(whole);
    }
    await writeFile(path, whole.subarray(0, 7));
    expect((await run(["A"])).asked).toEqual(["A"]);
  });

  test("zeros that a power cut left in the middle cost their score and no other", async () => {
    await run(["A", "AA", "AAA"]);
    const bytes = await readFile(path);
    const second = bytes.indexOf(10, bytes.indexOf(10) + 1) + 1;
    bytes.fill(0, second, second + 20);
    await writeFile(path, bytes);
    expect(await run(["A", "AA", "AAA"])).toEqual({ scores: [1, 2, 3], asked: ["AA"] });
  });

  test("damage elsewhere, another oracle or another file are errors", async () => {
    await run(["A"]);
    await appendFile(path, 'oops\n{"sequence":"AA","score":2}\n');
    await expect(run(["A"])).rejects.toMatchObject({
      code: "data/corrupt",
      message: expect.stringContaining(`${path}:3: got "oops"`) as string,
    });
    await rm(path);
    await (await ScoreJournal.open(path, "another")).close();
    await expect(run(["A"])).rejects.toMatchObject({ code: "data/wrong-journal" });
    await (await ScoreJournal.open(path, "its full name", { formerly: "another" })).close();
    await writeFile(path, "sequence,score\nA,1\n");
    await expect(run(["A"])).rejects.toThrow(`${path}:1: got "sequence,score"`);
  });

  test("a journal that cannot be written is an error", async () => {
    const inner = recorder();
    const journal = await ScoreJournal.open(path, inner.name);
    const cached = new CachedOracle(inner, { store: journal });
    await journal.close();
    await expect(cached.score(["A"])).rejects.toMatchObject({ code: "data/not-writable" });
  });
});
