/**
 * The network of a policy on an environment: which kind, how large, and what of the environment it may know. Trainers
 * and baselines choose here, so that methods that are compared have the same means.
 */
import { WindageError } from "../../error.ts";
import type { Environment, TokenLayout } from "../../environment/environment.ts";
import { kmerModel } from "../../model/kmer-model.ts";
import { spectrumModel } from "../../model/spectrum-model.ts";
import { memoryModel, mlpModel, tableModel } from "../../model/state-models.ts";
import { transformerModel } from "../../model/transformer/transformer-model.ts";
import { recalledMemory } from "../../model/thoughts/recalled-memory.ts";
import { thoughtEncoder } from "../../model/thoughts/thought-encoder.ts";
import type { Model, ModelShape, SequenceLayout } from "../../model/model.ts";
import type { PositionKind } from "../../model/transformer/positions.ts";
import type { ThoughtEncoder, ThoughtOptions } from "../../model/thoughts/thought-encoder.ts";
import { usualModel } from "../setup/usual-choices.ts";
import { listStates } from "./state-list.ts";

/**
 * Networks: plain, with a memory of every state, with a memory of k-mers by position, reading the last stretch of letters
 * and those so far, the memory alone, or a transformer over tokens.
 */
export type ModelKind = "mlp" | "memory" | "kmer" | "spectrum" | "table" | "transformer";

/** What can be chosen about the network of a policy: its kind, its size, what it sees. */
export interface ModelChoice {
  readonly kind?: ModelKind;
  /** Units per layer; the width of a transformer. */
  readonly hidden?: number;
  readonly layers?: number;
  /** Letters that the k-mer model remembers before each position, and of the stretches that the spectrum model reads. */
  readonly kmer?: number;
  /** Attention heads of a transformer, and how it tells positions apart. */
  readonly heads?: number;
  readonly positions?: PositionKind;
  /**
   * An encoder of the intentions so far, for policy, flow and dynamics, or `memory`: what the process itself remembers.
   * Without it they see outcomes alone.
   */
  readonly thoughts?: ThoughtOptions | { readonly kind: "memory" };
}

/** Of the shape of a network, what does not follow from the environment. */
export interface Heads {
  /** Ways into a state that a learned backward policy tells apart; 0 without one. */
  readonly backwardCount: number;
  readonly flowStart?: Float32Array;
}

/** The shape of a network on an environment. */
export function modelShape(environment: Environment, { backwardCount, flowStart }: Heads): ModelShape {
  return {
    featureCount: environment.featureCount,
    actionCount: environment.actionCount,
    outcomeCount: environment.outcomeCount,
    backwardCount,
    ...(flowStart ? { flowStart } : {}),
    ...stateCountOf(environment, backwardCount),
    ...(environment.tokens ? { sequence: sequenceOf(environment.tokens) } : {}),
    ...(environment.context ? { context: environment.context } : {}),
  };
}

/** The kind of network that a choice comes to on an environment. */
export function kindOf(environment: Environment, { kind }: ModelChoice): ModelKind {
  return kind ?? usualModel(environment);
}

/** A network with the heads policy and flow, and backward where the shape has ways. */
export function stateModel(environment: Environment, choice: ModelChoice, shape: ModelShape): Model {
  const { kmer, hidden, layers } = choice;
  const kind = kindOf(environment, choice);
  const thoughts = thoughtsOf(environment, choice);
  const sizes = {
    ...(hidden === undefined ? {} : { hidden }),
    ...(layers === undefined ? {} : { layers }),
    ...(thoughts ? { thoughts } : {}),
  };
  switch (kind) {
    case "mlp":
      return mlpModel(shape, sizes);
    case "memory":
      return memoryModel(shape, sizes);
    case "kmer":
      return kmerModel(shape, kmer === undefined ? sizes : { ...sizes, kmer });
    case "spectrum":
      return spectrumModel(shape, kmer === undefined ? sizes : { ...sizes, kmer });
    case "table":
      if (thoughts) throw tableOfThoughts();
      return tableModel(shape);
    case "transformer": {
      const { heads, positions } = choice;
      return transformerModel(shape, {
        ...(hidden === undefined ? {} : { width: hidden }),
        ...(layers === undefined ? {} : { layers }),
        ...(heads === undefined ? {} : { heads }),
        ...(positions === undefined ? {} : { positions }),
        ...(thoughts ? { thoughts } : {}),
      });
    }
    default:
      throw new WindageError(
        "training/unknown-model",
        `model: got "${String(kind)}", expected mlp, memory, kmer, table or transformer.`,
      );
  }
}

/** The encoder of intentions that was chosen, if any. */
export function thoughtsOf(environment: Environment, { thoughts }: ModelChoice): ThoughtEncoder | undefined {
  if (thoughts?.kind !== "memory")
    return thoughts && thoughtEncoder(environment, environment.maxSteps, thoughts);
  const { memory, tokens, actionCount, outcomeCount, name } = environment;
  if (memory?.remember === undefined || tokens === undefined) {
    throw new WindageError(
      "training/no-memory",
      (say) =>
        `${say("model.thoughts.kind", "memory")}: got ${name}, whose process does not say what it remembers, expected \`memory.remember\` and \`tokens\`; add them to the environment, or show the model something else.`,
    );
  }
  return recalledMemory({
    count: memory.count,
    actionCount,
    outcomeCount,
    remember: (before, action, outcome) => memory.remember!(before, action, outcome),
  });
}

function tableOfThoughts(): WindageError {
  return new WindageError(
    "training/thoughts-in-table",
    "model: got a table with an encoder of thoughts, but a table has a row per state and reads nothing else; choose mlp, memory, kmer or transformer.",
  );
}

function sequenceOf({ letters, length, stops }: TokenLayout<unknown>): SequenceLayout {
  return { letters, length, stops };
}

/**
 * Terminal states need a row only where a backward policy is learned, or where a short trajectory waits in one for the
 * longer ones of its batch.
 */
function stateCountOf(environment: Environment, backwardCount: number): { stateCount?: number } {
  if (!environment.enumeration) return {};
  const oneLength = environment.tokens?.stops === false;
  return {
    stateCount:
      backwardCount === 0 && oneLength ? listStates(environment).count : environment.enumeration.stateCount,
  };
}
