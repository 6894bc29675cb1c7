/** A run that trains in a moment and has everything a run can have, for folders to be copied and damaged. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { smallConfig, smallRun } from "../../src/run/config/small-run.fixture.ts";
import type { Run } from "../../src/run/layout.ts";
import { trainRun } from "../../src/run/training/train-run.ts";

/** Trains it; `iterations` and everything else are the same every time. */
export async function trainSmallRun(folder: string): Promise<Run> {
  const csv = join(folder, "assay.csv");
  writeFileSync(csv, "sequence,score\nAC,1\nACG,0.9\nT,0.5\n");
  const config = smallConfig({
    oracleCsv: csv,
    minLength: 1,
    maxLength: 3,
    missing: 0.1,
    model: "table",
    // Half the programs to compile, and nothing of a folder depends on it.
    dynamics: "known",
    iterations: 6,
    checkpointEvery: 2,
    evaluateEvery: 3,
    replay: 4,
    onPolicy: 4,
    samples: 8,
  });
  const run = await smallRun(join(folder, "runs"), config);
  await trainRun(run, { onProgress: () => undefined });
  writeFileSync(
    join(run.folder, "scores.jsonl"),
    '{"format":"windage-scores","version":1,"oracle":"assay.csv"}\n',
  );
  return run;
}
