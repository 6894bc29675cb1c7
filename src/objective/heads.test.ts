/** The heads an objective needs, as they flow through types and values. */
import { describe, expect, expectTypeOf, test } from "vitest";
import { db } from "./balance/db.ts";
import { requireHeads } from "./heads.ts";
import type { MissingHeads, ModelFor } from "./heads.ts";
import type { Head, Objective } from "./objective.ts";
import { sdb } from "./balance/sdb.ts";
import { skl } from "./divergence/skl.ts";
import { weightedSum } from "./weighted-sum.ts";
import type { NeedsOf } from "./weighted-sum.ts";

describe("heads", () => {
  test("needs are the union of the parts' needs, in types and values", () => {
    const sum = weightedSum([
      { weight: 1, objective: db },
      { weight: 0.1, objective: skl },
    ]);
    expectTypeOf(db).toExtend<Objective<"policy" | "backward" | "flow">>();
    expectTypeOf(skl).toEqualTypeOf<Objective<"policy" | "backward" | "dynamics">>();
    expectTypeOf(sum).toEqualTypeOf<Objective>();
    type Pair = readonly [
      { weight: number; objective: typeof db },
      { weight: number; objective: Objective<"flow"> },
    ];
    expectTypeOf<NeedsOf<Pair>>().toEqualTypeOf<"policy" | "backward" | "flow">();
    expect([...sum.needs].sort()).toEqual(["backward", "dynamics", "flow", "policy"]);
  });

  test("a model without a head the objective needs is not accepted, in types and at run time", () => {
    type Needs = "policy" | "flow";
    type Bare = { readonly heads: readonly "policy"[] };
    type Full = { readonly heads: readonly ("policy" | "flow" | "backward")[] };
    expectTypeOf<MissingHeads<Needs, "policy">>().toEqualTypeOf<"flow">();
    expectTypeOf<Bare>().not.toExtend<ModelFor<Needs, "policy">>();
    expectTypeOf<Full>().toExtend<ModelFor<Needs, "policy" | "flow" | "backward">>();
    expectTypeOf(requireHeads<Needs, "policy">)
      .parameter(1)
      .toExtend<{ readonly missingHeads: "flow" }>();

    requireHeads(db, { heads: ["policy", "backward", "flow"] });
    const model: { readonly heads: readonly Head[] } = { heads: ["policy"] };
    expect(() => requireHeads(sdb, model)).toThrow(
      /sdb: the model has the heads policy, but backward, flow, dynamics are needed too/,
    );
  });
});
