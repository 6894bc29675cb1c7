/**
 * The contract of this folder: what it means to score finished objects. A landscape declares what it can do.
 * An `Oracle` can only be asked, in batches and asynchronously; a `TableLandscape` (`table-landscape.ts`)
 * knows every score of a small space, so training and exact evaluation read it by integer index.
 */

import type { Context } from "./context.ts";
import type { TableLandscape } from "./exact/table-landscape.ts";

/** Is told a score the moment it has arrived. */
export type Heard = (sequence: string, score: number) => void;

/** Something that can be asked for the scores of sequences but cannot list them all. */
export interface Oracle {
  /** A short name for messages, reports and the score journal. */
  readonly name: string;
  /** Declares that there is no table behind this; see `TableLandscape` for the other case. */
  readonly enumerable: false;
  /** Whether asking costs nothing, so that an exact evaluation may ask for every score there is; false unless said. */
  readonly free?: boolean;
  /** Whether scores depend on a condition; only then are conditions passed, and remembered with the scores. */
  readonly conditional?: boolean;
  /** Whether answers come from tables in memory, so that remembering them would only cost; false unless said. */
  readonly immediate?: boolean;
  /** Whether scores are logarithms of what objects are worth, so that R = exp(β·score); see `RewardOptions.logarithmic`. */
  readonly logarithmic?: boolean;
  /** The landscape under one condition, where it is one of its own, such as a table. */
  at?(context: Context): Landscape;
  /**
   * One finite score per sequence, in the same order. An answer that is late, malformed or not finite is an
   * `OracleError`, which carries the scores that did arrive. A `conditional` landscape is given one condition per
   * sequence. Another oracle that hears answers one by one passes each on as it comes, so that it can be kept before the
   * call ends.
   */
  score(sequences: readonly string[], contexts?: readonly Context[], heard?: Heard): Promise<Float64Array>;
  /** Ends processes and requests; calls made afterwards fail. Absent when there is nothing to end. */
  dispose?(): Promise<void>;
}

/** A landscape under one condition: what an exact evaluation asks. */
export function landscapeAt(landscape: Landscape, context: Context): Landscape {
  if (landscape.enumerable || landscape.conditional !== true) return landscape;
  return (
    landscape.at?.(context) ?? {
      name: landscape.name,
      enumerable: false,
      ...(landscape.free === undefined ? {} : { free: landscape.free }),
      ...(landscape.logarithmic === undefined ? {} : { logarithmic: landscape.logarithmic }),
      score: (sequences) =>
        landscape.score(
          sequences,
          sequences.map(() => context),
        ),
    }
  );
}

/**
 * Any source of scores: a table that can be listed, or an oracle that can only be asked; `enumerable` tells which.
 */
export type Landscape = Oracle | TableLandscape;

/** Whether scores are logarithms of what objects are worth. */
export function isLogarithmic(landscape: Landscape | undefined): boolean {
  return landscape !== undefined && !landscape.enumerable && landscape.logarithmic === true;
}
