import { describe, expect, test } from "vitest";
import { np, startJax } from "../engine/jax.ts";
import type { JaxArray } from "../engine/jax.ts";
import { WindageError } from "../error.ts";
import { db } from "./balance/db.ts";
import { linex } from "./balance/linex.ts";
import { sdb } from "./balance/sdb.ts";
import { skl } from "./divergence/skl.ts";
import { ssubtb } from "./balance/ssubtb.ts";
import { stb } from "./balance/stb.ts";
import {
  integerNames,
  logitNames,
  logSoftmax,
  noiselessTermsOf,
  obviousResiduals,
  randomBatch,
  termsOf,
} from "./testing/batch.fixture.ts";
import { flatten, gradients, prepare, run } from "./testing/run.fixture.ts";
import type { Arrays, Nested } from "./testing/run.fixture.ts";
import { residual } from "./balance/residual.ts";
import { dynamicsLoss, logOfOutcome } from "./dynamics-loss.ts";
import { onPolicyFirst, transitionTerms } from "./terms.ts";

const shape = { steps: 6, batch: 5, choices: 3 };

describe("transitionTerms", () => {
  test("gives the residuals of the formula written as a loop", async () => {
    const batch = randomBatch(1, shape);
    const { delta, mask } = await run(
      (arrays) => {
        const terms = termsOf(arrays);
        return { delta: residual(terms), mask: terms.mask };
      },
      batch,
      integerNames,
    );
    for (let b = 0; b < shape.batch; b++) {
      const expected = obviousResiduals(batch, b);
      for (let t = 0; t < shape.steps; t++) {
        expect(delta![t * shape.batch + b]).toBeCloseTo(expected[t] ?? 0, 4);
        expect(mask![t * shape.batch + b]).toBe(t < expected.length ? 1 : 0);
      }
    }
  });

  test("needs no lengths where all trajectories are full, and no rows it does not read", async () => {
    const full = {
      ...randomBatch(2, shape),
      lengths: Array.from({ length: shape.batch }, () => shape.steps),
    };
    const { lengths: _, ...rest } = full;
    const trimmed = {
      ...rest,
      policyLogits: full.policyLogits.slice(0, -1),
      backwardLogits: full.backwardLogits.slice(1),
      logFlow: full.logFlow.slice(0, -1),
    };
    const loss = (arrays: Arrays): Arrays => ({ loss: sdb.loss(termsOf(arrays)) });
    expect(await run(loss, trimmed, integerNames)).toEqual(await run(loss, full, integerNames));
  });

  test("nothing past the end matters: losses and gradients keep every bit", async () => {
    const objectives = [sdb, db, linex, stb, skl, ssubtb({ lambda: 0.8 })];
    const batch = randomBatch(3, shape);
    const all = (arrays: Arrays): Arrays => {
      const outputs: Record<string, JaxArray> = {};
      for (const objective of objectives) {
        const { name } = objective;
        const loss = (free: Arrays): JaxArray => objective.loss(termsOf(free));
        outputs[name] = loss(arrays);
        Object.assign(outputs, gradients(name, logitNames, arrays, loss));
      }
      return outputs;
    };
    const evaluate = await prepare(all, batch, integerNames);
    const spoil = (values: Nested, from: number, by: (x: number) => number): Nested =>
      (values as readonly (readonly Nested[])[]).map((row, t) =>
        row.map((entry, b) => {
          if (t < batch.lengths[b]! + from) return entry;
          return typeof entry === "number" ? by(entry) : flatten(entry).map(by);
        }),
      );
    const louder = (x: number): number => 7 * x - 3;
    // F(x) of a finished object is never read, its π_B is: that is the step into x.
    const spoiled = {
      ...batch,
      policyLogits: spoil(batch.policyLogits, 0, louder),
      backwardLogits: spoil(batch.backwardLogits, 1, louder),
      logFlow: spoil(batch.logFlow, 0, louder),
      dynamicsLogits: spoil(batch.dynamicsLogits, 0, louder),
      thought: spoil(batch.thought, 0, () => 99),
      real: spoil(batch.real, 0, () => -5),
    };
    const clean = await evaluate(batch);
    const dirty = await evaluate(spoiled);
    // Adding 0 turns −0 into 0; the sign of a zero gradient carries nothing.
    for (const [name, values] of Object.entries(clean)) {
      expect(
        dirty[name]!.map((x) => x + 0),
        name,
      ).toEqual(values.map((x) => x + 0));
    }
  });

  test("illegal choices get no probability and no gradient", async () => {
    const logits = [[[0.3, 5, -0.2]]];
    const results = await run(
      (arrays) => {
        const legal = np.greater(arrays["legal"]!, 0);
        const chosen = (free: Arrays) =>
          transitionTerms({
            policyLogits: free["logits"]!,
            backwardLogits: np.zeros([1, 1, 3]),
            logFlow: np.zeros([2, 1]),
            dynamics: { logDynamics: np.zeros([1, 1]) },
            thought: arrays["thought"]!,
            logReward: np.zeros([1]),
            legal,
            backwardLegal: legal,
            onPolicy: onPolicyFirst(1, 1),
          });
        const terms = chosen(arrays);
        return {
          logPolicy: terms.logPolicy,
          logBackward: terms.logBackward,
          ...gradients("grad", ["logits"], arrays, (free) => np.sum(chosen(free).logPolicy)),
        };
      },
      { logits, legal: [[[1, 0, 1]]], thought: [[2]] },
      ["thought"],
    );
    const [first, second] = logSoftmax([0.3, -0.2]) as [number, number];
    expect(results["logPolicy"]![0]).toBeCloseTo(second, 6);
    expect(results["logBackward"]![0]).toBeCloseTo(-Math.log(2), 6);
    expect([...results["gradLogits"]!].map((x) => Number(x.toFixed(5)) + 0)).toEqual(
      [-Math.exp(first), 0, 1 - Math.exp(second)].map((x) => Number(x.toFixed(5)) + 0),
    );
  });

  test("backwardIndex points into more ways than there are intentions", async () => {
    const backward = [0.1, 0.7, -0.4, 1.2, 0];
    const { logBackward } = await run(
      (arrays) =>
        transitionTerms({
          policyLogits: np.zeros([1, 1, 2]),
          backwardLogits: arrays["backward"]!,
          logFlow: np.zeros([2, 1]),
          dynamics: { logDynamics: np.zeros([1, 1]) },
          thought: arrays["thought"]!,
          backwardIndex: arrays["way"]!,
          logReward: np.zeros([1]),
          onPolicy: onPolicyFirst(1, 1),
        }) as unknown as Arrays,
      { backward: [[backward]], thought: [[1]], way: [[3]] },
      ["thought", "way"],
    );
    expect(logBackward![0]).toBeCloseTo(logSoftmax(backward)[3]!, 6);
  });

  test("a wrong shape is an error that names the array", async () => {
    await startJax();
    const make = () =>
      transitionTerms({
        policyLogits: np.zeros([4, 2, 3]),
        backwardLogits: np.zeros([4, 2, 3]),
        logFlow: np.zeros([2, 2]),
        dynamics: { logDynamics: np.zeros([3, 2]) },
        thought: np.zeros([3, 2]),
        logReward: np.zeros([2]),
        onPolicy: np.ones([2]),
      });
    expect(make).toThrow(WindageError);
    expect(make).toThrow(/logFlow has shape \[2, 2\], expected \[4, 2\]/);
  });
});

