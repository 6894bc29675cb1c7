/** Ctrl-C and SIGTERM are heard whatever the program is busy with. */
import { readFileSync, writeFileSync } from "node:fs";
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
