/** train, sample, evaluate and check-env as a user types them: what they print, where, and with which exit code. */
import { parseObject } from "../src/file/json-document.ts";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parquetReadObjects } from "hyparquet";
import { beforeAll, describe, expect, test } from "vitest";
import { windage } from "./windage.fixture.ts";

const world = windage();
const table = join(world.files, "table.csv");
const small = `--oracle-csv ${table} --alphabet ACGT --missing 0.1 --on-policy 8 --hidden 8 --layers 1 --samples 64`;
let run = "";

beforeAll(async () => {
  writeFileSync(table, "sequence,score\nACG,1\nGGG,0.9\nTTA,0.8\nCCC,0.4\n");
  const { code, out } = await world.run("train", ...small.split(" "), "--iterations", "40", "--json");
  expect(code).toBe(0);
  run = (JSON.parse(out) as { run: string }).run;
}, 60_000);

describe("train, sample and evaluate", { timeout: 60_000 }, () => {
  test("evaluate --json prints one document: what train printed, with everything that was promised", async () => {
    const { code, out } = await world.run("evaluate", run, "--json");
    expect(code).toBe(0);
    const report = JSON.parse(out) as object;
    const summary = parseObject(readFileSync(join(run, "summary.json"), "utf8"), "summary.json");
    expect(report).toEqual({ run, ...summary, seconds: expect.any(Number) as unknown, warnings: [] });
    const number = expect.any(Number) as unknown;
    expect(report).toMatchObject({
      exact: { tv: number, l1: number, klReverse: number, klForward: number, jsd: number },
      limit: { klReverse: number, tv: number },
      regret: { klReverse: number },
      logZ: { learned: number, exact: number },
      dynamics: { nll: number, entropy: number },
      modes: { found: number, total: number, radius: number, threshold: number },
      top: { k: number, mean: number, ceiling: number, diversity: number },
      correlation: { pearson: number, spearman: number },
      estimates: null,
      samples: 64,
      oracleCalls: 384,
      steps: 40,
      seconds: number,
    });
  });

  test("evaluate --decide-ahead reports every number of steps", async () => {
    const { code, out } = await world.run("evaluate", run, "--decide-ahead", "0,1", "--json");
    expect(code).toBe(0);
    const number = expect.any(Number) as unknown;
    const { decideAhead } = JSON.parse(out) as { decideAhead: unknown };
    expect(decideAhead).toMatchObject([
      { steps: 0, scores: { tv: number } },
      { steps: 1, scores: { tv: number }, flows: { tv: number } },
    ]);
  });

  test("the same seed draws the same samples, another seed others, in every format", async () => {
    const [first, again, other, fasta, lines] = await Promise.all(
      ["--seed 1", "--seed 1", "--seed 2", "--seed 1 --format fasta", "--seed 1 --format jsonl"].map(
        (words) => world.run("sample", run, "--count", "30", ...words.split(" ")),
      ),
    );
    expect(again).toEqual(first);
    expect(other!.out).not.toBe(first!.out);
    const rows = first!.out.trim().split("\n");
    expect(rows[0]).toBe("sequence,intended,score");
    expect(rows).toHaveLength(31);
    for (const row of rows.slice(1)) expect(row).toMatch(/^[ACGT]{3},[ACGT]{3},(?:1|0\.\d+)$/);
    const sequences = rows.slice(1).map((row) => row.split(",")[0]);
    expect(
      fasta!.out
        .trim()
        .split("\n")
        .filter((line) => !line.startsWith(">")),
    ).toEqual(sequences);
    expect(
      lines!.out
        .trim()
        .split("\n")
        .map((line) => (JSON.parse(line) as { sequence: string }).sequence),
    ).toEqual(sequences);
  });

  test("rules for samples: each once, apart, new, the best few, and how many it took", async () => {
    const known = join(world.files, "known.txt");
    writeFileSync(known, "acg\n");
    const words = ["--unique", "--min-distance", "2", "--exclude", known, "--min-score", "0.3"];
    const [unique, top] = await Promise.all([
      world.run("sample", run, "--count", "3", ...words),
      world.run("sample", run, "--top", "2", "--json"),
    ]);
    const sequences = unique.out
      .trim()
      .split("\n")
      .slice(1)
      .map((row) => row.split(",")[0]!);
    expect([...sequences].sort()).toEqual(["CCC", "GGG", "TTA"]);
    expect(unique.err).toMatch(/3 of \d+ samples kept\./);
    const document = JSON.parse(top.out) as {
      drawn: number;
      samples: { sequence: string; score: number }[];
    };
    expect(document.drawn).toBeGreaterThanOrEqual(40);
    const [best, second] = document.samples;
    expect(document.samples).toHaveLength(2);
    expect(best!.sequence).not.toBe(second!.sequence);
    expect(best!.score).toBeGreaterThanOrEqual(second!.score);
  });

  test("samples go to a file, as parquet too, which another library reads back", async () => {
    const [csv, parquet] = [join(world.files, "samples.csv"), join(world.files, "samples.parquet")];
    const written = await world.run("sample", run, "--count", "30", "--out", csv);
    expect(written).toMatchObject({ code: 0, out: `30 samples in ${csv}\n` });
    const document = await world.run("sample", run, "--count", "30", "--out", parquet, "--json");
    expect(JSON.parse(document.out)).toMatchObject({ count: 30, file: parquet });
    const bytes = readFileSync(parquet);
    const rows = await parquetReadObjects({
      file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
    });
    const lines = readFileSync(csv, "utf8").trim().split("\n").slice(1);
    expect(rows.map((row) => `${row["sequence"]},${row["intended"]},${row["score"]}`)).toEqual(lines);
    const refused = await world.run("sample", run, "--format", "parquet");
    expect(refused.code).toBe(2);
    expect(refused.err).toContain("--out samples.parquet");
  });

  test("the closing report fits 80 columns and stands alone on stdout", async () => {
    const { out, err } = await world.run("evaluate", run);
    for (const line of out.split("\n").filter((text) => !text.startsWith("Run folder"))) {
      expect(line.length, line).toBeLessThanOrEqual(80);
    }
    expect(err).toBe("");
  });

  test.each([
    ["--aplha 0.3", "did you mean --alpha?"],
    ["--alpha 2", "a number from 0 to 1"],
    ["--objective sbd", "did you mean sdb?"],
    ["--on-policy 0", "--on-policy 0: got no fresh sequences"],
    ["--objective skl --on-policy 1", "--objective skl: got --on-policy 1, expected at least 2"],
    ["--entropy-ratio temperature", "add --exploratory 64"],
    ["--rate 0", "--rate"],
    ["--entropy-ratio balance --entropy-weight 0", "--entropy-weight"],
    ["--dynamics known --dynamics-rate 0.1", "only with --dynamics learned or --look-ahead"],
    ["nope", "Choose one of sim8"],
    ["./nope.mjs", "check the path"],
    ["--table nope.txt", "check the path"],
    ["--alphabet ACGT", "leave it out"],
    ["--oracle-command python3 --alphabet ACGT --length 3", "the words of a command"],
    [`--oracle-csv ${table} --missing floor`, "there is nothing to climb"],
    [`--oracle-csv ${table} --alphabet ACGT`, "60 of 64 sequences have no score"],
    [
      `--oracle-csv ${table} --alphabet ACGT --missing flor`,
      "one of error, floor, or a number; did you mean floor?",
    ],
    [`--oracle-csv ${table} --oracle-url http://127.0.0.1:1 --alphabet ACGT`, "one source"],
    ["--length 3 --max-length 4", "one or the other"],
    ["--dataset-batch 4", "--dataset"],
    ["--epsilon 0.1", "only with --exploratory 1 or more"],
    ["--learning-rate 0.1", "did you mean --rate, --final-rate or --dynamics-rate?"],
  ])("train %s is a mistake, says so and leaves no run behind", async (words, advice) => {
    const before = world.names();
    const { code, out, err } = await world.run("train", ...words.split(" "));
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(advice);
    expect(world.names()).toEqual(before);
  });
});