describe("dynamics", () => {
  test("sdb with a known kernel without noise is db, bit for bit", async () => {
    const results = await run(
      (arrays) => ({ sdb: sdb.loss(noiselessTermsOf(arrays)), db: db.loss(termsOf(arrays)) }),
      randomBatch(4, shape),
      integerNames,
    );
    expect(results["sdb"]).toEqual(results["db"]);
  });

  test("no loss of the policy reaches P̂", async () => {
    const { gradDynamicsLogits } = await run(
      (arrays) =>
        gradients("grad", ["dynamicsLogits"], arrays, (free) =>
          [sdb, linex, stb, skl, ssubtb()]
            .map((objective) => objective.loss(termsOf(free)))
            .reduce((sum, loss) => sum.add(loss)),
        ),
      randomBatch(5, shape),
      integerNames,
    );
    expect(new Set(gradDynamicsLogits)).toEqual(new Set([0]));
  });

  test("dynamicsLoss averages over its own mask and trains P̂ there only", async () => {
    const batch = randomBatch(6, { steps: 2, batch: 2, choices: 3 });
    const mask = [
      [1, 0],
      [0, 0],
    ];
    const loss = (arrays: Arrays) =>
      dynamicsLoss(logOfOutcome(arrays["dynamicsLogits"]!, arrays["real"]!), arrays["mask"]!);
    const evaluate = await prepare(
      (arrays) => ({ loss: loss(arrays), ...gradients("grad", ["dynamicsLogits"], arrays, loss) }),
      { ...batch, mask },
      integerNames,
    );
    const results = await evaluate({ ...batch, mask });
    expect(results["loss"]![0]).toBeCloseTo(
      -logSoftmax(batch.dynamicsLogits[0]![0]!)[batch.real[0]![0]!]!,
      6,
    );
    expect(results["gradDynamicsLogits"]!.slice(0, 3).every((x) => x !== 0)).toBe(true);
    expect(results["gradDynamicsLogits"]!.slice(3).every((x) => x === 0)).toBe(true);
    const none = await evaluate({
      ...batch,
      mask: [
        [0, 0],
        [0, 0],
      ],
    });
    expect(none["loss"]![0]).toBeCloseTo(0, 9);
  });
});
