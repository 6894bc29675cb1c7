/**
 * What an objective needs beside transitions comes from a source of terms: which arrays the graph is fed, how they are
 * filled from a batch, and what the graph makes of them, all three in one file each (`children.ts`, `stopping.ts`). An
 * objective names its sources in `extras`; a new one is a line in `ExtraTerms`, a file here, and a line in
 * `create-term-sources.ts`.
 */
import type { JaxArray } from "../../engine/jax.ts";
import type { Environment } from "../../environment/environment.ts";
import type { Context } from "../../landscape/context.ts";
import type { DynamicsModel, HeadOutputs, Model, StateInputs } from "../../model/model.ts";
import type { ExtraName, ExtraTerms } from "../../objective/objective.ts";
import type { KnownDynamics, LearnedDynamics } from "../setup/options.ts";
import type { Generator } from "../../random/generator.ts";
import type { TrajectoryBatch } from "../../sampling/trajectory-batch.ts";
import type { NamedInputs } from "../policy/state-rows.ts";

export interface TermSource<Name extends ExtraName = ExtraName> {
  /** The arrays the graph reads, under names no other source uses. */
  readonly inputs: NamedInputs;
  /** Fills them from the trajectories of a batch. */
  fill(batch: TrajectoryBatch, means: FillingMeans): Promise<void>;
  /** What the graph makes of them. */
  terms(networks: Networks, given: Given): ExtraTerms[Name];
}

/** Named arrays inside a graph. */
export type Given = Readonly<Record<string, JaxArray>>;

/** What a source may use while it fills its arrays. */
export interface FillingMeans {
  readonly generator: Generator;
  /** Log rewards of finished objects; every one asked for counts as an oracle call. */
  readonly rewardsOf: (
    objects: readonly string[],
    contexts?: readonly Context[],
  ) => Promise<ArrayLike<number>>;
}

/** The networks of an update inside the graph, and what they say of the batch. */
export interface Networks {
  readonly heads: (states: StateInputs) => HeadOutputs;
  /** Logits over outcomes, or nothing where the kernel is given. */
  readonly dynamics?: (states: StateInputs) => ReturnType<DynamicsModel["apply"]>;
  /** Whether the backward policy, or its part about the intention, is computed. */
  readonly posterior: boolean;
  /** Logits of π at s_0 … s_{T−1}, [T, B, A]. */
  readonly policyLogits: JaxArray;
  /** 1 for real steps, [T, B]. */
  readonly mask: JaxArray;
}

/** What a source is made for. */
export interface SourceSetting {
  /** The objective that asks, for messages. */
  readonly objective: string;
  readonly environment: Environment;
  readonly model: Model;
  readonly batch: TrajectoryBatch;
  readonly posterior: boolean;
  readonly dynamics: LearnedDynamics | KnownDynamics;
  /** Visited states per update that are looked at with all their children. */
  readonly localStates: number;
}

/** The sources of an objective, by the name of the terms they make. */
export type TermSources = Partial<Record<ExtraName, TermSource>>;
