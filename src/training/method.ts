/**
 * What every method is to the one who runs it: something that spends a budget step by step, can be asked what it samples,
 * and can be put away and taken up again to the same bits. Trainers and baselines alike implement it, so one loop runs
 * them, one file keeps them and one report judges them.
 */
import type { Environment } from "../environment/environment.ts";
import type { Spelling } from "../wording.ts";
import type { StateInput } from "../model/model.ts";
import type { PolicyProgram } from "../sampling/fresh-trajectories.ts";
import type { Budget } from "./setup/budget.ts";

/** What one iteration did. */
export interface MethodReport {
  /** The objects this iteration produced, in order, with their scores; a chain that stays repeats its object. */
  readonly objects: readonly string[];
  readonly scores: Float64Array;
  /** Whatever is worth a line in a log, by name; numbers that belong together may share one. */
  readonly metrics: Metrics;
}

/** Named numbers of an iteration, for logs. */
export type Metrics = Readonly<Record<string, number | Readonly<Record<string, number>>>>;

/** All that carries over from one iteration to the next, as JSON and arrays. */
export interface MethodState {
  readonly meta: object;
  readonly arrays: Readonly<
    Record<string, Float32Array | Float64Array | Int32Array | Uint32Array | Uint8Array>
  >;
}

/** A policy, π(a|s), ready to be compiled for any number of states at a time. */
export interface Policy {
  readonly environment: Environment;
  /** What it reads of a state. */
  readonly reads: readonly StateInput[];
  /** `intentions` where it never sees what comes of them: the states it is asked about are then designs so far. */
  readonly observes?: "intentions";
  /** For any states, in any order. */
  compile(rows: number): Promise<PolicyProgram>;
  /** For the steps of roll-outs, in their order, where that is cheaper. */
  compileActing?(rows: number): Promise<PolicyProgram>;
}

/** A method at work, a trainer or a baseline: what comparisons, runs and `assess` know of it. */
export interface Method<Report extends MethodReport = MethodReport> {
  readonly name: string;
  /** Iterations done. */
  readonly iteration: number;
  /** What has been used up so far. */
  readonly spent: Budget;
  /** What the user should know before anything is trained. */
  readonly notes?: readonly string[];
  /** The same with settings spelled as their reader writes them. */
  notesIn?(spell: Spelling): readonly string[];
  iterate(): Promise<Report>;
  /** Null for Markov chains, which have none: what they sample shows in their samples only. */
  readonly policy: Policy | null;
  /** Objects as the method would hand them out now; costs nothing of the budget, and learns nothing. */
  sample(count: number, seed?: number): Promise<readonly string[]>;
  save(): MethodState;
  /** Goes on from a state that a method made in the same way has saved. */
  restore(state: MethodState): void;
  dispose(): Promise<void>;
}
