/** Processes that remember and samplers that see their intentions, as a user types them. */
import { parseObject } from "../src/file/json-document.ts";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { windage } from "./windage.fixture.ts";

const world = windage();
const table = join(world.files, "table.csv");
const small =
  `--oracle-csv ${table} --alphabet ACGT --missing 0.1 --on-policy 8 --hidden 8 --layers 1 --samples 64 --iterations 20`.split(
    " ",
  );

beforeAll(() => writeFileSync(table, "sequence,score\nACG,1\nGGG,0.9\nTTA,0.8\nCCC,0.4\n"));

describe("windage train", { timeout: 120_000 }, () => {
  test("--noise wear --observes both trains, evaluates exactly and samples", async () => {
    const trained = await world.run(
      "train",
      ...small,
      ..."--noise wear --wear-uses 2 --alpha 0.8 --observes both --thoughts transformer --json".split(" "),
    );
    expect(trained.code).toBe(0);
    const { run } = JSON.parse(trained.out) as { run: string };
    const [evaluated, sampled] = await Promise.all([
      world.run("evaluate", run, "--json"),
      world.run("sample", run, "--count", "10"),
    ]);
    const summary = parseObject(readFileSync(join(run, "summary.json"), "utf8"), "summary.json");
    expect(JSON.parse(evaluated.out)).toEqual({
      run,
      ...summary,
      seconds: expect.any(Number) as unknown,
      warnings: [],
    });
    const number = expect.any(Number) as unknown;
    expect(summary).toMatchObject({
      exact: { tv: number },
      regret: { klReverse: number },
      dynamics: { nll: number, entropy: number },
      estimates: null,
    });
    const rows = sampled.out.trim().split("\n").slice(1);
    expect(rows).toHaveLength(10);
    for (const row of rows) expect(row).toMatch(/^[ACGT]{3},[ACGT]{3},/);
  });

  test("--observes intentions and --look-ahead train, with their limit and their best in the report", async () => {
    const { code, out } = await world.run(
      "train",
      ...small,
      ..."--observes intentions --objective skl --look-ahead 2 --json".split(" "),
    );
    expect(code).toBe(0);
    const { run, ...report } = JSON.parse(out) as { run: string };
    const number = expect.any(Number) as unknown;
    const figures = { nll: number, entropy: number, accuracy: number, bestAccuracy: number };
    expect(report).toMatchObject({
      limit: { klReverse: number },
      predictions: [
        { ahead: 1, ...figures },
        { ahead: 2, ...figures },
      ],
    });
    const shown = await world.run("evaluate", run);
    expect(shown.out).toMatch(/Letters ahead +surprise, nats +least +right +most/);
  });

  test.each([
    ["--thoughts pooled", /--thoughts: got it, but it has an effect only with --observes both/],
    ["--wear-uses 2", /--wear-uses: got it, but it has an effect only with --noise wear/],
    ["--observes memory", /--observes memory: got --noise sticky, which remembers nothing/],
    ["--observes intentions", /got --objective sdb, which balances flows of states/],
    ["--observes both --objective local-kl", /depends on intentions.*choose another objective/],
  ])("%s is refused with its reason", async (words, reason) => {
    const { code, err } = await world.run("train", ...small, ...words.split(" "));
    expect(err.replaceAll(/\s+/g, " ")).toMatch(reason);
    expect(code).toBe(2);
  });
});
