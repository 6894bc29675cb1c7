/**
 * The automaton that finds words in a sequence (Aho and Corasick 1975): its states are the beginnings of words, and it is
 * always in the longest one that what has been read ends with.
 */

/** States by letters, and how many words end where a state is entered. */
export interface WordAutomaton {
  readonly next: readonly (readonly number[])[];
  readonly found: readonly number[];
}

/** Words are lists of letters' numbers; each counts wherever it occurs, overlapping or not. State 0 is the start. */
export function wordAutomaton(words: readonly (readonly number[])[], alphabetSize: number): WordAutomaton {
  const leaf = (): number[] => Array.from({ length: alphabetSize }, () => -1);
  const trie: number[][] = [leaf()];
  const found = [0];
  for (const word of words) {
    let state = 0;
    for (const letter of word) {
      if (trie[state]![letter]! < 0) {
        trie[state]![letter] = trie.length;
        trie.push(leaf());
        found.push(0);
      }
      state = trie[state]![letter]!;
    }
    found[state]!++;
  }
  // Breadth first, so that the state to fall back to is always complete.
  const fallBack = trie.map(() => 0);
  const queue: number[] = [];
  for (let c = 0; c < alphabetSize; c++) {
    const child = trie[0]![c]!;
    if (child < 0) trie[0]![c] = 0;
    else queue.push(child);
  }
  for (const state of queue) {
    found[state]! += found[fallBack[state]!]!;
    for (let c = 0; c < alphabetSize; c++) {
      const child = trie[state]![c]!;
      const elsewhere = trie[fallBack[state]!]![c]!;
      if (child < 0) {
        trie[state]![c] = elsewhere;
        continue;
      }
      fallBack[child] = elsewhere;
      queue.push(child);
    }
  }
  return { next: trie, found };
}
