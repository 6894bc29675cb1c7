/**
 * Sequences as a `StateGraph`: fixed or variable length, with a stop action that noise never touches, and a
 * mask for illegal tokens. For fixed length without a mask `exactLaw` is much faster and gives the same law.
 */
import type { NoiseKernel } from "./kernel.ts";
import { exploreGraph, type ExploredGraph } from "./state-graph.ts";

/** Sequences under noise, of one length or several, with a mask if need be. */
export interface SequenceLengths {
  readonly kernel: NoiseKernel;
  readonly maxLength: number;
  /** From this length on the policy may stop by intending action `V`; the default is `maxLength`, so it never can. */
  readonly minLength?: number;
  /** Whether `token` may be intended after `prefix`; noise may still append it. */
  readonly isLegal?: (prefix: readonly number[], token: number) => boolean;
}

/** A prefix, or a finished sequence. */
export interface SequenceNode {
  readonly tokens: readonly number[];
  readonly finished: boolean;
}

/**
 * The graph of all sequences of a space, every state that can come about. Objects are numbered by length and then in
 * lexicographic order, whatever the noise; those that it gives no chance are not among them.
 */
export function sequenceGraph(space: SequenceLengths): ExploredGraph<SequenceNode> {
  const { kernel, maxLength, minLength = maxLength, isLegal = () => true } = space;
  const { size, matrix } = kernel;
  const stops = minLength < maxLength;
  const explored = exploreGraph<SequenceNode>({
    root: { tokens: [], finished: false },
    actionCount: stops ? size + 1 : size,
    key: ({ tokens, finished }) => tokens.join(",") + (finished ? "." : ""),
    isTerminal: ({ finished }) => finished,
    outcomes: ({ tokens }, action) => {
      if (action === size) {
        return tokens.length >= minLength ? [{ state: { tokens, finished: true }, probability: 1 }] : [];
      }
      if (!isLegal(tokens, action)) return [];
      return Array.from({ length: size }, (_, token) => ({
        state: { tokens: [...tokens, token], finished: tokens.length + 1 === maxLength },
        probability: matrix[action * size + token]!,
      }));
    },
  });
  return inOrder(explored);
}

/** The same graph with its objects renumbered: a walk finds first what the first intention leads to, which noise decides. */
function inOrder({ graph, states, objects }: ExploredGraph<SequenceNode>): ExploredGraph<SequenceNode> {
  const found = objects
    .map((_, number) => number)
    .toSorted((a, b) => compare(objects[a]!.tokens, objects[b]!.tokens));
  const place = new Int32Array(found.length);
  for (const [at, number] of found.entries()) place[number] = at;
  return {
    graph: { ...graph, object: graph.object.map((number) => (number < 0 ? number : place[number]!)) },
    states,
    objects: found.map((number) => objects[number]!),
  };
}

function compare(one: readonly number[], other: readonly number[]): number {
  if (one.length !== other.length) return one.length - other.length;
  const at = one.findIndex((token, i) => token !== other[i]);
  return at < 0 ? 0 : one[at]! - other[at]!;
}
