/** windage compare as a user has it: what it prints and keeps, and that being killed half-way changes no figure. */
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { compareCommand } from "../src/cli/commands/compare.ts";
import { runCli } from "../src/cli/run-cli.ts";
import { terminalStyle } from "../src/cli/terminal/style.ts";
import { loadCheckpoint } from "../src/run/checkpoint/checkpoint.ts";
import { builtProgram } from "./built-program.fixture.ts";
import { windage } from "./windage.fixture.ts";

const world = windage();
const root = fileURLToPath(new URL("..", import.meta.url));
const table = join(world.files, "table.csv");
writeFileSync(table, "sequence,score\nACG,1\nGGG,0.9\nTTA,0.8\nCCC,0.4\n");
// Three letters of ACGT: small enough for a run to take a moment, and evaluated exactly like larger spaces.
const config = join(world.files, "compare.yaml");
writeFileSync(
  config,
  `oracleCsv: ${table}
alphabet: ACGT
missing: "0.1"
noise: [0.1, 0.4]
seeds: 2
calls: 600
points: 2
samples: 64
settings: { hidden: 8, layers: 1, onPolicy: 16 }
methods:
  - sdb
  - { label: "mh, 4 chains", method: mh, chains: 4 }
  - random
`,
);
const runs = 12;

interface Spending {
  seconds: number;
}

function folder(name: string): string {
  return join(world.files, name);
}

/** table.json without what depends on the clock. */
function figures(name: string): unknown {
  const { spent, ...rest } = JSON.parse(readFileSync(join(folder(name), "table.json"), "utf8")) as {
    spent: Spending[];
  };
  for (const line of spent) line.seconds = 0;
  return { ...rest, spent };
}

function finished(name: string): string[] {
  const path = join(folder(name), "jobs");
  return existsSync(path) ? readdirSync(path).filter((file) => file.endsWith(".json")) : [];
}

/** Waits until some, but not all, runs are finished. */
async function halfWay(name: string): Promise<void> {
  while (finished(name).length < 3) await wait(5);
}

/** Those of some processes that are still there after a while; a dead one that nobody has asked about counts as gone. */
async function left(pids: readonly number[]): Promise<number[]> {
  for (let patience = 0; patience < 200; patience++) {
    const alive = pids.filter((pid) => existsSync(`/proc/${pid}`) && !isZombie(pid));
    if (alive.length === 0) return [];
    await wait(20);
  }
  return [...pids];
}

function isZombie(pid: number): boolean {
  try {
    return / [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\)/, ""));
  } catch {
    return true;
  }
}

function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
    return text === "" ? [] : text.split(" ").map(Number);
  } catch {
    return [];
  }
}

/** What is said about a mistake that is found before any process is started. */
async function mistake(words: readonly string[]): Promise<string> {
  const said: string[] = [];
  const style = terminalStyle(false, {});
  const out = words.includes("--resume") ? [] : ["--out", folder("mistake")];
  const code = await runCli(["compare", ...words, ...out], [compareCommand], {
    version: "0",
    style,
    errorStyle: style,
    writeOut: (text) => said.push(`out: ${text}`),
    writeError: (text) => said.push(text),
  });
  expect(code).toBe(2);
  expect(existsSync(folder("mistake"))).toBe(false);
  return said.join("");
}

