/** Looking the first steps up gives roll-outs the same choices as asking about every one of them. */
import { expect, test } from "vitest";
import { createParameters } from "../../engine/parameters/parameters.ts";
import { sequenceEnvironment } from "../../environment/sequence/sequence.ts";
import { stickyNoise } from "../../environment/noise/sticky-noise.ts";
import { withNoise } from "../../environment/noise/noise.ts";
import { Generator } from "../../random/generator.ts";
import { key } from "../../random/key.ts";
import { onPolicy } from "../../sampling/behaviour.ts";
import { RollOut } from "../../sampling/roll-out.ts";
import { TrajectoryBatch } from "../../sampling/trajectory-batch.ts";
import type { PolicyProgram } from "../../sampling/fresh-trajectories.ts";
import { policyOf } from "./policy-program.ts";
import { sharedSteps } from "./prefix-policy.ts";
import { modelShape, stateModel } from "./state-model.ts";

const environment = withNoise(sequenceEnvironment({ alphabet: "ABC", length: 5 }), stickyNoise(0.3));

test.each(["mlp", "memory", "kmer", "table"] as const)("%s", async (kind) => {
  const rows = 12;
  const model = stateModel(environment, { kind, hidden: 8 }, modelShape(environment, { backwardCount: 0 }));
  expect(sharedSteps(environment, model, rows)).toBe(3);
  const parameters = createParameters({ policy: model.tree }, key(1));
  Generator.fromSeed(2).fillNormal(parameters.values);
  const policy = policyOf({ environment, model }, parameters);
  const [acting, plain] = [await policy.compileActing(rows), await policy.compile(rows)];
  const rolled = async ({ evaluate, reads }: PolicyProgram): Promise<TrajectoryBatch> => {
    const streams = { choices: Generator.fromSeed(3), world: Generator.fromSeed(4) };
    const batch = TrajectoryBatch.for(environment, rows, reads);
    const roll = new RollOut(environment, rows, streams, reads);
    // Twice, because a program that carries something on has to begin again.
    for (let i = 0; i < 2; i++) await roll.run(evaluate, onPolicy, batch, 0);
    return batch;
  };
  const [shared, each] = [await rolled(acting), await rolled(plain)];
  expect(shared.objects).toEqual(each.objects);
  expect(shared.thought).toEqual(each.thought);
  await acting.dispose();
  await plain.dispose();
});

test("nothing is looked up where sequences are long, end early or are read by attention", () => {
  const steps = (options: Parameters<typeof sequenceEnvironment>[0], attention?: number): number =>
    sharedSteps(
      sequenceEnvironment(options),
      { reads: ["tokens"], ...(attention ? { attention } : {}) },
      256,
    );
  expect(steps({ alphabet: "ACGT", length: 8 })).toBe(5);
  expect(steps({ alphabet: "ACGT", length: 2 })).toBe(2);
  expect(steps({ alphabet: "ACGT", length: 64 })).toBe(0);
  expect(steps({ alphabet: "ACGT", minLength: 2, maxLength: 8 })).toBe(0);
  expect(steps({ alphabet: "ACGT", length: 8 }, 4)).toBe(0);
});
