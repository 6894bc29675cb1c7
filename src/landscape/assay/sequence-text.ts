/**
 * What stands in a cell of sequences besides letters: ends that laboratories write around them, which are taken off, and
 * signs that are no letters, which are refused with what to do about them.
 */

const prime = "['‘’′`´]";
const dash = "[-‐‑–−]";
const fivePrime = new RegExp(`^5 ?${prime} ?${dash}? ?`);
const threePrime = new RegExp(` ?${dash}? ?3 ?${prime}$`);
const fromThreePrime = new RegExp(`^3 ?${prime}`);

/** A sequence without what stood around it. */
export interface BareSequence {
  readonly text: string;
  /** How many signs stood before it. */
  readonly before: number;
}

/** How sequences are written around: what to take off is known from all of them, and from an alphabet that was told. */
export interface SequenceEnds {
  /** Whether 5' and 3' say which end is which. */
  readonly primes: boolean;
  /** Whether every sequence ends with the * of a protein. */
  readonly stops: boolean;
}

/** What stands around these sequences; nothing that `alphabet` has as a letter. */
export function endsOf(cells: readonly string[], alphabet = ""): SequenceEnds {
  const primes = !new RegExp(prime).test(alphabet);
  const stops = !alphabet.includes("*") && cells.length > 0 && cells.every((cell) => /[^*]\*$/.test(cell));
  return { primes, stops };
}

/** A cell without the ends that stand around its sequence. */
export function bare(cell: string, { primes, stops }: SequenceEnds): BareSequence {
  const before = primes ? (fivePrime.exec(cell)?.[0].length ?? 0) : 0;
  const inner = primes ? cell.slice(before).replace(threePrime, "") : cell;
  return { text: stops ? inner.replace(/\*$/, "") : inner, before };
}

/** Whether 5' or 3' stands at an end of a cell and is taken off. */
export function hasPrimes(cell: string, { primes }: SequenceEnds): boolean {
  return primes && (fivePrime.test(cell) || threePrime.test(cell));
}

/** The letters of a sequence, without signs and without what stands in slashes or brackets, such as /56-FAM/. */
export function lettersOf(sequence: string): string {
  return sequence.replaceAll(/\/[^/]*\/|\[[^\]]*\]|\([^)]*\)|\P{L}/gu, "");
}

/** Small letters before a base say how it is modified: rA, mC, dG. */
const modifier = /[rmdfl](?=[ACGTUN])/g;
const modified = /^(?=.*[rmdfl])(?:[rmdfl]?[ACGTUN])+$/;

/** Where the first small letter stands that modifies a base; undefined where none does. */
export function modifierIn(sequence: string): number | undefined {
  return modified.test(sequence) ? sequence.search(modifier) : undefined;
}

/** A sequence in capitals, without what modifies its bases. */
export function capitals(sequence: string): string {
  return (modified.test(sequence) ? sequence.replaceAll(modifier, "") : sequence).toUpperCase();
}

/** Codes of nucleic acids for one of several letters. */
const severalLetters = /^[RYSWKMBDHVN]$/;

const attached =
  "Modifications, such as /56-FAM/ or the r of rA, are no letters: they belong in a column of their own.";

/**
 * What to do about a sign that is not in the alphabet; undefined where it is a letter like others, and nothing can be
 * said but that it is wrong. A `told` alphabet was chosen, so that nobody is asked to name another one.
 */
export function adviceOn(
  cell: string,
  position: number,
  { alphabet, told }: { readonly alphabet: string; readonly told: boolean },
): string | undefined {
  const sign = cell[position]!;
  const shown = JSON.stringify(sign);
  const named = told ? "" : `, or name it as a letter with --alphabet "${alphabet}${sign}"`;
  if (/[rmdfl]/.test(sign) && modifierIn(bare(cell, endsOf([])).text) !== undefined) return attached;
  if (severalLetters.test(sign.toUpperCase())) {
    if (alphabet !== "ACGT" && alphabet !== "ACGU") return undefined;
    const protein = told ? "" : "; if these are proteins, say --alphabet ACDEFGHIKLMNPQRSTVWY";
    return `R, Y, K, N and the like stand for several letters of a nucleic acid: write the one that was made${protein}.`;
  }
  if (/[\p{L}\s\p{Cc}",]/u.test(sign)) return undefined;
  if (fromThreePrime.test(cell)) return "Sequences from 3' to 5' have to be turned round first.";
  if (/[/[\]()]/.test(sign)) return attached;
  if (/[-.~_–−]/.test(sign)) return `${shown} is a gap of an alignment: take it out${named}.`;
  if (sign === "*" && position === cell.length - 1)
    return `"*" at the end of every sequence is taken off; here only some have one: take them off${named}.`;
  return `${shown} is no letter: take it out${named}.`;
}
