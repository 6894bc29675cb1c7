/** What a compiled policy is given of states: the shapes, and which arrays of a roll-out they are. */
import { f32, i32 } from "../../engine/spec.ts";
import type { Data, Spec } from "../../engine/spec.ts";
import type { Environment } from "../../environment/environment.ts";
import type { StateInput } from "../../model/model.ts";
import type { StateArrays } from "../../sampling/policy-evaluator.ts";
import type { TrainerOptions } from "../setup/options.ts";
import { contextSpec } from "./state-rows.ts";

/** What a policy is compiled from, besides its parameters. */
export type PolicyOptions = Pick<TrainerOptions, "environment" | "model" | "engine" | "observes">;

/** Shapes of what a model reads of `rows` states. */
export function specsOf(
  { featureCount, maxSteps, context }: Environment,
  reads: readonly StateInput[],
  rows: number,
): Record<string, Spec> {
  const all: Record<StateInput, Spec | undefined> = {
    features: f32(rows, featureCount),
    index: i32(rows),
    tokens: i32(rows, maxSteps),
    thoughts: i32(rows, maxSteps),
    context: context && contextSpec(context, rows),
  };
  return Object.fromEntries(reads.map((input) => [input, all[input]!]));
}

/** The arrays of states that are read. */
export function pick(
  reads: readonly StateInput[],
  states: Pick<StateArrays, StateInput>,
): Record<string, Data> {
  return Object.fromEntries(reads.map((input) => [input, states[input]]));
}
