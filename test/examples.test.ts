/** Runs every program in examples/ once, as a reader would, and looks at what it prints. */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const examples = readdirSync(`${root}/examples`).filter((name) => name.endsWith(".ts"));
const folder = mkdtempSync(join(tmpdir(), "windage-examples-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const picture = join(folder, "sim8.svg");

/** Words for programs that take some. */
const given: Readonly<Record<string, readonly string[]>> = { "landscape-sim8-plot.ts": [picture] };

/** What is known of the output of some of them. */
const known: Readonly<Record<string, (printed: string) => void>> = {
  "custom-environment.ts": (printed) => {
    const lines = printed.split("\n");
    expect(lines.slice(0, 6)).toEqual([
      "marker panels: looked at all states: 31, 15 of them terminal, and 47 possible steps.",
      "No problems found.",
      "marker panels: looked at all states: 31, 15 of them terminal, and 95 possible steps.",
      "No problems found.",
      "marker panels by number only: looked at all states: 31, 15 of them terminal, and 47 possible steps.",
      "1 problem:",
    ]);
    expect(lines[6]).toContain("object-shared (11 times, first shown)");
  },
  "landscape-csv.ts": (printed) => {
    expect(printed).toBe(
      [
        "sequence  score  share of the target",
        "ACG        0.91               60.2 %",
        "TTG        0.72               29.8 %",
        "CCG        0.40                5.1 %",
        "AAA        0.00                0.1 %",
        "",
      ].join("\n"),
    );
  },
  "landscape-oracles.ts": (printed) => {
    expect(printed).toBe(
      [
        "function: [ 0.2857142857142857, 1 ]",
        "command:  [ 0.2857142857142857, 1, 0.2857142857142857 ]",
        "asked for 3 scores, the program for 2",
        "tabulated 256 sequences, mean 0.5",
        "",
      ].join("\n"),
    );
  },
  // The picture in the documentation.
  "landscape-sim8-plot.ts": () => {
    const [drawn, committed] = [picture, join(root, "docs/images/sim8.svg")].map((path) =>
      readFileSync(path, "utf8"),
    );
    expect(drawn).toBe(committed);
  },
  // Variants of a protein, from a file to two orders, told by their wells.
  "protein-rounds.ts": (printed) => {
    const [before] = numbers(printed, /^measured: .* mean fitness ([\d.]+)/gm);
    const [came] = numbers(printed, /^came: mean fitness ([\d.]+)/gm);
    expect(came!).toBeGreaterThan(2 * before!);
    expect(printed).toContain("order 1: 22 designs among ");
    expect(printed).toMatch(/its DNA begins with ATGCAGTATAAA; 24 wells, A01 the first/);
    expect(printed).toContain("order 2: 22 designs, 0 of them ordered before");
  },
  // A training that is started, followed from a second process, stopped, gone on with and sampled.
  "jobs.ts": (printed) => {
    const heard = numbers(printed, /other process: iteration (\d+)/g);
    const [stopped] = numbers(printed, /^stopped at iteration (\d+)/gm);
    expect(heard.at(-1)).toBe(stopped! - 1);
    expect(heard).toEqual(heard.toSorted((a, b) => a - b));
    expect(printed).toMatch(/other process: it is stopped/);
    const [trained, again] = numbers(printed, /TV (0\.\d+)/g);
    expect(again).toBe(trained);
    expect(printed.match(/\b[ACGT]{8}\b/g)).toHaveLength(8);
  },
};

function numbers(text: string, pattern: RegExp): number[] {
  return Array.from(text.matchAll(pattern), ([, digits]) => Number(digits));
}

describe("examples", () => {
  test("the README's program is the one that is run", () => {
    const shown = /```ts\n(import \{ assess[^]*?)```/.exec(readFileSync(`${root}/README.md`, "utf8"))![1]!;
    expect(readFileSync(`${root}/examples/readme.ts`, "utf8")).toContain(shown);
    expect(shown.trim().split("\n").length).toBeLessThanOrEqual(12);
  });

  test("sixty lines are enough to follow a training on public names, and none of the command line", () => {
    const program = readFileSync(`${root}/examples/jobs.ts`, "utf8");
    expect(program.split("\n").length).toBeLessThanOrEqual(60);
    expect(program).not.toMatch(/cli|from "\./);
  });

  test.each(examples)("%s imports the package, as a reader's own program would", (name) => {
    const source = readFileSync(`${root}/examples/${name}`, "utf8");
    expect(source).not.toMatch(/from "\.\.?\//);
  });

  test.each(examples)("%s runs and prints what it should", { timeout: 120_000 }, async (name) => {
    const words = ["--import", "tsx", join(root, "examples", name), ...(given[name] ?? [])];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, words, { cwd: root });
    expect(stdout.trim()).not.toBe("");
    expect(stdout).not.toMatch(/\bNaN\b|undefined/);
    expect(stderr).toBe("");
    known[name]?.(stdout);
  });

  test("all that is known is of programs that there are", () => {
    const named = [...Object.keys(known), ...Object.keys(given)];
    expect(named.filter((name) => !examples.includes(name))).toEqual([]);
  });
});
