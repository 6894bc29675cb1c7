/** What is said about a file of measurements once it has been read: what was guessed, done to it and left out. */
import type { AssayOptions, DecimalMark, Measurement } from "./assay.ts";
import type { TableLayout } from "./table-layout.ts";

/** What was seen while a file was read. */
export interface Noticed {
  readonly layout: TableLayout;
  readonly names: readonly string[];
  readonly decimal: DecimalMark;
  readonly options: AssayOptions;
  readonly guessed: { readonly letters: string; readonly name: string };
  readonly missing: {
    readonly score: number;
    readonly sequence: number;
    readonly stop: number;
    readonly lengths: number;
  };
  /** What variants were made of, with the rows of it where variants are written as mutations. */
  readonly parent: { readonly notes: readonly string[]; readonly rows: number } | undefined;
  readonly upper: number;
  /** Sequences that something was taken off from. */
  readonly bared: { readonly primes: number; readonly stops: number };
  readonly measurements: readonly Measurement[];
  readonly noise: number | null;
}

/** The sentences for the user. */
export function notesOn(seen: Noticed): readonly string[] {
  const { layout, names, options, guessed, missing, measurements, noise } = seen;
  const notes: string[] = [];
  const what = layout.mutations === layout.sequence ? "mutations" : "sequences";
  const columns = `${what} from ${JSON.stringify(layout.names[layout.sequence])}, scores from ${names.map((name) => JSON.stringify(name)).join(", ")}`;
  if (layout.above > 0) notes.push(`${plural(layout.above, "line")} above the table passed over`);
  notes.push(layout.header ? columns : `no header line; ${columns}`);
  if (names.length > 1 && options.scoreColumn === undefined) {
    notes.push(
      `${names.length} columns read as repeats of one measurement; --score-column names those that count`,
    );
  }
  notes.push(...(seen.parent?.notes ?? []));
  if (seen.parent !== undefined && seen.parent.rows > 0) {
    notes.push(`${plural(seen.parent.rows, "row")} of the parent itself (wild type, synonymous)`);
  }
  if (missing.stop > 0) notes.push(`${plural(missing.stop, "row")} with a stop left out`);
  if (missing.lengths > 0) {
    notes.push(`${plural(missing.lengths, "row")} with letters lost, added or shifted left out`);
  }
  if (options.alphabet === undefined) {
    const named = guessed.name.startsWith("own") ? "; --alphabet names others that there are" : "";
    notes.push(`alphabet ${guessed.letters} (${guessed.name}${named})`);
  }
  const { primes, stops } = seen.bared;
  if (primes > 0) notes.push(`5' and 3' around ${plural(primes, "sequence")} taken off`);
  if (stops > 0) notes.push('"*" at the end of every sequence taken off; --alphabet with a * keeps it');
  if (seen.decimal === "comma") notes.push('decimal commas: "0,5" is read as 0.5');
  if (seen.upper > 0) notes.push(`${plural(seen.upper, "sequence")} written in lower case, read as capitals`);
  if (missing.score > 0) notes.push(`${plural(missing.score, "row")} without a value left out`);
  if (missing.sequence > 0) notes.push(`${plural(missing.sequence, "row")} without a sequence left out`);
  for (const side of ["above", "below"] as const) {
    const known = measurements.filter(({ bound }) => bound === side);
    if (known.length === 0) continue;
    const limits = new Set(known.map(({ score }) => score));
    const words = limits.size === 1 ? `${side} ${[...limits][0]!}` : `${side} a limit`;
    notes.push(`${plural(known.length, "sequence")} known to lie ${words}: used as a bound`);
  }
  const repeated = measurements.filter(({ count, bound }) => count > 1 && bound === undefined).length;
  if (repeated > 0 && noise !== null) {
    notes.push(
      `${plural(repeated, "sequence")} measured more than once: means taken; one measurement has a standard deviation of ${Number(noise.toPrecision(3))}`,
    );
  }
  return [...notes, ...lengthNotes(measurements)];
}

/** As few of another length as this are likelier mistakes than meant. */
const oddShare = 0.05;

/** What there is to say of lengths; where nearly all have one, which has another. */
function lengthNotes(measurements: readonly Measurement[]): readonly string[] {
  const counts = new Map<number, number>();
  for (const { sequence } of measurements)
    counts.set(sequence.length, (counts.get(sequence.length) ?? 0) + 1);
  const sorted = [...counts.keys()].sort((a, b) => a - b);
  const [shortest, longest] = [sorted[0], sorted.at(-1)];
  if (shortest === longest) return [];
  const usual = sorted.reduce((best, length) => (counts.get(length)! > counts.get(best)! ? length : best));
  const others = measurements.length - counts.get(usual)!;
  const odd = measurements.find(({ sequence }) => sequence.length !== usual)!;
  const range = `lengths from ${shortest} to ${longest}`;
  return others > oddShare * measurements.length
    ? [range]
    : [
        `${range}: all but ${others} of ${measurements.length} have ${usual} letters; is ${odd.sequence} meant?`,
      ];
}

function plural(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}
