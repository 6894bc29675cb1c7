/**
 * Makes the batch that suits an environment: flat arrays for sequences, state objects for everything else.
 */

import { WindageError } from "../../error.ts";
import type { Environment } from "../environment.ts";
import { PlainBatch } from "./plain-batch.ts";
import { SequenceBatch } from "../sequence/sequence-batch.ts";
import { sequenceShapeOf, type SequenceEnvironment } from "../sequence/sequence.ts";
import type { StateBatch } from "./state-batch.ts";

/** `size` states of an environment, all initial. */
export function createBatch(environment: Environment, size: number): StateBatch {
  if (!Number.isInteger(size) || size < 1) {
    throw new WindageError(
      "environment/bad-batch",
      `createBatch: got a size of ${size}, expected a whole number of at least 1.`,
    );
  }
  const shape = sequenceShapeOf(environment);
  if (shape === undefined) return new PlainBatch(environment, size);
  // Only sequence environments have a shape.
  return new SequenceBatch(environment as SequenceEnvironment, shape, size);
}
