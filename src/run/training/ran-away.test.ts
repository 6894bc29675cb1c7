/** A training that runs away says so while it does, and in its summary. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { smallConfig, smallRun } from "../config/small-run.fixture.ts";
import { evaluateTrained } from "./trained-run.ts";
import { trainRun } from "./train-run.ts";

const folder = mkdtempSync(join(tmpdir(), "windage-away-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a loss that leaves for good is told in training and in the summary", { timeout: 60_000 }, async () => {
  const config = smallConfig({
    task: "grid",
    beta: 1,
    objective: "local-kl",
    dynamics: "known",
    model: "memory",
    hidden: 128,
    layers: 2,
    alpha: 0,
    onPolicy: 256,
    rate: 0.01,
    clip: 10,
    iterations: 80,
    samples: 16,
    seed: 1,
  });
  const run = await smallRun(folder, config);
  const warnings: string[] = [];
  const outcome = await trainRun(run, {
    onProgress: () => undefined,
    onWarning: (text) => warnings.push(text),
  });
  expect(warnings.filter((text) => text.startsWith("training has run away"))).toHaveLength(1);
  expect(outcome).toMatchObject({ finished: true, report: { ranAway: { kind: "diverged" } } });
  const summary = JSON.parse(readFileSync(join(run.folder, "summary.json"), "utf8")) as object;
  expect(JSON.stringify(summary)).toContain("training has run away");
  // Whoever evaluates it later is told as well.
  expect(await evaluateTrained(run, { samples: 16 })).toMatchObject({ ranAway: { kind: "diverged" } });
});