describe("windage compare", { timeout: 120_000 }, () => {
  test("prints one document with --json, and leaves tables and plots", async () => {
    const { code, out, err } = await world.run(
      "compare",
      "--config",
      config,
      "--out",
      folder("whole"),
      "--json",
    );
    expect(err).not.toContain("failed");
    expect(code).toBe(0);
    const document = JSON.parse(out) as Record<string, unknown> & {
      spent: readonly Record<string, number>[];
    };
    expect(document).toMatchObject({
      folder: folder("whole"),
      files: ["table.json", "table.md", "table.csv", "curves.csv", "tv-vs-calls.svg", "tv-vs-noise.svg"],
      against: "sdb",
      methods: ["sdb", "mh, 4 chains", "random"],
      alphas: [0.1, 0.4],
      failed: [],
    });
    // Nobody spends more than the others may.
    for (const { oracleCalls, environmentSteps } of document.spent) {
      expect(oracleCalls).toBeLessThanOrEqual(600);
      expect(oracleCalls).toBeGreaterThan(600 - 64);
      expect(environmentSteps).toBeLessThanOrEqual(1800);
    }
    for (const file of document["files"] as string[]) {
      expect(readFileSync(join(folder("whole"), file), "utf8")).not.toMatch(/NaN|undefined/);
    }
    expect(finished("whole")).toHaveLength(runs);
  });

  test("a scorer of one's own has a curve of estimates from few calls on, and its errors are named", async () => {
    const scorer = join(world.files, "score.mjs");
    writeFileSync(
      scorer,
      `import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  const { id, sequence } = JSON.parse(line);
  console.log(JSON.stringify({ id, score: 1 + [...sequence].filter((letter) => letter === "A").length }));
}
`,
    );
    const { code, out, err } = await world.run(
      "compare",
      ..."mine --alphabet ACGT --length 4 --methods sdb --noise 0.1 --seeds 2 --calls 1000 --samples 64".split(
        " ",
      ),
      "--oracle-command",
      JSON.stringify(["node", scorer]),
      "--out",
      folder("own"),
    );
    expect(code, err).toBe(0);
    expect(err.replaceAll(/\s+/g, " ")).toContain("1,000 calls give 3 points of the 20 planned");
    expect(out).toContain("curves.csv has mean log R/P by calls, run by run, with its standard error.");
    const [header, ...rows] = readFileSync(join(folder("own"), "curves.csv"), "utf8")
      .trim()
      .split("\r\n");
    expect(header).toMatch(/,elbo,elboStandardError(,klEstimate,klStandardError)?$/);
    expect(rows).toHaveLength(2 * 3);
    expect(readFileSync(join(folder("own"), "elbo-vs-calls.svg"), "utf8")).toContain("bars: ±");
  });

  test("one process gives the same figures as two, and a finished one is only shown again", async () => {
    const { code } = await world.run(
      "compare",
      "--config",
      config,
      "--out",
      folder("one"),
      "--parallel",
      "1",
    );
    expect(code).toBe(0);
    expect(figures("one")).toEqual(figures("whole"));
    const again = await world.run("compare", "--resume", folder("one"), "--against", "random");
    expect(again.code).toBe(0);
    expect(again.out).toContain("Δ TV to random");
    expect(again.err).not.toMatch(/seed \d/);
    for (const line of again.out.split("\n").filter((text) => !/Folder|Files/.test(text))) {
      expect(line.length, line).toBeLessThanOrEqual(120);
    }
  });

  test("killed half-way, every process at once, and gone on with gives the same table", async () => {
    const words = ["compare", "--config", config, "--out", folder("killed")];
    const child = spawn(process.execPath, [builtProgram(), ...words], {
      cwd: root,
      // The same user begins it and goes on with it.
      env: { ...process.env, WINDAGE_DATA: join(world.files, "data") },
      detached: true,
      stdio: "ignore",
    });
    await halfWay("killed");
    process.kill(-child.pid!, "SIGKILL");
    await new Promise((done) => child.on("close", done));
    const kept = finished("killed");
    expect(kept.length).toBeLessThan(runs);
    // One of the finished runs is torn as well, as after a power cut.
    writeFileSync(join(folder("killed"), "jobs", kept[0]!), '{"format": "windage-jo');
    const resumed = await world.run("compare", "--resume", folder("killed"));
    expect(resumed.code).toBe(0);
    expect(resumed.err.match(/done again, because/g)).toHaveLength(1);
    // Finished ones stay finished.
    expect(resumed.err.match(/ seed \d {2}\d/g)).toHaveLength(runs - kept.length + 1);
    expect(figures("killed")).toEqual(figures("whole"));
  });

  test("killed in the middle of a job goes on within it, to the same bits", async () => {
    const path = join(world.files, "long.yaml");
    writeFileSync(
      path,
      `oracleCsv: ${table}
alphabet: ACGT
missing: "0.1"
noise: [0.25]
seeds: 1
calls: 3200
points: 3
samples: 64
settings: { hidden: 8, layers: 1, onPolicy: 8, replay: 8, checkpointEvery: 20 }
methods: [sdb]
`,
    );
    const whole = await world.run("compare", "--config", path, "--out", folder("long"));
    expect(whole.code).toBe(0);
    // Nothing of a finished job is left under way.
    expect(existsSync(join(folder("long"), "under-way"))).toBe(false);
    const underWay = join(folder("torn"), "under-way", "1-sdb-noise0.25-seed0");
    const checkpoints = (): string[] => {
      const kept = join(underWay, "checkpoint");
      return existsSync(kept) ? readdirSync(kept).filter((file) => /^\d+\.safetensors$/.test(file)) : [];
    };
    // A job may come to its end before it can be killed; then it is tried again.
    do {
      rmSync(folder("torn"), { recursive: true, force: true });
      const words = ["compare", "--config", path, "--out", folder("torn")];
      const child = spawn(process.execPath, [builtProgram(), ...words], {
        cwd: root,
        env: { ...process.env, WINDAGE_DATA: join(world.files, "data") },
        detached: true,
        stdio: "ignore",
      });
      const ended = new Promise((done) => child.on("close", done));
      const late = (file: string): boolean => Number.parseInt(file, 10) >= 3;
      while (!checkpoints().some(late) && finished("torn").length === 0) await wait(5);
      process.kill(-child.pid!, "SIGKILL");
      await ended;
    } while (finished("torn").length > 0);
    // What is there tells where it stood: it is used, and not begun again.
    const { meta } = await loadCheckpoint({ id: "torn", folder: underWay });
    const { method } = meta["job"] as { method: { iteration: number } };
    expect(method.iteration).toBeGreaterThanOrEqual(60);
    const resumed = await world.run("compare", "--resume", folder("torn"));
    expect(resumed.code).toBe(0);
    expect(figures("torn")).toEqual(figures("long"));
    const results = ["long", "torn"].map((name) => {
      const text = readFileSync(join(folder(name), "jobs", finished(name)[0]!), "utf8");
      const { result } = JSON.parse(text) as { result: Spending };
      result.seconds = 0;
      return result;
    });
    expect(results[1]).toEqual(results[0]);
    expect(existsSync(join(folder("torn"), "under-way"))).toBe(false);
  });

  test("Ctrl-C keeps what is finished, leaves no process behind and says how to go on", async () => {
    const { child, ended } = world.start("compare", "--config", config, "--out", folder("stopped"));
    await halfWay("stopped");
    const workers = childrenOf(child.pid!);
    child.kill("SIGINT");
    const stopped = await ended;
    expect(stopped.code).toBe(1);
    expect(stopped.err).toContain(`windage compare --resume ${folder("stopped")}`);
    expect(await left(workers)).toEqual([]);
    const kept = finished("stopped").length;
    expect(kept).toBeGreaterThanOrEqual(3);
    expect(kept).toBeLessThan(runs);
    // The same command goes on too.
    const { code } = await world.run("compare", "--config", config, "--out", folder("stopped"));
    expect(code).toBe(0);
    expect(figures("stopped")).toEqual(figures("whole"));
  });

  test("another plan in the same folder is refused with what differs", async () => {
    const words = ["--config", config, "--out", folder("whole")];
    const { code, err } = await world.run("compare", ...words, "--calls", "2000", "--seeds", "3");
    expect(code).toBe(2);
    expect(err).toContain("run/other-comparison");
    expect(err).toContain("calls: there 600, now 2000");
    expect(err).toContain("seeds: there [0,1], now [0,1,2]");
  });

  test.each([
    ["--methods sdb,sobtb", "did you mean stb or ssubtb?"],
    ["--methods sft-q", "did you mean soft-q?"],
    ["--protocol single --noise-kind wear", "--noise-kind beside --protocol"],
    ["--quick --calls 100 --points 2", "--quick: got it, but it has an effect only without --calls"],
    ["--methods sdb,sdb", "twice"],
    ["--methods sdb --against db", "not compared"],
    ["--methods sdb --against sdb", 'no other method than "sdb" to compare with it'],
    ["--noise 0.1,2", "each a number from 0 to 1"],
    ["--settings x", "in a config file"],
    ["--calls 10", "one iteration"],
    ["--seed 9007199254740990", "seed: got 9007199254740992"],
    ["grid --oracle-csv x.csv", "--oracle-csv: got another source of scores for the grid"],
    ["--length 3 --min-length 2", "--length: got it beside"],
    ["--resume nowhere", "expected the folder of a comparison"],
    ["--resume nowhere --calls 9", "--calls beside --resume"],
  ])("%s is a mistake and says so", async (words, advice) => {
    expect(await mistake(words.split(" "))).toContain(advice);
  });

  test.each([
    ["methods: [{method: sdb, hiden: 3}]", "did you mean hidden?"],
    ["methods: [{method: mh, chians: 3}]", "did you mean chains?"],
    ["methods: [{method: mh, chains: many}]", "expected a number"],
    ["methods: [{method: sdb, iterations: 3}]", '"calls"'],
    ["methods: [{method: sdb, dataset: known.csv}]", "no budget counts"],
    [`methods: [{method: sdb, label: "${"🦊".repeat(61)}"}]`, "1 to 60 characters"],
    ["methods: [{method: sdb, label: 3}]", "put the number in quotes"],
    ["methods: [{label: a}]", '"method"'],
    ["settings: {colour: 3}", 'unknown setting "colour"'],
    ["method: sdb", "did you mean methods?"],
  ])("the config %s is a mistake and says so", async (text, advice) => {
    const path = join(world.files, "mistake.yaml");
    writeFileSync(path, text);
    expect(await mistake(["--config", path])).toContain(advice);
  });

  test("a method that cannot run here stops everything before it begins and leaves nothing", async () => {
    const words = ["--methods", "random,sdb+skl", "--noise", "0.1", "--seeds", "1"];
    const path = join(world.files, "one.yaml");
    writeFileSync(
      path,
      `settings: { onPolicy: 1, exploratory: 63 }\noracleCsv: ${table}\nalphabet: ACGT\nmissing: "0.1"\n`,
    );
    const { code, err } = await world.run(
      "compare",
      ...words,
      "--config",
      path,
      "--out",
      folder("impossible"),
    );
    expect(code).toBe(2);
    expect(err).toContain('"sdb+skl" cannot run here');
    expect(err).not.toContain('"random"');
    expect(err).not.toContain("impossible");
    expect(existsSync(folder("impossible"))).toBe(false);
  });

  test.each([
    ["too large for the exact figures it asks for", "20", '"exact: true" for about 1.5 × 10^12 states'],
    ["whose environment cannot be built", "-1", "length"],
  ])("a module %s is refused before any job, and leaves nothing", async (_, length, said) => {
    const path = join(world.files, `large${length}.mjs`);
    writeFileSync(
      path,
      `import { functionOracle, sequenceEnvironment } from "windage";
const environment = sequenceEnvironment({ alphabet: "ACGT", length: ${length} });
const score = (s) => 1 + s.split("A").length;
export default { exact: true, environment, landscape: functionOracle({ mode: "single", score }) };
`,
    );
    const out = folder(`large${length}`);
    const words = ["--methods", "sdb,random", "--seeds", "1", "--calls", "600", "--out", out];
    const { code, err } = await world.run("compare", path, ...words);
    expect(code).toBe(2);
    expect(err).toContain(said);
    expect(existsSync(out)).toBe(false);
  });

  test("the example runs", async () => {
    const { code, out } = await world.run(
      ..."compare --config examples/compare.yaml --calls 600 --seeds 1 --points 1 --out".split(" "),
      folder("example"),
    );
    expect(code).toBe(0);
    expect(out).toContain("sdb, explores");
  });
});
