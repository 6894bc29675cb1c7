/** What must not compile: a trainer whose model lacks a head that its objective needs. */
import { expectTypeOf, test } from "vitest";
import type { Model } from "../model/model.ts";
import type { ParameterTree } from "../engine/parameters/parameters.ts";
import type { sdb } from "../objective/balance/sdb.ts";
import type { TrainerOptions } from "./setup/options.ts";
import type { Trainer } from "./trainer.ts";

type With<H extends "policy" | "backward" | "flow"> = Omit<TrainerOptions, "model" | "objective"> & {
  readonly objective: typeof sdb;
  readonly model: Model<ParameterTree, H>;
};

type Needs = "policy" | "backward" | "flow" | "dynamics";
type Accepted<H extends "policy" | "flow"> = Parameters<typeof Trainer.create<Needs, H>>[0];

test("sdb needs a policy and a flow head; the backward policy may be the posterior", () => {
  expectTypeOf<With<"policy" | "flow">>().toExtend<Accepted<"policy" | "flow">>();
  expectTypeOf<With<"policy">>().not.toExtend<Accepted<"policy">>();
});
