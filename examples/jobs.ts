/**
 * What the commands do, from a program: trains a run, follows its metrics in a second process, stops it, goes on with it,
 * samples and evaluates it. Run it with `npx tsx examples/jobs.ts`; it takes a few seconds.
 */
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { evaluateJob, resumeJob, sampleJob, trainJob } from "windage/job";
import { followRun, loadPolicy } from "windage/run";

/** What the second process does: a line for whatever it hears of the run. */
async function follow(folder: string): Promise<void> {
  for await (const event of followRun(folder, { everyMs: 50 })) {
    if (event.kind === "status") console.log(`it is ${event.condition}`);
    if (event.kind === "metrics") console.log(`iteration ${event.rows.at(-1)!.iteration}`);
  }
}

/** Starts this program again, to follow a run; settled when that has ended. */
function followElsewhere(folder: string): Promise<void> {
  const words = [...process.execArgv, fileURLToPath(import.meta.url), folder];
  const other = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  createInterface(other.stdout).on("line", (line) => console.log(`  the other process: ${line}`));
  return new Promise((resolve) => other.once("close", () => resolve()));
}

async function main(): Promise<void> {
  const runs = await mkdtemp(join(tmpdir(), "windage-jobs-"));
  let following = Promise.resolve();
  const training = trainJob({ task: "sim8", iterations: 60, onPolicy: 16, samples: 64, seed: 1, runs });
  for await (const event of training) {
    if (event.kind === "started") following = followElsewhere(event.run.folder);
    if (event.kind === "metrics" && event.row.iteration === 20) training.stop();
  }
  const stopped = await training.result;
  if (stopped.kind !== "stopped") throw new Error("it was not stopped");
  console.log(`stopped at iteration ${stopped.iteration}`);
  await following;

  const trained = await resumeJob({ run: stopped.run }).result;
  if (trained.kind !== "trained") throw new Error("it was not trained to its end");
  console.log(`trained: TV ${trained.report.exact.tv?.toFixed(2)}`);
  const { samples } = await sampleJob({ run: trained.run, count: 5, unique: true }).result;
  console.log(samples.map(({ sequence, score }) => `${sequence} ${score!.toFixed(2)}`).join(", "));
  const { objects } = await (await loadPolicy(trained.run)).sample(3, 7);
  console.log(`by the policy alone: ${objects.join(" ")}`);
  const { report } = await evaluateJob({ run: trained.run, samples: 32 }).result;
  console.log(`evaluated anew: TV ${report.exact.tv?.toFixed(2)}`);
  await rm(runs, { recursive: true });
}

await (process.argv[2] === undefined ? main() : follow(process.argv[2]));
