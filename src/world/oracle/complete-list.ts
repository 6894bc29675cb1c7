/**
 * Whether a file lists every sequence there is, of several lengths. One that does is as good as a table, whatever would
 * be done about missing sequences; one that does not is refused at once, as an incomplete table is, and not by the first
 * stranger in the middle of training.
 */
import { WindageError } from "../../error.ts";
import { SequenceSpace } from "../../landscape/exact/sequence-space.ts";
import { listSome } from "../../landscape/text/problem-list.ts";

/** Larger spaces are not looked through, as they are no tables either. */
const mostListed = 2 ** 20;

/** What sequences are made of. */
export interface Lengths {
  readonly alphabet: string;
  readonly minLength: number;
  readonly maxLength: number;
}

/** Whether all sequences are known to be listed; an error names those that are not where one can look for them. */
export function requireComplete(
  file: string,
  listed: ReadonlyMap<string, number>,
  { alphabet, minLength, maxLength }: Lengths,
): boolean {
  const lengths = Array.from({ length: maxLength - minLength + 1 }, (_, i) => minLength + i);
  const size = lengths.reduce((sum, length) => sum + alphabet.length ** length, 0);
  if (size > mostListed) return false;
  const absent: string[] = [];
  for (const length of lengths) {
    if (length === 0) {
      if (!listed.has("")) absent.push('""');
      continue;
    }
    const space = new SequenceSpace(alphabet, length);
    for (let i = 0; i < space.size; i++) {
      const sequence = space.sequenceAt(i);
      if (!listed.has(sequence)) absent.push(sequence);
    }
  }
  if (absent.length === 0) return true;
  const range = minLength === maxLength ? minLength : `${minLength} to ${maxLength}`;
  throw new WindageError(
    "data/incomplete",
    (say) =>
      `${file}: ${absent.length} of ${size} sequences of ${range} letters have no score (${listSome(absent)}), expected all of them; add them, choose what they score with ${say("oracle.missing", "floor")} or a number, or allow fewer lengths with ${say("environment.minLength")} and ${say("environment.maxLength")}.`,
  );
}
