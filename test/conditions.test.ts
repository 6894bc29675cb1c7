/** Conditions, beginnings and looking ahead as a user types them. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { windage } from "./windage.fixture.ts";

const world = windage();
const [one, two] = [join(world.files, "one.csv"), join(world.files, "two.csv")];
const small =
  "--alphabet ACGT --missing 0.1 --on-policy 8 --hidden 8 --layers 1 --samples 64 --iterations 30 --evaluate-every 10";
const conditions = ["--condition-table", `PAX4=${one}`, "--condition-table", `SIX6=${two}`];
let run = "";

interface Document {
  readonly run: string;
  readonly exact: { readonly tv: number };
  readonly conditions: readonly {
    readonly name: string;
    readonly exact: { readonly tv: number };
    readonly limit: { readonly klReverse: number };
    readonly predictions?: readonly unknown[];
    readonly logZ: { readonly learned: number; readonly exact: number };
  }[];
}

beforeAll(async () => {
  writeFileSync(one, "sequence,score\nACG,1\nGGG,0.9\nTTA,0.8\nCCC,0.4\n");
  writeFileSync(two, "sequence,score\nAAA,1\nTTT,0.9\nGAC,0.7\n");
  const words = [...conditions, "--beta-range", "1,3", ...small.split(" ")];
  const { code, out, err } = await world.run("train", ...words, "--json");
  expect(err).not.toContain("Error");
  expect(code).toBe(0);
  run = (JSON.parse(out) as Document).run;
}, 120_000);

describe("conditions on the command line", { timeout: 120_000 }, () => {
  test("evaluate reports on every condition and their mean, as train did, and on those that are asked for", async () => {
    const [all, some, text] = await Promise.all([
      world.run("evaluate", run, "--json"),
      world.run("evaluate", run, "--condition", "SIX6", "--beta", "1,2", "--json"),
      world.run("evaluate", run, "--condition", "SIX6"),
    ]);
    const document = JSON.parse(all.out) as Document;
    const names = ["PAX4", "SIX6"].flatMap((table) => [1, 2, 3].map((beta) => `${table}, β = ${beta}`));
    expect(document.conditions.map(({ name }) => name)).toEqual(names);
    const mean = document.conditions.reduce((sum, { exact }) => sum + exact.tv, 0) / 6;
    expect(document.exact.tv).toBeCloseTo(mean, 9);
    const asked = JSON.parse(some.out) as Document;
    expect(asked.conditions.map(({ name }) => name)).toEqual(["SIX6, β = 1", "SIX6, β = 2"]);
    expect(asked.conditions[0]!.logZ).toEqual(document.conditions[3]!.logZ);
    expect(text.out).toMatch(/Condition +misplaced +regret +log Z learned +exact +best 100/);
    expect(text.out).toMatch(/SIX6, β = 3 +0\.\d{4}/);
    expect(text.out).toContain("Distance to the target, on average");
  });

  test("sample asks for the condition it needs, and names the nearest where it is misspelt", async () => {
    const [none, wrong, noBeta, outside, good, again] = await Promise.all(
      [
        "",
        "--condition PAX5 --beta 2",
        "--condition PAX4",
        "--condition PAX4 --beta 5 --count 2",
        "--condition PAX4 --beta 3 --count 200 --json",
        "--condition PAX4 --beta 3 --count 200 --json",
      ].map((words) => world.run("sample", run, ...words.split(" ").filter((word) => word !== ""))),
    );
    expect(none).toMatchObject({ code: 2 });
    expect(none!.err).toMatch(/--beta: got none, .*exponents from 1 to 3/);
    expect(wrong!.err).toMatch(/--condition: got "PAX5".*did you mean PAX4\?/);
    expect(noBeta!.err).toContain("add --beta 3");
    expect(outside!.err).toContain("exponent 5 is outside of 1 to 3");
    expect(outside!.code).toBe(0);
    // What is said meanwhile depends on how busy the machine is.
    expect([again!.code, again!.out]).toEqual([good!.code, good!.out]);
    const { samples } = JSON.parse(good!.out) as { samples: { sequence: string; score: number }[] };
    expect(samples.find(({ sequence }) => sequence === "ACG")?.score).toBe(1);
  });

  test("what does not go together is refused before anything is kept", async () => {
    const [beta, both, single, letters, plain] = await Promise.all([
      world.run("train", ...conditions, "--beta-range", "1,3", "--beta", "2"),
      world.run("train", ...conditions, "--oracle-csv", one, "--alphabet", "ACGT"),
      world.run("train", "--condition-table", `PAX4=${one}`, "--alphabet", "ACGT", "--missing", "0"),
      world.run("train", ...conditions),
      world.run("train", "--beta-range", "3,1"),
    ]);
    expect(beta.err).toContain("leave one of them out");
    expect(both.err).toContain("got 2 sources of scores");
    expect(single.err).toContain("expected at least two");
    expect(letters.err).toContain("add --alphabet ACGT");
    expect(plain.err).toContain("expected two exponents, the smaller first");
    for (const { code } of [beta, both, single, letters, plain]) expect(code).toBe(2);
    expect(world.names()).toHaveLength(1);
  });

  test("designs and heads that predict read conditions too, and the limit of each is the one without feedback", async () => {
    const words = "--observes intentions --objective skl --look-ahead 2 --json".split(" ");
    const range = ["--beta-range", "1,3", ...small.split(" ")];
    const [{ code, out, err }, seen] = await Promise.all([
      world.run("train", ...conditions, ...range, ...words),
      world.run("evaluate", run, "--json"),
    ]);
    expect(err).not.toContain("rror");
    expect(code).toBe(0);
    const withFeedback = (JSON.parse(seen.out) as Document).conditions;
    const without = (JSON.parse(out) as Document).conditions;
    expect(without).toHaveLength(6);
    without.forEach(({ limit, predictions }, i) => {
      expect(limit.klReverse).toBeGreaterThan(1.5 * withFeedback[i]!.limit.klReverse);
      expect(predictions).toHaveLength(2);
    });
  });

  test("a folder of tables names itself, and one without any says so", async () => {
    const folder = join(world.files, "empty");
    mkdirSync(folder);
    const { code, err } = await world.run("train", "--condition-table", folder);
    expect(code).toBe(2);
    expect(err).toContain("no *_8mers.txt there");
  });
});

describe("beginnings and looking ahead", { timeout: 120_000 }, () => {
  const asked = ["--condition", "PAX4", "--beta", "2"];

  test("a beginning is finished, and what may come next is shown beside", async () => {
    const list = join(world.files, "beginnings.txt");
    writeFileSync(list, "G\nTT\n");
    const [typed, listed, wrong] = await Promise.all([
      world.run("sample", run, ...asked, "--complete", "AC", "--count", "20"),
      world.run("sample", run, ...asked, "--complete-file", list, "--count", "5", "--json"),
      world.run("sample", run, ...asked, "--complete", "ACGT"),
    ]);
    const rows = typed.out.trim().split("\n").slice(1);
    expect(rows).toHaveLength(20);
    for (const row of rows) expect(row).toMatch(/^AC[ACGT],\.\.[ACGT],/);
    expect(typed.err).toMatch(/After +comes +intended +really/);
    const document = JSON.parse(listed.out) as {
      next: { beginning: string; letters: { letter: string; intended: number; real: number }[] }[];
      samples: { sequence: string; beginning: string }[];
    };
    expect(document.next.map(({ beginning }) => beginning)).toEqual(["G", "TT"]);
    for (const { letters } of document.next) {
      expect(letters.reduce((sum, { real }) => sum + real, 0)).toBeCloseTo(1, 6);
      expect(letters.reduce((sum, { intended }) => sum + intended, 0)).toBeCloseTo(1, 6);
    }
    expect(document.samples).toHaveLength(10);
    for (const { sequence, beginning } of document.samples) expect(sequence.startsWith(beginning)).toBe(true);
    expect(wrong).toMatchObject({ code: 2 });
    expect(wrong.err).toContain("--complete:");
  });

  test("beginnings have draws of their own, the first those of the seed", async () => {
    const draw = async (...letters: readonly string[]): Promise<string[]> => {
      const beginnings = letters.flatMap((beginning) => ["--complete", beginning]);
      const { out } = await world.run("sample", run, ...asked, ...beginnings, "--count", "40", "--json");
      const { samples } = JSON.parse(out) as { samples: { sequence: string }[] };
      return samples.map(({ sequence }) => sequence);
    };
    const [one, both] = await Promise.all([draw("A"), draw("A", "A")]);
    expect(both.slice(0, 40)).toEqual(one);
    expect(both.slice(40)).not.toEqual(one);
  });

  test("samples that look ahead score higher than those of a policy that has hardly learned", async () => {
    const [plain, ahead] = await Promise.all(
      ["0", "3"].map((steps) =>
        world.run("sample", run, ...asked, "--count", "512", "--decide-ahead", steps, "--json"),
      ),
    );
    const [before, after] = [plain!, ahead!].map(({ out }) => {
      const { samples } = JSON.parse(out) as { samples: { score: number }[] };
      return samples.reduce((sum, { score }) => sum + score, 0) / samples.length;
    });
    expect(after!).toBeGreaterThan(before! + 0.1);
  });
});
