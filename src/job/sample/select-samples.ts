/**
 * Picks samples by what is asked of them: each once, apart from each other, good enough, not on a list, or the best
 * few. Samples are looked at in the order they were drawn, or best first where only the best are wanted.
 */
import { LettersApart } from "../../landscape/distance/letters-apart.ts";

/** One sample. */
export interface SampleRow {
  readonly sequence: string;
  readonly intended: string;
  /** Null where nobody was asked. */
  readonly score: number | null;
  /** What it was begun with, where something was given. */
  readonly beginning?: string;
}

/** What is asked of samples. */
export interface SampleRules {
  readonly unique: boolean;
  readonly minDistance: number | undefined;
  readonly minScore: number | undefined;
  readonly excluded: ReadonlySet<string>;
  /** Whether a sequence obeys the rules on designs, where there are some. */
  readonly obeys?: ((sequence: string) => boolean) | undefined;
  /** How many to keep. */
  readonly count: number;
  /** Whether the best are kept, and not the first. */
  readonly best: boolean;
}

/** The samples that are kept. */
export function selectSamples(rows: readonly SampleRow[], rules: SampleRules): readonly SampleRow[] {
  const { unique, minDistance, minScore, excluded, obeys, count, best } = rules;
  const ordered = best ? rows.toSorted((a, b) => scoreOf(b) - scoreOf(a)) : rows;
  const once = unique || best || minDistance !== undefined;
  const seen = new Set<string>();
  const kept: SampleRow[] = [];
  const apart = new LettersApart(rows.every(({ sequence }) => sequence.length === rows[0]!.sequence.length));
  for (const row of ordered) {
    if (kept.length >= count) break;
    if (excluded.has(row.sequence) || (minScore !== undefined && scoreOf(row) < minScore)) continue;
    if (once && seen.has(row.sequence)) continue;
    if (obeys?.(row.sequence) === false) continue;
    seen.add(row.sequence);
    if (minDistance !== undefined) {
      if (apart.hasNearer(row.sequence, minDistance)) continue;
      apart.add(row.sequence);
    }
    kept.push(row);
  }
  return kept;
}

/** Nobody asks for the best, or for so much, of samples that nobody scored. */
function scoreOf({ score }: SampleRow): number {
  return score ?? Number.NEGATIVE_INFINITY;
}
