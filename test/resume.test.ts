/** A run that is killed without warning goes on to the same bits, in processes as a user has them. */
import { parseObject } from "../src/file/json-document.ts";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { loadCheckpoint } from "../src/run/checkpoint/checkpoint.ts";
import { openRun } from "../src/run/open-run.ts";
import { windage } from "./windage.fixture.ts";

const world = windage();
// A small space keeps each process short; lengths 4 of ACGT are evaluated exactly like larger ones.
const table = join(world.files, "table.csv");
writeFileSync(table, "sequence,score\nACGT,1\nGGGG,0.9\nTTAA,0.8\nCCCC,0.4\n");
const small = ["--oracle-csv", table, "--alphabet", "ACGT", "--missing", "0.1"].concat([
  "--on-policy",
  "8",
  "--hidden",
  "8",
  "--layers",
  "1",
  "--samples",
  "64",
]);
// Everything that has a state of its own takes part: replay, exploration, the learned noise, what is rolled out ahead.
const settings = [
  ..."--iterations 200 --checkpoint-every 10 --evaluate-every 20 --seed 3".split(" "),
  ..."--exploratory 8 --replay 8 --extra-updates 1 --priority 1 --dynamics-rounds 1 --overlap".split(" "),
  ..."--entropy-ratio temperature --stop-metric loss --stop-patience 100000".split(" "),
  ...small,
];

function metrics(name: string): string {
  return readFileSync(join(world.runs, name, "metrics.jsonl"), "utf8");
}

/** The name of the run that a command has just begun, once it has written some lines. */
async function begun(before: readonly string[], lines: number): Promise<string> {
  for (;;) {
    const name = world.names().find((one) => !before.includes(one) && !one.startsWith("."));
    if (name !== undefined && metrics(name).split("\n").length > lines) return name;
    await wait(10);
  }
}

describe("windage resume", { timeout: 120_000 }, () => {
  test("after kill -9 gives byte-identical metrics and identical weights, moments and memory", async () => {
    const whole = await world.run("train", ...settings);
    expect(whole.code).toBe(0);
    const [full] = world.names();
    const { child, ended } = world.start("train", ...settings);
    const killed = await begun([full!], 25);
    child.kill("SIGKILL");
    await ended;
    const torn = metrics(killed).split("\n").length - 1;
    expect(torn).toBeLessThan(200);
    const resumed = await world.run("resume", killed);
    expect(resumed).toMatchObject({ code: 0 });
    expect(resumed.err).toMatch(/from iteration \d+0 on/);
    expect(metrics(killed)).toBe(metrics(full!));
    const options = { root: world.runs };
    const [a, b] = await Promise.all(
      [full!, killed].map(async (name) => loadCheckpoint(await openRun(name, options))),
    );
    expect(b!.arrays).toEqual(a!.arrays);
    expect(b!.meta["trainer"]).toEqual(a!.meta["trainer"]);
    // The reports agree in everything but names and time.
    const [first, second] = [whole, resumed].map(({ out }) =>
      out
        .replaceAll(/\s+/g, " ")
        .replace(/[\d.]+ s\. /, "")
        .replace(/Run folder.*/, ""),
    );
    expect(second).toEqual(first);
  });

  test("Ctrl-C leaves a checkpoint, says how to go on and ends with 1; going on reaches the same numbers", async () => {
    const before = world.names();
    const { child, ended } = world.start("train", ...settings, "--json");
    const name = await begun(before, 12);
    child.kill("SIGINT");
    // npx passes the same Ctrl-C on; it must not count as a second one.
    child.kill("SIGINT");
    const stopped = await ended;
    expect(stopped.code).toBe(1);
    const { error } = JSON.parse(stopped.out) as { error: { code: string; message: string } };
    expect(error.code).toBe("run/stopped");
    expect(error.message).toContain(`windage resume ${name}`);
    const { code, out } = await world.run("resume", name, "--json");
    expect(code).toBe(0);
    expect((JSON.parse(out) as { steps: number }).steps).toBe(200);
    expect(metrics(name)).toBe(metrics(before[0]!));
  });

  test("of a finished run reports again and trains nothing", async () => {
    const [name] = world.names();
    const lines = metrics(name!);
    const { code, out, err } = await world.run("resume", name!, "--json");
    expect(code).toBe(0);
    expect(err).toContain("is finished");
    const path = join(world.runs, name!, "summary.json");
    const summary = parseObject(readFileSync(path, "utf8"), path);
    expect(JSON.parse(out)).toEqual({
      run: join(world.runs, name!),
      warnings: [],
      ...(summary as object),
      page: join(world.runs, name!, "report.html"),
      seconds: expect.any(Number) as unknown,
    });
    expect(metrics(name!)).toBe(lines);
  });

  test("of a finished run whose newest checkpoint is damaged says so and trains the rest again", async () => {
    const [name] = world.names();
    const lines = metrics(name!);
    const folder = join(world.runs, name!, "checkpoint");
    const newest = join(folder, readdirSync(folder).sort().at(-1)!);
    const whole = readFileSync(newest);
    writeFileSync(newest, whole.subarray(0, whole.length - 3));
    const evaluated = await world.run("evaluate", name!, "--json");
    expect(evaluated.code).toBe(0);
    expect(evaluated.err).toMatch(/Warning: .*damaged checkpoint.*\n.*of iteration 190/);
    const { warnings, steps } = JSON.parse(evaluated.out) as { warnings: string[]; steps: number };
    expect(warnings.join("\n")).toContain("iteration 190");
    expect(steps).toBe(190);
    const resumed = await world.run("resume", name!, "--json");
    expect(resumed).toMatchObject({ code: 0 });
    expect(resumed.err).toContain("from iteration 190 on");
    expect((JSON.parse(resumed.out) as { steps: number }).steps).toBe(200);
    expect(metrics(name!)).toBe(lines);
  });

  test("makes a finished run longer, says what becomes of its schedules, and refuses to make it shorter", async () => {
    const [name] = world.names();
    const longer = await world.run("resume", name!, "--iterations", "230", "--json");
    expect(longer).toMatchObject({ code: 0 });
    expect(longer.err).toContain(
      "from iteration 200 on the learning rate stays at its last value (0.0003 for the policy)",
    );
    expect((JSON.parse(longer.out) as { steps: number }).steps).toBe(230);
    expect(metrics(name!).startsWith(metrics(world.names()[1]!))).toBe(true);
    const same = await world.run("resume", name!, "--iterations", "230", "--changed-inputs", "--json");
    expect(same.code).toBe(0);
    expect(same.err).toContain("--iterations 230: it has done as many already.");
    expect(same.err).toContain("--changed-inputs: has no effect on a run that is not trained further.");
    const shorter = await world.run("resume", name!, "--iterations", "229", "--json");
    expect(shorter.code).toBe(2);
    expect(JSON.parse(shorter.out)).toMatchObject({
      error: {
        code: "run/too-few-iterations",
        message: expect.stringContaining("has done 230 already") as string,
      },
    });
    const shown = await world.run("runs", "show", name!, "--json");
    expect(JSON.parse(shown.out)).toMatchObject({ state: "finished", iterations: 230 });
  });

  test("of a run that is being trained is refused with exit code 2", async () => {
    const before = world.names();
    const { child, ended } = world.start("train", ...small, "--iterations", "100000");
    const name = await begun(before, 3);
    const { code, err } = await world.run("resume", name);
    child.kill("SIGKILL");
    await ended;
    expect(code).toBe(2);
    expect(err).toContain("run/locked");
  });
});
