/** What names of columns say: which hold sequences and scores, which are repeats of each other, and which are places. */

/** Names of columns of sequences; "seq_id" and "Sequence Name" are of something else. */
export const sequenceName =
  /^(?:sequences?|seqs?|oligos?|k-?mers?|dna|rna|peptides?|proteins?|variants?|.*[ _-]seq(?:uence)?|(?:seq|sequence|dna|rna|aa)[ _-](?!(?:id|names?|n[or]|num(?:ber)?|index|len(?:gth)?|count|type)\b).*|\d+-?mers?)$/i;

/** Names of columns of mutations; of those called variants some hold sequences. */
export const mutationName =
  /^(?:mutants?|mutations?|variants?|substitutions?|hgvs(?:_\w+)?|(?:aa|amino[ _-]?acid|protein)[ _-]?(?:mut\w*|subst\w*|change\w*|variants?)|genotypes?)$/i;

/** Names of columns that count mutations, in which 0 is the parent. */
export const distanceName =
  /^(?:hd|hamming(?:[ _-]?dist(?:ance)?)?|(?:n|num(?:ber)?(?:[ _-]of)?|count(?:[ _-]of)?)[ _-]?(?:mut\w*|subst\w*|aa[ _-]?(?:mut|subst|change)\w*))$/i;

/** Names of columns of scores, with a unit in brackets or without. */
export const scoreName =
  /^(?:scores?|values?|signal|activity|affinity|fitness|measured|measurements?|intensity|fluorescence|enrichment|response|yield|(?:log_?)?(?:k[di]|ic50|ec50)|(?:delta|dd?)_?g|e-?score)(?:[ _]?[([].*)?$/i;

/** Names of scores of a kind, such as DMS_score, where none is simply called so. */
export const kindOfScoreName = /^\w+[ _-]scores?(?:[ _]?[([].*)?$/i;

/** Names that scores have where nothing else has numbers; y only where no place is given beside it. */
export const weakScoreName = /^(?:target|label)(?:[ _]?[([].*)?$/i;
export const yName = /^y(?:[ _]?[([].*)?$/i;

/** Names of columns that say where something is; y beside them does too. */
export const placeName = /^(?:x|rows?|cols?|columns?)(?:[ _]?[([].*)?$/i;
/** Names of columns that say which one something is. */
export const counterName = /^(?:id|n[or]\.?|#|index|idx|number|plate|well|block|spot)$/i;

/** Names of columns that say how sure scores are, or how often something was measured. */
export const statisticName =
  /^(?:.*[ _.-])?(?:sd|std|st\.?dev|stdev|se|sem|s\.e\.m\.?|stderr|var|variance|cv|n|count|counts|reads|error|err|p[ _.-]?val(?:ue)?|q[ _.-]?val(?:ue)?|fdr|r2|r²|chi2)(?:[ _]?[([].*)?$/i;

const numbered = /^(.*?)[ _.-]*(\d+)$/;
const repeat = /^(?:(.*?)[ _.-]+)?(?:rep(?:l(?:icate)?|eat)?|run|r)[ _.-]*(\d+)$/i;
/** Numbers after these count what differs between measurements. */
const condition =
  /^(?:.*[ _.-])?(?:t|time|days?|hours?|h|min|week|rounds?|cycles?|doses?|conc|pc|col(?:umn)?)$/i;

/**
 * "rep1, rep2" or "signal 1, signal 2, signal 3": one name with different numbers, which have to count from 1 where no
 * word says that they count repeats; those of OD450 and OD620, or of t0 and t30, do not.
 */
export function areRepeats(names: readonly string[]): boolean {
  // "Kd rep1 (nM)" and "Kd rep2 (nM)": the unit belongs to what is repeated.
  const split = names.map((name) => /^(.*?\d)([ _]*[([].*)?$/.exec(name.trim()));
  const of = (pattern: RegExp): boolean => {
    const parts = split.map((part) => pattern.exec(part?.[1] ?? ""));
    const stems = new Set(
      parts.map((part, i) => `${part?.[1] ?? ""} ${split[i]?.[2]?.trim() ?? ""}`.toLowerCase()),
    );
    const numbers = new Set(parts.map((part) => Number(part?.[2])));
    if (names.length < 2 || parts.includes(null) || stems.size > 1 || numbers.size < names.length)
      return false;
    return (
      pattern === repeat ||
      (!condition.test(parts[0]?.[1] ?? "") && Math.max(...numbers) === names.length && !numbers.has(0))
    );
  };
  return of(repeat) || of(numbered);
}
