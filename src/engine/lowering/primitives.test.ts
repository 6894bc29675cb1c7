/** Every primitive with a lowering rule: on random shapes, types, values and views, ONNX Runtime and jax-js agree. */
import * as fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { startJax } from "../jax.ts";
import { namedCase, expectSameOnBoth } from "../testing/both-engines.fixture.ts";
import { primitiveProperties } from "../testing/primitive-properties.fixture.ts";
import { trace } from "../trace.ts";
import { loweredPrimitives } from "./lower.ts";

const runs = Number(process.env["WINDAGE_FUZZ_RUNS"] ?? 25);
const seed = Number(process.env["WINDAGE_FUZZ_SEED"] ?? 20_240_607);

beforeAll(startJax);

test("each lowered primitive has a property, and each property a rule", () => {
  expect(Object.keys(primitiveProperties).sort()).toEqual(loweredPrimitives);
});

describe("ONNX Runtime = jax-js", () => {
  test.each(Object.entries(primitiveProperties))(
    "%s",
    async (primitive, cases) => {
      let met = 0;
      await fc.assert(
        fc.asyncProperty(cases, async (testCase) => {
          const { named, specs } = namedCase(testCase);
          const { equations } = trace("case", named, specs);
          if (equations.some((equation) => equation.primitive === primitive)) met++;
          await expectSameOnBoth(testCase);
        }),
        { seed, numRuns: runs },
      );
      // jax-js drops primitives that do nothing, such as a transpose of one axis; most cases must do something.
      expect(met).toBeGreaterThanOrEqual(runs / 3);
    },
    600_000,
  );
});
