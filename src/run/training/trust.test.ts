/** Runs that reach beyond the library: one's own go through, others are refused by what they would do. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRun } from "../create-run.ts";
import type { Run } from "../layout.ts";
import { defaultConfig } from "../../experiment/config.ts";
import type { ExperimentConfig } from "../../experiment/config.ts";
import { requireTrust, signRun } from "./trust.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "windage-trust-"));
  vi.stubEnv("WINDAGE_DATA", join(folder, "data"));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const asking: ExperimentConfig = { ...defaultConfig, task: "mine", oracleCommand: ["python3", "score.py"] };

function makeRun(config: ExperimentConfig): Promise<Run> {
  return createRun({ root: join(folder, "runs"), task: config.task, seed: 0, config: { ...config } });
}

test("a run that only reads tables needs no signature", async () => {
  const run = await makeRun(defaultConfig);
  await expect(requireTrust(run, defaultConfig)).resolves.toBeUndefined();
});

test("a run made here may start its program again", async () => {
  const run = await makeRun(asking);
  await signRun(run, asking);
  await expect(requireTrust(run, asking)).resolves.toBeUndefined();
});

test("a run without a signature, or with another user's, is refused by what it would do", async () => {
  const run = await makeRun(asking);
  await expect(requireTrust(run, asking)).rejects.toThrow('start the program ["python3","score.py"]');
  await signRun(run, asking);
  vi.stubEnv("WINDAGE_DATA", join(folder, "other"));
  await expect(requireTrust(run, asking)).rejects.toMatchObject({ code: "run/untrusted" });
});

test("a signature does not carry over to a changed configuration", async () => {
  const run = await makeRun(asking);
  await signRun(run, asking);
  const changed = { ...asking, oracleCommand: ["rm", "-rf", "x"] };
  const tampered: Run = { ...run, record: { ...run.record, config: { ...changed } } };
  await expect(requireTrust(tampered, changed)).rejects.toThrow("rm");
});
