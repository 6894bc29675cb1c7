import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createBatch } from "../environment/batch/batch.ts";
import type { Environment } from "../environment/environment.ts";
import { arbitraryNoisySequences } from "../environment/environments.fixture.ts";
import { sequenceEnvironment } from "../environment/sequence/sequence.ts";
import { stickyNoise } from "../environment/noise/sticky-noise.ts";
import { withNoise } from "../environment/noise/noise.ts";
import { Generator } from "../random/generator.ts";
import { onPolicy } from "./behaviour.ts";
import { Rehearsal } from "./rehearsal.ts";
import type { KnownTrajectory } from "./trajectory-batch.ts";
import { drawOutcome } from "./draw-outcome.ts";
import { RollOut } from "./roll-out.ts";
import type { PolicyEvaluator } from "./policy-evaluator.ts";
import { TrajectoryBatch } from "./trajectory-batch.ts";

/** Any fixed function of the features will do for a policy. */
const policyOf =
  (environment: Environment): PolicyEvaluator =>
  async ({ features }) => {
    const { featureCount, actionCount } = environment;
    const rows = features.length / featureCount;
    return Float32Array.from({ length: rows * actionCount }, (_, i) => {
      const row = Math.floor(i / actionCount);
      let sum = i % actionCount;
      for (let f = 0; f < featureCount; f++) sum += (f + 1) * features[row * featureCount + f]!;
      return Math.sin(sum);
    });
  };

async function rolled(environment: Environment, size: number, seed: number): Promise<TrajectoryBatch> {
  const batch = TrajectoryBatch.for(environment, size + 2);
  const streams = { choices: Generator.fromSeed(seed), world: Generator.fromSeed(seed + 1) };
  await new RollOut(environment, size, streams).run(policyOf(environment), onPolicy, batch, 1);
  return batch;
}

/** The trajectory in a column, with what was intended. */
function trajectoryIn(
  { shape, thought, real, lengths, objects }: TrajectoryBatch,
  b: number,
): KnownTrajectory {
  const column = (values: Int32Array): number[] =>
    Array.from({ length: shape.steps }, (_, t) => values[t * shape.size + b]!);
  return { thought: column(thought), real: column(real), length: lengths[b]!, object: objects[b]! };
}

describe("roll-out", () => {
  test("writes columns that the environment itself confirms, state by state", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryNoisySequences, fc.nat(1000), async (environment, seed) => {
        const size = 3;
        const batch = await rolled(environment, size, seed);
        const { featureCount, actionCount, outcomeCount, backward } = environment;
        const features = new Float32Array(featureCount);
        const chances = new Float64Array(outcomeCount);
        for (let b = 1; b <= size; b++) {
          let state = environment.initial;
          for (let t = 0; t <= batch.shape.steps; t++) {
            const row = t * batch.shape.size + b;
            environment.encode(state, features.fill(0), 0);
            expect(batch.features.slice(row * featureCount, (row + 1) * featureCount)).toEqual(features);
            if (environment.enumeration)
              expect(batch.index[row]).toBe(environment.enumeration.indexOf(state));
            if (t >= batch.lengths[b]!) {
              expect(environment.isTerminal(state)).toBe(true);
              continue;
            }
            const [action, outcome] = [batch.thought[row]!, batch.real[row]!];
            expect(environment.isLegal(state, action)).toBe(true);
            expect(batch.backwardIndex[row]).toBe(backward.indexOf(action, outcome));
            for (let a = 0; a < actionCount; a++) {
              const legal = environment.isLegal(state, a);
              expect(batch.legal[row * actionCount + a]).toBe(legal ? 1 : 0);
              chances.fill(0);
              if (legal) environment.outcomeProbabilities(state, a, chances);
              const log = chances[outcome]! > 0 ? Math.log(chances[outcome]!) : -1e9;
              expect(batch.logKernel[row * actionCount + a]).toBe(Math.fround(log));
            }
            expect(batch.logKernel[row * actionCount + action]).toBeGreaterThan(-1e9);
            state = environment.next(state, outcome);
          }
          expect(batch.objects[b]).toBe(environment.objectOf(state));
        }
        // Neighbouring columns are not touched.
        expect(batch.objects[0]).toBe("");
        expect(batch.lengths[size + 1]).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  test("rehearsal of a lived trajectory writes what the roll-out wrote", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryNoisySequences, fc.nat(1000), async (environment, seed) => {
        const size = 3;
        const lived = await rolled(environment, size, seed);
        const again = TrajectoryBatch.for(environment, size + 2);
        const known = [1, 2, 3].map((b) => trajectoryIn(lived, b));
        new Rehearsal(environment, size, Generator.fromSeed(9)).write(known, again, 1);
        expect(again).toEqual(lived);
      }),
      { numRuns: 60 },
    );
  });

  test("frozen seed", async () => {
    const environment = withNoise(sequenceEnvironment({ alphabet: "ACGT", length: 5 }), stickyNoise(0.25));
    const batch = await rolled(environment, 4, 11);
    expect(batch.objects.slice(1, 5)).toMatchInlineSnapshot(`
      [
        "AAAGA",
        "TCAAC",
        "CCCTT",
        "CGCGC",
      ]
    `);
  });

  test("the world does not depend on how the policy explores", async () => {
    const environment = sequenceEnvironment({ alphabet: "ACGT", length: 5 });
    const world = Generator.fromSeed(1);
    const other = Generator.fromSeed(1);
    const run = (stream: Generator, epsilon: number): Promise<void> =>
      new RollOut(environment, 4, { choices: Generator.fromSeed(2), world: stream }).run(
        policyOf(environment),
        { temperature: 1, epsilon },
        TrajectoryBatch.for(environment, 4),
        0,
      );
    await run(world, 0);
    await run(other, 0.9);
    expect(other.float64()).toBe(world.float64());
  });
});

