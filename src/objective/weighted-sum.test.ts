import { describe, expect, test } from "vitest";
import { sdb } from "./balance/sdb.ts";
import { skl } from "./divergence/skl.ts";
import { stb } from "./balance/stb.ts";
import { integerNames, randomBatch, termsOf } from "./testing/batch.fixture.ts";
import { run } from "./testing/run.fixture.ts";
import { weightTransitions } from "./entropy-ratio/weight-transitions.ts";
import { weightedSum } from "./weighted-sum.ts";

const batch = randomBatch(1, { steps: 4, batch: 3, choices: 3 });

describe("weightedSum", () => {
  const sum = weightedSum([
    { weight: 1, objective: sdb },
    {
      weight: 0.25,
      objective: weightedSum([
        { weight: 2, objective: stb },
        { weight: 3, objective: skl },
      ]),
    },
  ]);

  test("adds up losses and reports every part without its weight", async () => {
    const results = await run(
      (arrays) => {
        const terms = termsOf(arrays);
        const { loss, parts } = sum.report(terms);
        return {
          loss,
          plain: sum.loss(terms),
          ...parts,
          sdb0: sdb.loss(terms),
          stb0: stb.loss(terms),
          skl0: skl.loss(terms),
        };
      },
      batch,
      integerNames,
    );
    const [s, t, k] = [results["sdb0"]![0]!, results["stb0"]![0]!, results["skl0"]![0]!];
    expect(results["loss"]![0]).toBeCloseTo(s + 0.25 * (2 * t + 3 * k), 4);
    expect(results["plain"]).toEqual(results["loss"]);
    expect([results["sdb"]![0], results["stb"]![0], results["skl"]![0]]).toEqual([s, t, k]);
  });

  test("has a name that says what it is", () => {
    expect(sum.name).toBe("sdb+0.25*(2*stb+3*skl)");
  });
});

test("weightTransitions multiplies penalties and still divides by the number of transitions", async () => {
  const weight = Array.from({ length: 4 }, (_, t) => Array.from({ length: 3 }, (_, b) => 1 + t + 10 * b));
  const { weighted, penalty, mask } = await run(
    (arrays) => ({
      weighted: weightTransitions(sdb, arrays["weight"]!).loss(termsOf(arrays)),
      penalty: sdb.perTransition(termsOf(arrays)),
      mask: termsOf(arrays).mask,
    }),
    { ...batch, weight },
    integerNames,
  );
  const total = weight.flat().reduce((sum, w, i) => sum + w * penalty![i]!, 0);
  expect(weighted![0]).toBeCloseTo(total / Array.from(mask!).reduce((sum, x) => sum + x, 0), 3);
});
