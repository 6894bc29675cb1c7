/** Ctrl-C and SIGTERM are heard whatever the program is busy with. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { windage } from "./windage.fixture.ts";

const world = windage({ WINDAGE_ENGINE: "wasm" });
const table = join(world.files, "table.csv");
writeFileSync(table, "sequence,score\nACG,1\nGGG,0.9\nTTA,0.8\nCCC,0.4\n");
// More iterations than anyone would wait for.
const endless = [
  ..."train --iterations 10000000 --on-policy 8 --hidden 8 --layers 1 --alphabet ACGT --missing 0.1".split(
    " ",
  ),
  "--oracle-csv",
  table,
];

describe("on the wasm engine", { timeout: 120_000 }, () => {
  test.each(["SIGINT", "SIGTERM"] as const)("%s ends a run with a checkpoint", async (signal) => {
    const { child, ended } = world.start(...endless, "--json");
    let name: string | undefined;
    for (;;) {
      name = namesOf().at(-1);
      if (name !== undefined && lines(name) > 5) break;
      await wait(20);
    }
    child.kill(signal);
    const { code, out } = await ended;
    expect(code).toBe(1);
    const { error } = JSON.parse(out) as { error: { code: string; message: string } };
    expect(error.code).toBe("run/stopped");
    expect(error.message).toMatch(/Stopped at iteration \d+\. .*windage resume/);
    expect((await world.run("runs", "rm", name, "--force")).code).toBe(0);
  });
});

test(
  "SIGINT is heard while a program keeps a run waiting for its first scores",
  { timeout: 120_000 },
  async () => {
    const silent = join(world.files, "silent.mjs");
    const asked = join(world.files, "asked");
    writeFileSync(
      silent,
      `import { writeFileSync } from "node:fs";
     process.stdin.on("data", () => writeFileSync(${JSON.stringify(asked)}, "yes"));`,
    );
    const words = "train silent --alphabet ACGT --length 3 --oracle-timeout 600 --oracle-command".split(" ");
    const { child, ended } = world.start(...words, JSON.stringify([process.execPath, silent]));
    while (!existsSync(asked)) await wait(20);
    const before = namesOf().length;
    child.kill("SIGINT");
    const { code, err } = await ended;
    expect(code).toBe(1);
    expect(err).toContain("Stopped while asking for the first scores");
    // Nothing was learned and nothing paid for, so nothing is left behind.
    expect(before).toBe(1);
    expect(namesOf()).toEqual([]);
  },
);

test(
  "SIGINT is heard while random objects are scored, however long one takes",
  { timeout: 120_000 },
  async () => {
    const { child, ended } = world.start("train", "bits", "--bits", "960");
    while (namesOf().length === 0) await wait(20);
    // By then it is in the middle of 2,048 objects of some hundredths of a second each.
    await wait(3000);
    const told = Date.now();
    child.kill("SIGINT");
    const { code, err } = await ended;
    expect(code).toBe(1);
    expect(err).toMatch(/Stopped while asking for the (?:first scores|scores of random objects)/);
    expect(Date.now() - told).toBeLessThan(8000);
    expect(namesOf()).toEqual([]);
  },
);

test("SIGTERM ends sampling long before its end", { timeout: 120_000 }, async () => {
  const small = "train bits --iterations 1 --on-policy 8 --hidden 8 --layers 1 --samples 8".split(" ");
  expect((await world.run(...small)).code).toBe(0);
  const out = join(world.files, "samples.csv");
  const { child, ended } = world.start("sample", "latest", "--count", "1000000", "--out", out);
  // All of them would take minutes.
  await wait(6000);
  const told = Date.now();
  child.kill("SIGTERM");
  const { code, err } = await ended;
  expect(code).toBe(1);
  // How many pieces are whole by then depends on the machine.
  expect(err).toMatch(/sample: stopped after \d+ samples/);
  expect(Date.now() - told).toBeLessThan(15_000);
  expect(existsSync(out)).toBe(false);
});

test.each([["SIGTERM"], ["SIGINT", "SIGINT"]] as const)(
  "%s, and the echo that npx sends, ends a forecast whose threads compute, with its run stopped",
  { timeout: 120_000 },
  async (...signals) => {
    const file = join(world.files, "hours.csv");
    const hours = Array.from({ length: 16_000 }, (_, i) => {
      const stamp = new Date(3_600_000 * i).toISOString().slice(0, 16);
      return `${stamp},${Math.sin(i / 4) + (i % 17)}`;
    });
    writeFileSync(file, `ds,y\n${hours.join("\n")}\n`);
    const known = namesOf();
    const { child, ended } = world.start("forecast", file, "--windows", "3", "--json");
    // Reading comes first, and is told of where the machine is slow.
    await new Promise<void>((heard) =>
      child.stderr!.on("data", (text) => String(text).includes("backtest") && heard()),
    );
    for (const signal of signals) {
      child.kill(signal);
      await wait(50);
    }
    const { code, out } = await ended;
    expect(code).toBe(1);
    const { error } = JSON.parse(out) as { error: { code: string; message: string } };
    expect(error.code).toBe("run/stopped");
    const name = namesOf().find((one) => !known.includes(one))!;
    const status = readFileSync(join(world.runs, name, "status.json"), "utf8");
    expect(JSON.parse(status)).toMatchObject({ state: "stopped" });
  },
);

test.each(["SIGINT", "SIGTERM"] as const)(
  "%s is heard while a large file is read, of which it is said how far it is",
  { timeout: 120_000 },
  async (signal) => {
    const file = join(world.files, "many-hours.csv");
    const stamp = (hour: number): string => new Date(3_600_000 * hour).toISOString().slice(0, 16);
    const rows = Array.from({ length: 1_000_000 }, (_, i) => `${stamp(i)},${i % 17}`);
    writeFileSync(file, `ds,y\n${rows.join("\n")}\n`);
    const known = namesOf();
    const { child, ended } = world.start("forecast", file, "--json");
    // It says so by itself as soon as reading has taken two seconds.
    const said = await new Promise<string>((heard) =>
      child.stderr!.once("data", (text) => heard(String(text))),
    );
    expect(said).toMatch(
      /^ *\d+ % {2}[\d.]+ \w+ left {2}reading many-hours\.csv, about 1,000,000 rows, 0\.\d GB/,
    );
    const told = Date.now();
    child.kill(signal);
    const { code, out } = await ended;
    expect(code).toBe(1);
    const { error } = JSON.parse(out) as { error: { code: string; message: string } };
    expect(error).toMatchObject({ code: "run/stopped" });
    expect(error.message).toContain("Stopped while reading");
    expect(Date.now() - told).toBeLessThan(15_000);
    expect(namesOf()).toEqual(known);
  },
);

function namesOf(): string[] {
  try {
    return world.names().filter((name) => !name.startsWith("."));
  } catch {
    return [];
  }
}

function lines(name: string): number {
  try {
    return readFileSync(join(world.runs, name, "metrics.jsonl"), "utf8").split("\n").length;
  } catch {
    return 0;
  }
}