describe("rehearsal of a dataset", () => {
  test("draws intentions from the posterior of the noise", () => {
    const alpha = 0.6;
    const environment = withNoise(sequenceEnvironment({ alphabet: "ABC", length: 2 }), stickyNoise(alpha));
    const size = 6000;
    const batch = TrajectoryBatch.for(environment, size);
    const entry: KnownTrajectory = { real: [2, 0], length: 2, object: "CA" };
    const entries = Array.from({ length: size }, () => entry);
    new Rehearsal(environment, size, Generator.fromSeed(3)).write(entries, batch, 0);
    // Under a uniform prior P(a | s, c) = P(c | s, a): 1 − α + α/3 for the outcome itself, α/3 for each other.
    for (const [step, outcome] of [2, 0].entries()) {
      const counts = [0, 0, 0];
      for (let b = 0; b < size; b++) counts[batch.thought[step * size + b]!]! += 1;
      counts.forEach((count, action) => {
        const share = action === outcome ? 1 - alpha + alpha / 3 : alpha / 3;
        expect(Math.abs(count / size - share)).toBeLessThan(5 * Math.sqrt((share * (1 - share)) / size));
      });
    }
    expect(batch.objects[17]).toBe("CA");
  });

  test("without noise the intention is what happened", () => {
    const environment = sequenceEnvironment({ alphabet: "ABC", minLength: 1, maxLength: 3 });
    const batch = TrajectoryBatch.for(environment, 2);
    const stop = environment.stopAction!;
    const entries: KnownTrajectory[] = [
      { real: [2, stop], length: 2, object: "C" },
      { real: [0, 1, 2], length: 3, object: "ABC" },
    ];
    new Rehearsal(environment, 2, Generator.fromSeed(3)).write(entries, batch, 0);
    expect([...batch.thought]).toEqual([2, 0, stop, 1, 0, 2]);
    expect([...batch.lengths]).toEqual([2, 3]);
  });
});

describe("drawOutcome", () => {
  test("finds the stretch that contains the number, and only possible outcomes", () => {
    const probabilities = Float64Array.of(0, 0.25, 0, 0.75, 0);
    expect(drawOutcome(probabilities, 0)).toBe(1);
    expect(drawOutcome(probabilities, 0.2499)).toBe(1);
    expect(drawOutcome(probabilities, 0.25)).toBe(3);
    // Rounding may leave the sum below a number near 1.
    expect(drawOutcome(Float64Array.of(0.1, 0.9 - 1e-9, 0), 1 - 1e-12)).toBe(1);
  });

  test("the batch's probabilities are drawn at their rates", () => {
    const environment = withNoise(sequenceEnvironment({ alphabet: "ABC", length: 1 }), stickyNoise(0.3));
    const states = createBatch(environment, 1);
    const chances = new Float64Array(environment.outcomeCount);
    states.probabilities(0, 1, chances);
    const generator = Generator.fromSeed(8);
    const counts = [0, 0, 0];
    const draws = 20_000;
    for (let i = 0; i < draws; i++) counts[drawOutcome(chances, generator.float64())]! += 1;
    [0.1, 0.8, 0.1].forEach((share, c) => {
      expect(Math.abs(counts[c]! / draws - share)).toBeLessThan(5 * Math.sqrt((share * (1 - share)) / draws));
    });
  });
});
