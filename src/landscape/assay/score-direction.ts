/** Where the name of a score says that lower is better, and nobody has said so: it is asked, or refused, and never guessed. */
import { WindageError } from "../../error.ts";

/** Quantities of which less is more: dissociation and inhibition constants, energies, doses. */
const lowerIsBetter = /(?<![a-z])(?:log|lg|ln)?(?:k[dim]|[ie]c_?50|mic|(?:dd?|delta|δδ?) ?g)(?![a-z])/iu;
/** Their negative logarithms turn that round again. */
const turnedRound = /[-−]\s*(?:log|lg|ln)|neg|inverse|(?<!\d)1\//iu;

/** The first of the columns of which lower values are better as a rule; undefined where there is none. */
export function lowerIsBetterAmong(columns: readonly string[]): string | undefined {
  return columns.find((name) => lowerIsBetter.test(name) && !turnedRound.test(name));
}

/** What is thrown where nobody can be asked. */
export function unclearDirection(column: string): WindageError {
  return new WindageError(
    "data/unclear-direction",
    (say) =>
      `got scores from ${JSON.stringify(column)}, of which lower is usually better, and nothing that says so, expected one of two: add ${say("oracle.minimize")} where lower is better, ${say("oracle.minimize", false)} where higher is.`,
  );
}
