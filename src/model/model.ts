/**
 * What a model is: a tree of parameters and a function to heads, from single states or from whole trajectories. Models
 * know nothing of objectives or environments; they declare what they read of a state and are given just that.
 *
 * The two kinds of input: N states on their own, as exact evaluation and children of states have them, and all states
 * s_0, s_1, … of B trajectories at once, as an update has them. A model that reads tokens can encode the latter once for
 * all prefixes. A model may also act step by step with a cache of its own (`stepwise`), as roll-outs do.
 */
import type { ArraysOf, ParameterTree } from "../engine/parameters/parameters.ts";
import type { JaxArray } from "../engine/jax.ts";
import type { ContextSpec } from "../landscape/context.ts";

/** Parts of a model an objective may need. */
export type Head = "policy" | "backward" | "flow" | "dynamics";

/** What a model may read of a state. */
export type StateInput = "features" | "index" | "tokens" | "thoughts" | "context";

/**
 * What a model is given of N states, each on its own: only what it declares to read. Only what the model reads is
 * there.
 */
export interface StateInputs {
  /** [N, features]; of sequences perhaps beside their tokens, for models that are quicker with them. */
  readonly features?: JaxArray;
  /** The numbers of the states, int32 [N]. */
  readonly index?: JaxArray;
  /** What really happened so far, int32 [N, T]; steps that are not taken hold the pad, `outcomeCount`. */
  readonly tokens?: JaxArray;
  /** What was intended so far, likewise; the pad is `actionCount`. */
  readonly thoughts?: JaxArray;
  /** The condition of each state: float32 [N, size], int32 [N] or int32 [N, maxLength] by its kind. */
  readonly context?: JaxArray;
}

/**
 * What a model is given of whole trajectories, the states s_0 … s_{levels−1} of B of them; the answer has them as rows
 * t·B + b.
 */
export interface TrajectoryInputs {
  /** States per trajectory: T, or T + 1 where the last ones are asked about too. */
  readonly levels: number;
  /** Trajectories, B. */
  readonly size: number;
  /** [levels·B, features]. */
  readonly features?: JaxArray;
  /** Int32 [levels·B]. */
  readonly index?: JaxArray;
  /** Outcomes c_0 … c_{T−1}, int32 [T, B], the pad past the end; s_t is what the first t of them made. */
  readonly tokens?: JaxArray;
  /** Intentions a_0 … a_{T−1}, likewise; s_t may use the first t of them. */
  readonly thoughts?: JaxArray;
  /** One condition per trajectory: float32 [B, size], int32 [B] or int32 [B, maxLength]. */
  readonly context?: JaxArray;
  /** All outcomes, whatever the level, int32 [T, B]: only for models that reconstruct designs from results. */
  readonly made?: JaxArray;
}

/** What a model is asked about. */
export type ModelInputs = StateInputs | TrajectoryInputs;

/** Whether a model was given whole trajectories, and not states each on its own. */
export function isTrajectories(inputs: ModelInputs | StepInputs): inputs is TrajectoryInputs {
  return "levels" in inputs;
}

/** What a model says of its input, row by row. */
export interface HeadOutputs {
  /** Logits of π(a|s), [N, actions]. */
  readonly policy: JaxArray;
  /** Logits of π_B(·|s), [N, backward actions]; absent where the posterior takes its place. */
  readonly backward?: JaxArray;
  /** log F(s), [N]. */
  readonly logFlow: JaxArray;
}

/** How sequences are made of tokens: `letters`, then, where sequences may stop early, one more token that stops. */
export interface SequenceLayout {
  readonly letters: number;
  /** The longest sequence, which is also the longest trajectory. */
  readonly length: number;
  readonly stops: boolean;
}

/** The sizes that a network must fit: features, actions, outcomes, ways into a state. */
export interface ModelShape {
  readonly featureCount: number;
  readonly actionCount: number;
  /** Ways into a state that π_B chooses among; 0 for a model without that head. */
  readonly backwardCount: number;
  readonly outcomeCount: number;
  /**
   * What log F starts from after 0, 1, … tokens of a sequence: the logarithm of how many ways are left, times a mean
   * reward. Added to the flow head, so that it has only the difference to learn.
   */
  readonly flowStart?: Float32Array;
  /** How states are made of tokens, where the environment builds sequences; features are not needed then. */
  readonly sequence?: SequenceLayout;
  /** Number of states, where they are numbered. */
  readonly stateCount?: number;
  /** The condition of a trajectory, where there is one. */
  readonly context?: ContextSpec;
}

