/** Which states of a batch of trajectories a transformer is asked about once, and how each trajectory finds its own. */
import { nn, np } from "../../engine/jax.ts";
import type { JaxArray } from "../../engine/jax.ts";
import type { SequenceLayout, TrajectoryInputs } from "../model.ts";
import { prefixesBelow, prefixNumbers, sharedLevels } from "../shared-prefixes.ts";
import type { LaterPositions } from "./encode-shared.ts";
import { prefixTree } from "./prefix-tree.ts";
import type { PrefixTree } from "./prefix-tree.ts";

export interface SharedStates {
  readonly beginnings: PrefixTree;
  /** The states behind them, where there are any. */
  readonly later?: LaterPositions;
  /** Rows of these states to rows t·B + b of all. */
  readonly spread: (rows: JaxArray) => JaxArray;
}

/** Sharing adds some eighty small operators, which cost about as much as one row in sixteen of a short batch. */
const worthSharing = 1 / 8;

/**
 * Beginnings see each other, and are looked up by products, at a cost that grows with their square: with more of them than
 * this it would outweigh the rows that are saved.
 */
const mostBeginnings = 128;

/** How many first levels of so many sequences are shared. */
function depthOf(layout: SequenceLayout, levels: number, sequences: number): number {
  if (layout.stops) return 0;
  let depth = sharedLevels(layout, levels, sequences);
  while (prefixesBelow(layout.letters, depth) > mostBeginnings) depth--;
  return depth;
}

/** The beginnings to ask about before the first step of so many roll-outs, or nothing where that saves no step. */
export function sharedBeginnings(layout: SequenceLayout, rollOuts: number): PrefixTree | undefined {
  const depth = depthOf(layout, layout.length, rollOuts);
  return depth < 2 ? undefined : prefixTree(layout.letters, depth, layout.letters);
}

/** The different states of a batch, or nothing where few are equal. For states that are letters alone, of one length. */
export function sharedStates(inputs: TrajectoryInputs, layout: SequenceLayout): SharedStates | undefined {
  const { levels, size } = inputs;
  const depth = depthOf(layout, levels, size);
  if (depth === 0) return undefined;
  const beginnings = prefixTree(layout.letters, depth, layout.letters);
  const { count } = beginnings;
  if (depth * size - count < worthSharing * levels * size) return undefined;
  const found = nn.oneHot(prefixNumbers(inputs, layout, depth), count).astype(np.float32);
  const ofEach = (rows: JaxArray): JaxArray => np.matmul(found.ref, rows);
  if (depth === levels) return { beginnings, spread: ofEach };
  const spread = (first: JaxArray, behind: JaxArray): JaxArray => np.concatenate([ofEach(first), behind], 0);
  const tokens = inputs.tokens!.ref.slice([depth - 1, levels - 1]);
  return {
    beginnings,
    later: { tokens, spread },
    spread: (rows) => {
      const [first, behind] = np.split(rows, [count], 0);
      return spread(first!, behind!);
    },
  };
}
