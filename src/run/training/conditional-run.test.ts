/** Runs under conditions: interrupted ones go on to the same bits, and inputs that changed are noticed. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { smallConfig, smallRun } from "../config/small-run.fixture.ts";
import { readMetrics } from "../metrics/metrics-reader.ts";
import { trainRun } from "./train-run.ts";
import { evaluateTrained } from "./trained-run.ts";

const folder = mkdtempSync(join(tmpdir(), "windage-conditions-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const root = join(folder, "runs");
const files = ["one", "two"].map((name) => join(folder, `${name}.csv`));
writeFileSync(files[0]!, "sequence,score\nACG,1\nGGG,0.9\n");
writeFileSync(files[1]!, "sequence,score\nTTT,1\nCAC,0.7\n");
const config = smallConfig({
  conditionTable: [`A=${files[0]}`, `B=${files[1]}`],
  betaRange: [1, 3],
  replay: 8,
  samples: 60,
});

test("a run that was stopped goes on to the same bits, per condition too", { timeout: 120_000 }, async () => {
  const smooth = await smallRun(root, config);
  await trainRun(smooth, { onProgress: () => undefined, trust: true });
  const rough = await smallRun(root, config);
  const stop = new AbortController();
  const stopped = await trainRun(rough, {
    onProgress: ({ iteration }) => iteration === 13 && stop.abort(),
    signal: stop.signal,
    trust: true,
  });
  expect(stopped).toEqual({ finished: false, iteration: 13 });
  await trainRun(rough, { onProgress: () => undefined, resume: true, trust: true });
  const [whole, resumed] = [await readMetrics(smooth), await readMetrics(rough)];
  expect(resumed).toEqual(whole);
  const { tvByCondition } = whole.rows.at(-1) as unknown as { tvByCondition: Record<string, number> };
  expect(Object.keys(tvByCondition)).toEqual(
    ["A", "B"].flatMap((table) => [1, 2, 3].map((beta) => `${table}, β = ${beta}`)),
  );
  const [first, second] = [await evaluateTrained(smooth), await evaluateTrained(rough)];
  expect({ ...second, seconds: 0, conditions: null }).toEqual({ ...first, seconds: 0, conditions: null });
  const { decideAhead, exact } = await evaluateTrained(smooth, { decideAhead: [0, 1] });
  expect(decideAhead!.map(({ steps }) => steps)).toEqual([0, 1]);
  expect(decideAhead![0]!.scores.tv).toBeCloseTo(exact.tv!, 9);
  writeFileSync(files[1]!, "sequence,score\nTTT,1\nCAC,0.8\n");
  await expect(trainRun(rough, { onProgress: () => undefined, resume: true, trust: true })).rejects.toThrow(
    /its table B has changed since it began/,
  );
});