/** A network: a tree of parameters and a function to heads, from single states or from whole trajectories. */
export interface Model<T extends ParameterTree = ParameterTree, H extends Head = Head> {
  readonly name: string;
  readonly heads: readonly H[];
  readonly tree: T;
  /** What it has to be given of a state. */
  readonly reads: readonly StateInput[];
  /** Whether its backward head reads `made` and tells, at row t, of the step out of state t; see `designModel`. */
  readonly reconstructs?: true;
  apply(parameters: ArraysOf<T>, inputs: ModelInputs): HeadOutputs;
  /** Factors on the learning rate of parameters, by the beginning of their names. */
  readonly rates?: Readonly<Record<string, number>>;
  /** Squares of attention that each trajectory has: heads times layers; absent without attention. */
  readonly attention?: number;
  /** Acting step by step without reading the past again, where the model can. */
  readonly stepwise?: StepwiseModel<T>;
}

/** A model that carries arrays from one step of its roll-outs to the next. */
export interface StepwiseModel<T extends ParameterTree = ParameterTree> {
  /** What N roll-outs begin with: arrays that all steps read, and arrays that each step hands on to the next. */
  begin(parameters: ArraysOf<T>, inputs: BeginInputs): StepArrays;
  /**
   * Where something is kept of every step, its shape [… , columns] at one step, by name. A step finds it in its cache as
   * arrays [… , places, columns] with at least as many places as steps before it; what places behind those hold is finite
   * and not to be read.
   */
  readonly grows?: (rows: number) => Readonly<Record<string, readonly number[]>>;
  /** The first steps of N roll-outs, where they are better looked up. */
  readonly beginnings?: (rows: number) => Beginnings<T> | undefined;
  /** The heads at the states after `step` steps, equal to what `apply` says of them, and what is handed on. */
  step(
    parameters: ArraysOf<T>,
    inputs: StepInputs,
  ): {
    readonly heads: HeadOutputs;
    readonly cache: Readonly<Record<string, JaxArray>>;
    /** What is kept of this step, by the names of `grows`. */
    readonly rows?: Readonly<Record<string, JaxArray>>;
  };
}

/**
 * All states of fewer than `steps` letters, asked about at once: while there are fewer of them than roll-outs, each of these
 * looks its own up. Letter v leads from number n to n·letters + 1 + v, and the empty sequence is number 0.
 */
export interface Beginnings<T extends ParameterTree = ParameterTree> {
  readonly steps: number;
  readonly letters: number;
  /** What `step` says of each, by number: logits of the policy, and what is kept, without the axis of roll-outs. */
  ask(parameters: ArraysOf<T>): {
    readonly policy: JaxArray;
    readonly rows: Readonly<Record<string, JaxArray>>;
  };
}

/** What a roll-out knows before its first step. */
export interface BeginInputs {
  /** Trajectories, N. */
  readonly rows: number;
  readonly context?: JaxArray;
}

/** Arrays by the model's own names. */
export interface StepArrays {
  readonly fixed: Readonly<Record<string, JaxArray>>;
  readonly cache: Readonly<Record<string, JaxArray>>;
}

/** One step of N trajectories. */
export interface StepInputs extends StepArrays {
  /** Steps taken, int32 [1]. */
  readonly step: JaxArray;
  /** The last outcome and intention, int32 [N]; the pad before the first step and after the end. */
  readonly token: JaxArray;
  readonly thought: JaxArray;
  /** As in `StateInputs`, where the model reads them. */
  readonly index?: JaxArray;
  readonly context?: JaxArray;
}

/** A model of the noise that is learned beside the policy: P̂(outcome | state, intention). */
export interface DynamicsModel<T extends ParameterTree = ParameterTree> {
  readonly name: string;
  readonly tree: T;
  readonly reads: readonly StateInput[];
  /** Logits over outcomes for every intention, [N, actions, outcomes]. */
  apply(parameters: ArraysOf<T>, inputs: ModelInputs): JaxArray;
  /** The same for one intention per state, int32 [N]: [N, outcomes], where that is cheaper. */
  applyTaken?(parameters: ArraysOf<T>, inputs: ModelInputs, intention: JaxArray): JaxArray;
  /** log P̂ of one outcome per state, int32 [N], for every intention: [N, actions], where that is cheaper. */
  logOfOutcome?(parameters: ArraysOf<T>, inputs: ModelInputs, outcome: JaxArray): JaxArray;
}
