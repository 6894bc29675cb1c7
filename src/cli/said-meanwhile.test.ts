/** What commands that may take seconds say on a terminal meanwhile, and that it stays out of what they print. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { commands } from "./commands/index.ts";
import { runCli } from "./run-cli.ts";
import { plain } from "./terminal/style.ts";

const folder = await mkdtemp(join(tmpdir(), "windage-meanwhile-"));
vi.stubEnv("TERM", "xterm");
vi.stubEnv("WINDAGE_DATA", join(folder, "data"));
vi.stubEnv("WINDAGE_RUNS", join(folder, "runs"));
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const { isTTY } = process.stderr;
afterEach(() => {
  process.stderr.isTTY = isTTY;
  vi.restoreAllMocks();
});

/** Runs a command with stderr as a terminal; what stood on its line, and what was printed. */
async function onTerminal(...words: string[]): Promise<{ readonly line: string; readonly out: string }> {
  let [line, out] = ["", ""];
  process.stderr.isTTY = true;
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    line += String(text);
    return true;
  });
  const code = await runCli(words, commands, {
    version: "0",
    style: plain,
    errorStyle: plain,
    writeOut: (text) => void (out += text),
    writeError: (text) => void (line += text),
    errorWidth: 80,
  });
  expect([code, line, out]).toEqual([0, line, out]);
  return { line, out };
}

const file = async (name: string, rows: readonly string[]): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, `${rows.join("\n")}\n`);
  return path;
};

test("noise fit says which pass over the reads it is at", async () => {
  const intended = "ACGTTGCAACGTTGCAACGTTGCA";
  const pairs = Array.from({ length: 3000 }, (_, i) => `${intended},${intended.slice(i % 3)}`);
  const reads = await file("reads.csv", ["intended,observed", ...pairs]);
  const { line, out } = await onTerminal("noise", "fit", reads, "--json");
  expect(line).toMatch(/Laying 3,000 rows along: pass 1, 0 %…/);
  expect(line).toMatch(/pass \d, [1-9]\d* %…/);
  expect(JSON.parse(out)).toMatchObject({ reads: 3000 });
});

test(
  "a table that is imported, a run that is sampled with rules, and looking ahead",
  { timeout: 60_000 },
  async () => {
    const letters = Array.from("ACGT");
    const words = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
    const table = await file("three.csv", ["sequence,score", ...words.map((word, i) => `${word},${i / 64}`)]);
    const imported = await onTerminal("data", "import", "csv", table, "--json");
    expect(imported.line).toMatch(/Reading .*…[^]*Storing three…/);
    expect(JSON.parse(imported.out)).toMatchObject({ outcome: "new" });

    await onTerminal("train", "three", "--iterations", "2");
    const rules = ["--top", "60", "--min-distance", "2", "--json"];
    const sampled = await onTerminal("sample", "latest", ...rules);
    expect(sampled.line).toMatch(/256 samples drawn…/);
    expect(JSON.parse(sampled.out)).toMatchObject({ drawn: expect.any(Number) as unknown });

    const evaluated = await onTerminal("evaluate", "latest", "--decide-ahead", "0,2", "--json");
    expect(evaluated.line).toMatch(/k = 0 of 0, 2…[^]*k = 2 of 0, 2…/);
    expect(JSON.parse(evaluated.out)).toMatchObject({ decideAhead: [{ steps: 0 }, { steps: 2 }] });
  },
);
