/** The terms a trainer shows of its last batch are those its loss was made of. */
import { expect, test } from "vitest";
import { sequenceEnvironment } from "../../environment/sequence/sequence.ts";
import { stickyNoise } from "../../environment/noise/sticky-noise.ts";
import { withNoise } from "../../environment/noise/noise.ts";
import { createSim8 } from "../../landscape/exact/sim8.ts";
import { Reward } from "../../landscape/reward.ts";
import { SequenceSpace } from "../../landscape/exact/sequence-space.ts";
import { TableLandscape } from "../../landscape/exact/table-landscape.ts";
import { createTrainer } from "../setup/create-trainer.ts";

test.each(["posterior", "learned"] as const)(
  "named terms per transition, %s backward policy",
  async (backward) => {
    const reward = new Reward({ exponent: 3 });
    const trainer = await createTrainer({
      environment: withNoise(sequenceEnvironment({ alphabet: "ACGT", length: 8 }), stickyNoise(0.25)),
      landscape: createSim8(),
      reward,
      backward,
      model: { kind: "mlp", hidden: 16 },
      batch: { onPolicy: 4 },
      // Nothing moves, so what is shown after the update is what the update saw.
      rate: 0,
      dynamicsRate: 0,
      seed: 1,
    });
    const { loss } = await trainer.iterate();
    const report = await trainer.inspect();
    const { steps, size, logPolicy, logBackward, logDynamics, logFlow, endLogFlow, residual } = report;
    let sum = 0;
    residual.forEach((delta, row) => {
      const terms =
        logFlow[row]! + logPolicy[row]! + logDynamics[row]! - endLogFlow[row]! - logBackward[row]!;
      expect(delta).toBeCloseTo(terms, 4);
      sum += delta ** 2;
    });
    expect(sum / (steps * size)).toBeCloseTo(loss, 4);
    for (let b = 0; b < size; b++) {
      expect(endLogFlow[(steps - 1) * size + b]).toBeCloseTo(report.logReward[b]!, 5);
      const letters = Array.from({ length: steps }, (_, t) => "ACGT"[report.real[t * size + b]!]).join("");
      expect(letters).toBe(report.objects[b]);
    }
    await trainer.dispose();
  },
);

test("steps past the end of a short sequence are zero", async () => {
  const scores = new TableLandscape(
    "two",
    new SequenceSpace("AB", 3),
    Float64Array.from({ length: 8 }, () => 0.5),
  );
  const trainer = await createTrainer({
    environment: sequenceEnvironment({ alphabet: "AB", minLength: 1, maxLength: 3 }),
    landscape: {
      name: "constant",
      enumerable: false,
      score: async (sequences) => Float64Array.from(sequences, (text) => scores.scoreAt(0) * text.length),
    },
    model: { kind: "mlp", hidden: 8 },
    batch: { onPolicy: 16 },
    seed: 2,
  });
  await trainer.iterate();
  const { steps, size, lengths, mask, residual } = await trainer.inspect();
  expect(Math.min(...lengths)).toBeLessThan(steps);
  residual.forEach((delta, row) => {
    const real = Math.floor(row / size) < lengths[row % size]!;
    expect(mask[row]).toBe(real ? 1 : 0);
    if (!real) expect(Math.abs(delta)).toBe(0);
  });
  await trainer.dispose();
});
