import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openRun } from "../open-run.ts";
import { forecastRun } from "./forecast-run.ts";
import { loadNetwork } from "./keep-network.ts";

test("stopping while the generative forecaster is trained keeps the network as it stands, and says where", async () => {
  const folder = mkdtempSync(join(tmpdir(), "windage-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "sales.csv");
  const rows = Array.from({ length: 120 }, (_, i) => {
    const date = new Date(Date.UTC(2025, 0, 1 + i)).toISOString().slice(0, 10);
    return `${date},${100 + 20 * Number(i % 7 > 4) + ((i * 7919) % 13)}`;
  });
  writeFileSync(file, `date,sales\n${rows.join("\n")}\n`);
  const stop = new AbortController();
  const job = {
    file,
    read: {},
    horizon: 7,
    windows: 2,
    spread: { levels: [80], quantiles: [] },
    format: "csv",
    seed: 0,
    calendar: false,
    gflownet: true,
    root: join(folder, "runs"),
  } as const;
  const made = forecastRun(job, {
    // The first time it says its loss it has learned from ten batches.
    onStep: (_done, _total, what) => {
      if (/GFlowNet, backtest 1 of 2: loss/.test(what)) stop.abort();
    },
    signal: stop.signal,
  });
  const error: Error = await made.then(
    () => expect.fail("was not stopped"),
    (cause: Error) => cause,
  );
  expect(error.message).toMatch(
    /Stopped before the first backtest window.*as it had been trained by then is in/,
  );
  const run = await openRun("latest", { root: job.root });
  expect(error.message).toContain(join(run.folder, "gflownet.safetensors"));
  const { ask, forecaster } = (await loadNetwork(run)).trained()!;
  expect(ask.horizon).toBe(7);
  expect(forecaster.parameters.values.every(Number.isFinite)).toBe(true);
}, 120_000);
