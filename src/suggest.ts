/**
 * "Did you mean …?": the known words that are likeliest to be what was meant. Every place that refuses a name asks here,
 * so that all of them answer alike. It imports nothing, and everyone may import it.
 */

/** More candidates than this are not listed in full. */
const longList = 12;
/** How many suggestions help more than they confuse. */
const few = 3;

/** Edits (insert, delete, replace, swap of neighbours) that turn one word into the other. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let best = Math.min(replace, last[j]! + 1, row[j - 1]! + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, beforeLast[j - 2]! + 1);
      }
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}

/** A candidate is near when at most a third of the word would have to change: two letters of four, one of three. */
function isNear(word: string, candidate: string, distance: number): boolean {
  const length = word.replace(/^-+/, "").length;
  const allowed = length < 4 ? 1 : Math.max(2, Math.floor(length / 3));
  return distance <= allowed && distance < candidate.replace(/^-+/, "").length;
}

/** How many letters two words share, whatever their order, from 0 to 1: acronyms get their letters swapped. */
function likeness(a: string, b: string): number {
  const left = Array.from(b);
  const shared = Array.from(a).filter((letter) => {
    const at = left.indexOf(letter);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return (2 * shared.length) / Math.max(1, a.length + b.length);
}

interface Ranked {
  readonly candidate: string;
  readonly distance: number;
  readonly likeness: number;
}

/** All candidates, the likeliest first. */
function rank(word: string, candidates: readonly string[]): Ranked[] {
  const typed = word.toLowerCase();
  return candidates
    .map((candidate) => {
      const known = candidate.toLowerCase();
      return { candidate, distance: editDistance(typed, known), likeness: likeness(typed, known) };
    })
    .sort((a, b) => a.distance - b.distance || b.likeness - a.likeness);
}

/** The words that a name such as `--final-rate` or `finalRate` is made of, but for very short ones. */
function partsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part.length >= 3);
}

/** Beside the best, candidates that are as near and nearly as like it. */
const asLike = 0.1;

/** What was perhaps abbreviated: candidates that go on where the word ends, the shortest first. */
function completions(word: string, candidates: readonly string[]): readonly string[] {
  const typed = word.toLowerCase();
  if (typed.replace(/^-+/, "").length < 3) return [];
  return candidates
    .filter((candidate) => candidate.toLowerCase().startsWith(typed))
    .sort((a, b) => a.length - b.length);
}

/** The few candidates that may be meant: those a letter away, those that go on, the nearest, or those with a part of it. */
function nearestFew(word: string, candidates: readonly string[], most: number): readonly string[] {
  const ranked = rank(word, candidates);
  const near = ranked.filter(({ candidate, distance }) => isNear(word, candidate, distance));
  const best = near[0];
  const longer = completions(word, candidates);
  if (longer.length > 0 && (best === undefined || best.distance > 1)) return longer.slice(0, most);
  const parts = partsOf(word);
  const chosen =
    best === undefined
      ? ranked
          .filter(({ candidate }) => parts.some((part) => candidate.toLowerCase().includes(part)))
          // The plainest first: rate before final-rate.
          .sort((a, b) => a.candidate.length - b.candidate.length)
      : near.filter((other) => other.distance === best.distance && other.likeness > best.likeness - asLike);
  return chosen.slice(0, most).map(({ candidate }) => candidate);
}

/** The question for an error whose sentence already says what there is; undefined where nothing is near. */
export function didYouMean(word: string, candidates: readonly string[], most = few): string | undefined {
  const meant = nearestFew(word, candidates, most);
  return meant.length === 0 ? undefined : `did you mean ${either(meant)}?`;
}

/**
 * A sentence for an error: what may have been meant, or what there is where that is a short list; of a long one in which
 * nothing is near, only how long it is, since words that are unlike what was typed are no help.
 */
export function suggestion(word: string, candidates: readonly string[]): string {
  const meant = didYouMean(word, candidates);
  if (meant !== undefined) return meant;
  if (candidates.length <= longList) return `expected one of ${candidates.join(", ")}.`;
  return `none of the ${candidates.length} there are is like it.`;
}

function either(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}
