/** Draws from a policy until enough samples keep the rules, or more draws would not help. */
import type { Made } from "../../design/batch/read-sequence-list.ts";
import { namingSetting } from "../naming-setting.ts";
import { selectSamples } from "./select-samples.ts";
import type { SampleRow, SampleRules } from "./select-samples.ts";

/** Rules that hardly anything passes are given up after this many samples for each one wanted. */
const mostPerWanted = 100;
/** A small space has no more different sequences however long one draws, so a large count is given up here. */
const mostDrawn = 2_000_000;

interface DrawRules extends Pick<SampleRules, "unique" | "minDistance" | "minScore" | "obeys" | "count"> {
  readonly top: number | undefined;
  /** The text of the file with sequences to leave out. */
  readonly excluded: string;
  /** What can be drawn, where it is sequences; else letters are those of what was drawn. */
  readonly made?: Made | undefined;
}

/** How far it has come. */
export interface DrawProgress {
  readonly drawn: number;
  /** How many of them keep the rules, and how many are wanted; null before any were looked at. */
  readonly kept: number | null;
  readonly wanted: number;
}

/** Draws until enough samples pass, or so many were drawn that more would not help. */
export async function drawSelected(
  { top, count, excluded, made, ...rules }: DrawRules,
  draw: (some: number, chunk: number, onDrawn: (drawn: number) => void) => Promise<readonly SampleRow[]>,
  onProgress: (progress: DrawProgress) => void = () => undefined,
): Promise<{ readonly rows: readonly SampleRow[]; readonly drawn: number }> {
  const { readSequenceList } = await import("../../design/batch/read-sequence-list.ts");
  const first = top === undefined ? count : Math.max(count, 20 * top);
  const wanted = top ?? count;
  const all: SampleRow[] = [];
  let rows: readonly SampleRow[] = [];
  const onDrawn = (drawn: number): void => {
    onProgress({ drawn: all.length + drawn, kept: all.length === 0 ? null : rows.length, wanted });
  };
  const letters = new Set<string>();
  let lettersFrom = 0;
  const listed = (of: Made): ReadonlySet<string> => {
    try {
      return new Set(readSequenceList(excluded, of, "exclude"));
    } catch (error) {
      throw namingSetting(error, "exclude");
    }
  };
  let list: ReadonlySet<string> = made === undefined ? new Set() : listed(made);
  const chosen = (): readonly SampleRow[] => {
    const before = letters.size;
    for (; lettersFrom < all.length; lettersFrom++)
      for (const letter of all[lettersFrom]!.sequence) letters.add(letter);
    // Anew where later samples have letters that the first ones had not: the list may name them.
    if (made === undefined && letters.size > before) list = listed({ alphabet: [...letters].join("") });
    return selectSamples(all, { ...rules, excluded: list, count: wanted, best: top !== undefined });
  };
  for (
    let chunk = 0;
    chunk === 0 || (rows.length < wanted && all.length < Math.min(mostPerWanted * wanted, mostDrawn));
    chunk++
  ) {
    const some = chunk === 0 ? first : Math.max(256, all.length);
    // One by one: as arguments of one call, a hundred thousand rows would overflow the stack.
    for (const row of await draw(some, chunk, onDrawn)) all.push(row);
    rows = chosen();
  }
  return { rows, drawn: all.length };
}
