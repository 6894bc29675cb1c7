import { afterAll, beforeAll, expect, test } from "vitest";
import { createParameters } from "../../../src/engine/parameters/parameters.ts";
import { Generator } from "../../../src/random/generator.ts";
import { key } from "../../../src/random/key.ts";
import { TrajectoryBatch } from "../../../src/sampling/trajectory-batch.ts";
import { Rehearsal } from "../../../src/sampling/rehearsal.ts";
import { masksOf } from "../../../src/training/terms/masks.ts";
import { createOptimiser } from "../../../src/training/setup/optimisers.ts";
import { updateLoss } from "../../../src/training/iteration.ts";
import { UpdateProgram } from "../../../src/training/update-program.ts";
import { openTorch } from "./torch.ts";
import type { TorchChild } from "./torch.ts";
import { tinyTraining } from "../../../src/bench/engine/tiny-cases.fixture.ts";
import { trainerOptions } from "../../../src/bench/train/train-trainer.ts";

let torch: TorchChild | undefined;
let missing = "";

beforeAll(async () => {
  const opened = await openTorch([1], { suite: "train" });
  if ("missing" in opened) missing = opened.missing;
  else torch = opened[0];
}, 60_000);

afterAll(() => torch?.close());

const relative = (a: number, b: number): number => Math.abs(a - b) / Math.abs(b);

/** One update of ours on a random batch, with the weights it started from and the batch it used. */
async function ourUpdate() {
  const options = trainerOptions(tinyTraining);
  const { environment, model, dynamics, objective } = options;
  if (dynamics.mode === "known") throw new Error("the benchmark learns its dynamics");
  const parameters = createParameters({ policy: model.tree, dynamics: dynamics.model.tree }, key(1));
  // Zero biases and tables would hide a parameter that is not where it belongs.
  parameters.values.forEach((value, i, all) => (all[i] = value + 0.1 * Math.sin(i)));
  const weights = Object.fromEntries(parameters.leaves.map(({ name }) => [name, [...parameters.get(name)]]));
  const size = tinyTraining.onPolicy + tinyTraining.dataset;
  const batch = TrajectoryBatch.for(environment, size);
  const generator = Generator.fromSeed(2);
  const known = Array.from({ length: size }, () => {
    const [real, thought] = [new Int32Array(8), new Int32Array(8)];
    generator.fillIntegers(real, 4);
    generator.fillIntegers(thought, 4);
    return { real, thought, length: 8, object: "" };
  });
  new Rehearsal(environment, size, generator).write(known, batch, 0);
  generator.fillNormal(batch.logReward);
  batch.lived.fill(1, 0, tinyTraining.onPolicy);
  const parts = { environment, model, dynamics, objective, masks: masksOf(environment), posterior: false };
  const optimiser = createOptimiser(parameters, options);
  const program = await UpdateProgram.compile(updateLoss, parts, parameters, optimiser, batch, {});
  const { real, thought, logReward } = batch;
  const inputs = { real: [...real], thought: [...thought], logReward: [...logReward] };
  const result = await program.step();
  await program.dispose();
  return { weights, inputs, result };
}

/** Our names of parameters as PyTorch's modules have them. */
function torchName(name: string): string {
  return name
    .replace("policy/mlp/layer", "policy/layers/")
    .replace(/^dynamics\/(intention|direct)$/, "dynamics/$1/weight")
    .replaceAll("/", ".");
}

test("PyTorch computes the same losses and gradient from our weights and batch", async ({ skip }) => {
  if (!torch) return skip(`not run: ${missing}`);
  const { weights, inputs, result } = await ourUpdate();
  const named = Object.fromEntries(Object.entries(weights).map(([name, data]) => [torchName(name), data]));
  const theirs = await torch.evaluate(tinyTraining, named, inputs);
  expect(relative(result.loss, theirs.loss)).toBeLessThan(1e-4);
  expect(relative(result.dynamicsLoss, theirs.dynamicsLoss!)).toBeLessThan(1e-4);
  expect(relative(result.gradientNorm, theirs.gradientNorm)).toBeLessThan(1e-4);
});
