/** A word of warning where the name of a score says that lower is better and nobody has said so to the command. */

/** Quantities of which less is more: dissociation and inhibition constants, energies, doses. */
const lowerIsBetter = /(?<![a-z])(?:log|lg|ln)?(?:k[dim]|[ie]c_?50|mic|(?:dd?|delta|δδ?) ?g)(?![a-z])/iu;
/** Their negative logarithms turn that round again. */
const turnedRound = /[-−]\s*(?:log|lg|ln)|neg|inverse|(?<!\d)1\//iu;

/** What to say about the columns that scores come from; undefined where there is nothing to. */
export function directionHint(columns: readonly string[], minimize: boolean): string | undefined {
  const column = columns.find((name) => lowerIsBetter.test(name) && !turnedRound.test(name));
  if (minimize || column === undefined) return undefined;
  return `"${column}": of such a score lower is usually better, but here higher counts as better; add --minimize unless that is meant`;
}
