/**
 * Edits of sequences: one group per position, whose edits write a letter there. The letter that is written comes from
 * the environment's P(c|a), whatever that matrix is. Where lengths vary, writing at the first free position makes a
 * sequence longer, and one more edit takes the last letter away; like stopping, it is never touched by noise.
 */
import { WindageError } from "../../error.ts";
import { tokenKernel } from "../../environment/noise/token-kernel.ts";
import type { SequenceEnvironment } from "../../environment/sequence/sequence.ts";
import type { EditGroup, EditSpace } from "./edit-space.ts";

export function sequenceEdits(environment: SequenceEnvironment): EditSpace {
  const { alphabet, minLength, maxLength } = environment;
  const kernel = tokenKernel(environment);
  if (kernel === null) {
    throw new WindageError(
      "baseline/no-edits",
      `${environment.name}: ${environment.masked ? "a mask forbids some letters" : "its noise depends on the state"}, ` +
        "expected one table P(written | intended) that holds everywhere, because a chain edits any position of a " +
        "finished sequence; use sticky or substitution noise without a mask.",
    );
  }
  const { size } = alphabet;
  const removal = maxLength * size;
  const groups: EditGroup[] = Array.from({ length: maxLength }, (_, at) => ({
    first: at * size,
    size,
    kernel,
  }));
  if (minLength < maxLength) groups.push({ first: removal, size: 1, kernel: Float64Array.of(1) });

  return {
    editCount: minLength < maxLength ? removal + 1 : removal,
    groups,
    groupOf: (edit) => groups[Math.floor(edit / size)]!,
    parse: (text) => [...alphabet.encode(text)],
    format: (object) => alphabet.decode(object),
    apply(object, edit) {
      if (edit === removal) return object.length > minLength ? object.slice(0, -1) : undefined;
      const at = Math.floor(edit / size);
      if (at > object.length) return undefined;
      return object[at] === edit % size
        ? object
        : [...object.slice(0, at), edit % size, ...object.slice(at + 1)];
    },
    undo(object, edit) {
      if (edit === removal) return (object.length - 1) * size + object.at(-1)!;
      const at = Math.floor(edit / size);
      return at === object.length ? removal : at * size + object[at]!;
    },
    featureCount: removal,
    encode(object, out, offset) {
      for (const [at, token] of object.entries()) out[offset + at * size + token] = 1;
    },
  };
}
