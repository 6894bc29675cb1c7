import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { defaultConfig, type ExperimentConfig } from "../../run/config/config.ts";
import { said } from "../../run/config/typed.fixture.ts";
import { openWorld } from "../open-world.ts";

const folder = mkdtempSync(join(tmpdir(), "windage-tables-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A table of all sequences of two letters, or of all but the last. */
function csv(name: string, rows: 15 | 16): string {
  const path = join(folder, `${name}.csv`);
  const lines = Array.from({ length: rows }, (_, i) => `${"ACGT"[i >> 2]!}${"ACGT"[i & 3]!},${i + 1}`);
  writeFileSync(path, ["sequence,score", ...lines, ""].join("\n"));
  return `${name}=${path}`;
}

async function notesOf(conditionTable: readonly string[], missing: ExperimentConfig["missing"]) {
  const config = { ...defaultConfig, conditionTable, alphabet: "ACGT", missing };
  const world = await openWorld(config, folder);
  await world.dispose();
  return said(world.notes ?? []);
}

test("what is missing in no table is said to need no score", async () => {
  const [one, two, part] = [csv("A", 16), csv("B", 16), csv("C", 15)];
  expect(await notesOf([one, two], 0.5)).toEqual([
    "--missing 0.5: has no effect, because the tables list every sequence.",
  ]);
  expect(await notesOf([one, two], "error")).toEqual([]);
  expect(await notesOf([one, part], 0.5)).toEqual([]);
});
