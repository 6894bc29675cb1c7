import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createRun } from "../create-run.ts";
import { writeSummary } from "../summary.ts";
import { fullRun, newRun, temporaryRoot } from "../temporary-runs.fixture.ts";
import { readResult } from "./read-result.ts";

const root = await temporaryRoot();

test("of a sampler: its figures, null where they are none", async () => {
  const run = await fullRun(root);
  const top = { mean: 0.5, sequences: [{ sequence: "A", score: 1 }, { sequence: "B" }, null, 3] };
  await writeSummary(run, { exact: { tv: 0.1, klReverse: "much" }, limit: 4, top, steps: 7 });
  expect(await readResult(run)).toMatchObject({
    kind: "sampler",
    exact: { tv: 0.1, klReverse: null },
    limit: { tv: null, klReverse: null },
    top: { mean: 0.5, diversity: null, sequences: [{ sequence: "A", score: 1 }] },
    iterations: 7,
  });
  expect(await readResult(await newRun(root))).toBeUndefined();
});

test("of a forecast: scores by model, whatever they are called", async () => {
  const run = await createRun({ root, task: "forecast", seed: 0, config: { horizon: 3 } });
  const text =
    '{"frequency":"D","horizon":3,"series":2,"best":"pool","models":{"constructor":{"mase":1.5,"odd":[]}}}';
  writeFileSync(join(run.folder, "summary.json"), text);
  const result = await readResult(run);
  if (result?.kind !== "forecast") throw new Error("expected a forecast");
  expect(result).toMatchObject({ frequency: "D", horizon: 3, series: 2, best: "pool" });
  expect(result.models.get("constructor")).toEqual(new Map([["mase", 1.5]]));
  // What would change a prototype is no document.
  writeFileSync(join(run.folder, "summary.json"), '{"models":{"__proto__":{"mase":1}}}');
  await expect(readResult(run)).rejects.toMatchObject({ code: "run/broken" });
});
