/** Finds the edits that fit an environment, and what noise makes of intentions among them. */
import { WindageError } from "../../error.ts";
import type { Environment } from "../../environment/environment.ts";
import type { GridEnvironment } from "../../environment/grid.ts";
import type { SequenceEnvironment } from "../../environment/sequence/sequence.ts";
import { drawOutcome } from "../../sampling/draw-outcome.ts";
import type { EditSpace } from "./edit-space.ts";
import { gridEdits } from "./grid-edits.ts";
import { sequenceEdits } from "./sequence-edits.ts";

/** The edits of an environment's objects, under its noise. */
export function editSpace(environment: Environment): EditSpace {
  if ("alphabet" in environment) return sequenceEdits(environment as SequenceEnvironment);
  if ("side" in environment && "dimensions" in environment) return gridEdits(environment as GridEnvironment);
  throw new WindageError(
    "baseline/no-edits",
    `${environment.name}: Markov chains edit finished objects, and edits are known for sequences and grids only; ` +
      "use a method that builds objects step by step.",
  );
}

/** A group uniformly, then an edit in it uniformly: the intentions of a chain that knows nothing, [edits]. */
export function uniformIntentions({ editCount, groups }: EditSpace): Float64Array {
  const law = new Float64Array(editCount);
  for (const { first, size } of groups) law.fill(1 / (groups.length * size), first, first + size);
  return law;
}

/** The edit the environment writes when `intended` is to be carried out; `luck` is uniform in [0, 1). */
export function carryOut(space: EditSpace, intended: number, luck: number): number {
  const { first, size, kernel } = space.groupOf(intended);
  const row = (intended - first) * size;
  return first + drawOutcome(kernel.subarray(row, row + size), luck);
}

/** q(written) = Σ_a q(a) P(written | a): how likely an edit is to be written; `law` holds q from `offset` on. */
export function writtenProbability(
  space: EditSpace,
  written: number,
  law: ArrayLike<number>,
  offset = 0,
): number {
  const { first, size, kernel } = space.groupOf(written);
  let sum = 0;
  for (let a = 0; a < size; a++) sum += law[offset + first + a]! * kernel[a * size + written - first]!;
  return sum;
}
