/**
 * Picks samples by what is asked of them: each once, apart from each other, good enough, not on a list, or the best
 * few. Samples are looked at in the order they were drawn, or best first where only the best are wanted.
 */
import { LettersApart } from "../../landscape/distance/letters-apart.ts";

/** One sample. */
export interface SampleRow {
  readonly sequence: string;
  readonly intended: string;
  readonly score: number;
  /** What it was begun with, where something was given. */
  readonly beginning?: string;
}

/** What is asked of samples. */
export interface SampleRules {
  readonly unique: boolean;
  readonly minDistance: number | undefined;
  readonly minScore: number | undefined;
  readonly excluded: ReadonlySet<string>;
  /** How many to keep. */
  readonly count: number;
  /** Whether the best are kept, and not the first. */
  readonly best: boolean;
}

/** The samples that are kept. */
export function selectSamples(rows: readonly SampleRow[], rules: SampleRules): readonly SampleRow[] {
  const { unique, minDistance, minScore, excluded, count, best } = rules;
  const ordered = best ? rows.toSorted((a, b) => b.score - a.score) : rows;
  const once = unique || best || minDistance !== undefined;
  const seen = new Set<string>();
  const kept: SampleRow[] = [];
  const apart = new LettersApart(rows.every(({ sequence }) => sequence.length === rows[0]!.sequence.length));
  for (const row of ordered) {
    if (kept.length >= count) break;
    if (excluded.has(row.sequence) || (minScore !== undefined && row.score < minScore)) continue;
    if (once && seen.has(row.sequence)) continue;
    seen.add(row.sequence);
    if (minDistance !== undefined) {
      if (apart.hasNearer(row.sequence, minDistance)) continue;
      apart.add(row.sequence);
    }
    kept.push(row);
  }
  return kept;
}

/** What was asked for and changes nothing beside the other rules, in sentences; `count` where it was given. */
export function idleRules(
  {
    unique,
    top,
    minDistance,
  }: Pick<SampleRules, "unique" | "minDistance"> & { readonly top: number | undefined },
  count: number | undefined,
): readonly string[] {
  const once = [
    ...(top === undefined ? [] : ["--top"]),
    ...(minDistance === undefined ? [] : ["--min-distance"]),
  ];
  const lone = (top ?? count) === 1;
  const apart = [
    ...(unique && once.length === 0 ? ["--unique"] : []),
    ...(minDistance ? ["--min-distance"] : []),
  ];
  const many = top === undefined || count === undefined || count >= 20 * top;
  return [
    ...(unique && once.length > 0
      ? [
          `--unique adds nothing: ${once.join(" and ")} ${once.length === 1 ? "keeps" : "keep"} each sequence once.`,
        ]
      : []),
    ...(!lone && top !== undefined && minDistance === 1
      ? ["--min-distance 1 adds nothing: --top keeps each sequence once."]
      : []),
    ...(lone && apart.length > 0
      ? [
          `${apart.join(" and ")} ${apart.length === 1 ? "adds" : "add"} nothing: a single sequence has no other beside it.`,
        ]
      : []),
    ...(many ? [] : [`--count ${count} adds nothing: --top ${top} chooses from at least ${20 * top}.`]),
  ];
}
