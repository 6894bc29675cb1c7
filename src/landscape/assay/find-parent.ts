/**
 * The parent that variants of a file are changes of: told, or found in a column that repeats it, in the row of the wild
 * type, in the row with no mutations, by undoing mutations beside sequences, or letter by letter from mutations alone. Their
 * numbers need not begin with 1: a constant shift is found and said.
 */
import { WindageError } from "../../error.ts";
import { quoteSequence } from "../text/quote-sequence.ts";
import type { AssayOptions, Parent } from "./assay.ts";
import { distanceName } from "./column-names.ts";
import { isAbsent } from "./measured-value.ts";
import { type Mutation, readVariant, type Variant } from "./mutation-text.ts";
import { readPlaces, writePlaces } from "./places.ts";
import { bare, capitals, endsOf } from "./sequence-text.ts";
import type { TableLayout } from "./table-layout.ts";

/** A parent, and how it is known. */
export interface FoundParent extends Parent {
  /** Where short sequences put their letters into the parent; absent where they are as long as it is. */
  readonly at?: readonly number[];
  readonly notes: readonly string[];
}

/** Of the rows so many have to agree on a parent; the others are refused by line. */
const nearlyAll = 0.9;

/** The parent of a table; undefined where nothing tells of one. `file` is only for messages. */
export function findParent(
  layout: TableLayout,
  options: AssayOptions,
  file: string,
): FoundParent | undefined {
  const sites = options.sites === undefined ? undefined : readPlaces(options.sites, "--sites");
  const parent = options.parent === undefined ? undefined : spelled(options.parent);
  const rows = layout.rows.flatMap((row) => ("fields" in row ? [row.fields] : []));
  const cells = rows.map((row) => row[layout.sequence]?.trim() ?? "");
  if (layout.mutations === layout.sequence) {
    const variants = cells.flatMap((cell) => readVariant(cell) ?? []);
    return ofMutations(variants, { layout, parent, sites, file });
  }
  const ends = endsOf(cells);
  const sequences = cells.map((cell) => (isAbsent(cell) ? "" : capitals(bare(cell, ends).text)));
  return ofSequences(sequences, rows, { layout, parent, sites, file });
}

interface Known {
  readonly layout: TableLayout;
  readonly parent: string | undefined;
  readonly sites: readonly number[] | undefined;
  readonly file: string;
}

function spelled(letters: string): string {
  return capitals(letters.replaceAll(/\s/g, "")).replace(/\*$/, "");
}

/** How often each letter is said to stand at each place before mutations. */
function claims(variants: readonly Variant[]): Map<number, Map<string, number>> {
  const said = new Map<number, Map<string, number>>();
  for (const variant of variants) {
    if (variant.kind !== "letters") continue;
    for (const { from, place } of variant.mutations) {
      const letters = said.get(place) ?? new Map<string, number>();
      said.set(place, letters.set(from, (letters.get(from) ?? 0) + 1));
    }
  }
  return said;
}

function ofMutations(variants: readonly Variant[], { layout, parent, sites, file }: Known): FoundParent {
  const said = claims(variants);
  const places = [...said.keys()].sort((a, b) => a - b);
  const { letters, column } = layout.parent ?? {};
  const whole = parent ?? (letters === undefined ? undefined : spelled(letters));
  const from = parent === undefined && column !== undefined ? `parent from "${column}"` : undefined;
  if (whole !== undefined) {
    const numbers = sites?.length === whole.length ? sites : shifted(said, whole, file);
    const first = numbers[0]!;
    const notes =
      sites === undefined && first !== 1
        ? [
            `mutations are numbered from ${first} on: ${first > 1 ? `${first - 1} more` : `${1 - first} less`} than places of the parent, which fits all but what is refused below`,
          ]
        : [];
    return { sequence: whole, numbers, notes: [...(from === undefined ? [] : [from]), ...notes] };
  }
  const numbers = sites ?? places;
  const sequence = numbers.map((place) => mostSaid(said.get(place))).join("");
  const missing = numbers.filter((place) => !said.has(place));
  if (missing.length > 0) {
    throw new WindageError(
      "data/no-parent",
      `${file}: --sites: got place ${missing[0]}, which no mutation names, so that its letter is not known; give the whole sequence with --parent`,
    );
  }
  return {
    sequence,
    numbers,
    notes: [
      `parent known at ${numbers.length} places, from the mutations (${writePlaces(numbers)}: ${quoteSequence(sequence)}); --parent gives the whole sequence`,
    ],
  };
}