describe("check-env", { timeout: 60_000 }, () => {
  test("finds nothing in a good module and ends with 0, finds a mistake in a broken one and ends with 2", async () => {
    // The folder is no project and has no packages: Windage is found all the same.
    const good = `import { sequenceEnvironment, stickyNoise, withNoise } from "windage";
const environment = withNoise(sequenceEnvironment({ alphabet: "AB", length: 3 }), stickyNoise(0.2));
`;
    const path = (name: string): string => join(world.files, name);
    writeFileSync(path("good.mjs"), `${good}export default { environment };\n`);
    writeFileSync(
      path("broken.mjs"),
      `${good}export default { environment: { ...environment, isLegal: () => true } };\n`,
    );
    writeFileSync(path("empty.mjs"), "export default {};\n");
    const [fine, broken, empty] = await Promise.all(
      ["good.mjs", "broken.mjs", "empty.mjs"].map((name) => world.run("check-env", path(name), "--json")),
    );
    expect(fine!.code).toBe(0);
    expect(JSON.parse(fine!.out)).toMatchObject({ ok: true, exhaustive: true, problems: [] });
    const idle = await world.run("check-env", path("good.mjs"), "--trajectories", "50");
    expect(idle.err).toContain("--trajectories: had no effect, because every step was tried");
    expect(broken!.code).toBe(2);
    expect(JSON.parse(broken!.out)).toMatchObject({ ok: false, problems: [{ kind: "legal-at-terminal" }] });
    expect(empty!.code).toBe(2);
    expect(JSON.parse(empty!.out)).toMatchObject({ error: { code: "run/wrong-module" } });
  });
});
