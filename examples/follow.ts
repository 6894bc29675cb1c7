/**
 * Following a run while it trains: every line of metrics as it is appended, and how it ends. Here both sides are in one
 * program; usually the run is trained by `windage train`, by another program, or by a machine whose folder is copied here.
 * Run it with `npx tsx examples/follow.ts`; it takes a few seconds.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSim8, createTrainer, stickyNoise } from "windage";
import { createRun, followRun, lockRun, MetricsWriter, updateStatus } from "windage/run";
import type { Run } from "windage/run";

const root = await mkdtemp(join(tmpdir(), "windage-follow-"));
const run = await createRun({ root, task: "sim8", seed: 0, config: { alpha: 0.25 } });

/** What `windage train` does in a process of its own. */
async function train({ iterations }: { iterations: number }, into: Run): Promise<void> {
  const lock = await lockRun(into);
  await updateStatus(into, "running");
  const trainer = await createTrainer({ landscape: createSim8(), noise: stickyNoise(0.25) });
  const metrics = new MetricsWriter(into);
  for (let i = 0; i < iterations; i++) {
    const { iteration, loss, meanScore } = await trainer.iterate();
    metrics.append({ iteration, loss, meanScore });
  }
  metrics.close();
  await trainer.dispose();
  await updateStatus(into, "finished", { iterations });
  await lock.release();
}

const training = train({ iterations: 60 }, run);
let seen = 0;
for await (const event of followRun(run.folder, { everyMs: 100 })) {
  if (event.kind === "status") console.log(`it is ${event.condition}`);
  if (event.kind === "cut") seen = event.after + 1;
  if (event.kind === "metrics") {
    seen += event.rows.length;
    console.log(`${seen} iterations, mean score ${Number(event.rows.at(-1)?.["meanScore"]).toFixed(3)}`);
  }
}
await training;
await rm(root, { recursive: true });