function mostSaid(letters: ReadonlyMap<string, number> | undefined): string {
  return [...(letters ?? [])].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "";
}

/** The numbers of the parent's places: from 1 on where that fits what mutations say, else shifted by what does. */
function shifted(
  said: ReadonlyMap<number, ReadonlyMap<string, number>>,
  parent: string,
  file: string,
): readonly number[] {
  const places = [...said.keys()];
  let total = 0;
  for (const letters of said.values()) for (const count of letters.values()) total += count;
  const agreeing = (shift: number): number => {
    let sum = 0;
    for (const [place, letters] of said) sum += letters.get(parent[place - 1 - shift] ?? "") ?? 0;
    return sum;
  };
  const least = places.reduce((smallest, place) => Math.min(smallest, place), Infinity);
  const most = places.reduce((largest, place) => Math.max(largest, place), -Infinity);
  const numbered = (shift: number): number[] => Array.from(parent, (_, i) => i + 1 + shift);
  if (agreeing(0) >= nearlyAll * total) return numbered(0);
  const shifts = new Map<number, number>();
  // Places that reach further than the parent are numbers of something else.
  for (let shift = most - parent.length; shift < least; shift++) {
    if (shifts.size > 100_000) break;
    shifts.set(shift, agreeing(shift));
  }
  const sorted = [...shifts].sort((a, b) => b[1] - a[1]);
  const [best, second] = sorted;
  if (best !== undefined && best[1] >= nearlyAll * total && (second?.[1] ?? 0) < best[1]) {
    return numbered(best[0]);
  }
  const [place, letters] = [...said].find(([at, all]) => !all.has(parent[at - 1] ?? ""))!;
  const letter = mostSaid(letters);
  throw new WindageError(
    "data/other-parent",
    `${file}: got mutations of ${letter} at ${place}, and the parent has ${parent[place - 1] ?? `only ${parent.length} letters`} there; ${
      second !== undefined && best !== undefined && best[1] >= nearlyAll * total
        ? "several shifts of their numbers would fit"
        : `no constant shift of their numbers fits either (the best one ${best?.[1] ?? 0} of ${total} letters)`
    }, expected the sequence that these are mutations of; check --parent, or say with --sites what its places are called`,
  );
}

function ofSequences(
  sequences: readonly string[],
  rows: readonly (readonly string[])[],
  { layout, parent, sites, file }: Known,
): FoundParent | undefined {
  const written = sequences.filter((sequence) => sequence !== "");
  const lengths = new Set(written.map(({ length }) => length));
  const length = lengths.size === 1 ? [...lengths][0]! : undefined;
  const natural = (letters: string): number[] => Array.from(letters, (_, i) => i + 1);
  if (length === undefined) {
    if (parent === undefined && sites === undefined) return undefined;
    throw new WindageError(
      "data/other-parent",
      `${file}: got sequences of ${lengths.size} lengths, expected one length beside ${parent === undefined ? "--sites" : "--parent"}: places of sequences of several lengths have no common numbers`,
    );
  }
  const found = parent === undefined ? parentIn(sequences, rows, layout) : undefined;
  if (parent === undefined) {
    if (sites !== undefined && sites.length !== length) throw sitesNotFitting(sites, length, file);
    if (found === undefined) {
      if (sites === undefined) return undefined;
      throw new WindageError(
        "data/no-parent",
        `${file}: --sites: got no parent, and no row says that it is the wild type, expected the letters that stand at ${writePlaces(sites)} before anything was changed; give them, or the whole sequence, with --parent`,
      );
    }
    const numbers = sites ?? found.numbers ?? natural(found.sequence);
    return { sequence: found.sequence, numbers, notes: [found.note] };
  }
  if (parent.length === length) {
    // Sites that other files of a project spell are places of this parent too.
    const numbers = sites?.length === length ? sites : natural(parent);
    return { sequence: parent, numbers, notes: [] };
  }
  if (sites === undefined) {
    throw new WindageError(
      "data/other-parent",
      `${file}: got sequences of ${length} letters and a parent of ${parent.length}, expected one length; where sequences spell some places only, name these with --sites, such as --sites 39,40,41,54`,
    );
  }
  if (sites.length !== length) throw sitesNotFitting(sites, length, file);
  const outside = sites.find((place) => place < 1 || place > parent.length);
  if (outside !== undefined) {
    throw new WindageError(
      "data/bad-places",
      `--sites: got place ${outside}, expected places of the parent, 1 to ${parent.length}`,
    );
  }
  return {
    sequence: parent,
    numbers: natural(parent),
    at: sites.map((place) => place - 1),
    notes: [
      `letters of ${quoteSequence(layout.names[layout.sequence]!)} put at ${writePlaces(sites)} of the parent`,
    ],
  };
}

