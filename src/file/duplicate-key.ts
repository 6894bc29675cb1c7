/**
 * Whether an object of a JSON text says one key twice. The parser keeps the last and drops the others without a word;
 * where a person has written the text, one of them is a slip.
 */

/** What structures a text: strings, and the marks between them. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/gs;

/** The first key that is said twice in one object of a valid JSON text; undefined where none is. */
export function duplicateKey(text: string): string | undefined {
  // The keys of every object that is open; null stands for a list.
  const open: (Set<string> | null)[] = [];
  let last = "";
  for (const [token] of text.matchAll(tokens)) {
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(null);
    else if (token === "}" || token === "]") open.pop();
    else if (token === ":") {
      // Two spellings of one key are the same one.
      const key = JSON.parse(last) as string;
      const keys = open.at(-1);
      if (keys?.has(key) === true) return key;
      keys?.add(key);
    }
    last = token;
  }
  return undefined;
}