function sitesNotFitting(sites: readonly number[], length: number, file: string): WindageError {
  return new WindageError(
    "data/bad-places",
    `${file}: --sites: got ${sites.length} places for sequences of ${length} letters, expected one for each letter`,
  );
}

interface InFile {
  readonly sequence: string;
  readonly numbers?: readonly number[];
  readonly note: string;
}

/** A parent that the table itself names. */
function parentIn(
  sequences: readonly string[],
  rows: readonly (readonly string[])[],
  layout: TableLayout,
): InFile | undefined {
  if (layout.mutations !== undefined) {
    const undone = undo(sequences, rows, layout.mutations);
    const column = layout.names[layout.mutations]!;
    if (undone !== undefined) return { ...undone, note: `parent by undoing the mutations in "${column}"` };
  }
  for (const [index, name] of layout.names.entries()) {
    if (index === layout.sequence || layout.scores.includes(index)) continue;
    const counts = distanceName.test(name);
    const isOwn = (cell: string): boolean => {
      if (counts) return /^0+(?:[.,]0+)?$/.test(cell);
      return /[a-z]/i.test(cell) && readVariant(cell)?.kind === "letters" && !/\d/.test(cell);
    };
    const own = new Set(
      sequences.filter((sequence, i) => sequence !== "" && isOwn(rows[i]![index]?.trim() ?? "")),
    );
    if (own.size !== 1) continue;
    const [sequence] = own as unknown as [string];
    return { sequence, note: `parent ${quoteSequence(sequence)}, the row that says so in "${name}"` };
  }
  return undefined;
}

/** Rows that are looked at for a parent; it has to be the same in nearly all of them. */
const mostUndone = 500;

function undo(
  sequences: readonly string[],
  rows: readonly (readonly string[])[],
  column: number,
): Pick<InFile, "sequence" | "numbers"> | undefined {
  const pairs = sequences.flatMap((sequence, i) => {
    const variant = readVariant(rows[i]![column] ?? "");
    return sequence !== "" && variant?.kind === "letters" && variant.mutations.length > 0
      ? [{ sequence, mutations: variant.mutations }]
      : [];
  });
  const some = pairs.slice(0, mostUndone);
  const [first] = some;
  if (first === undefined) return undefined;
  const { length } = first.sequence;
  const places = some.flatMap(({ mutations }) => mutations.map(({ place }) => place));
  const least = places.reduce((low, place) => Math.min(low, place), Infinity);
  const most = places.reduce((high, place) => Math.max(high, place), -Infinity);
  const fits = (shift: number): boolean =>
    some.filter(({ sequence, mutations }) => isMadeBy(sequence, mutations, shift)).length >=
    nearlyAll * some.length;
  const shifts = [
    0,
    ...Array.from({ length: Math.max(0, length - (most - least)) }, (_, i) => most - length + i),
  ];
  const shift = shifts.find(fits);
  if (shift === undefined) return undefined;
  const parents = new Map<string, number>();
  for (const { sequence, mutations } of some) {
    const letters = Array.from(sequence);
    for (const { from, place } of mutations) letters[place - 1 - shift] = from;
    const text = letters.join("");
    parents.set(text, (parents.get(text) ?? 0) + 1);
  }
  const [sequence, count] = [...parents].sort((a, b) => b[1] - a[1])[0]!;
  if (count < nearlyAll * some.length) return undefined;
  return { sequence, numbers: Array.from(sequence, (_, i) => i + 1 + shift) };
}

function isMadeBy(sequence: string, mutations: readonly Mutation[], shift: number): boolean {
  return mutations.every(({ place, to }) => sequence[place - 1 - shift] === to);
}
