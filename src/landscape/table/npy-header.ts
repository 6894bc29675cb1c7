/**
 * The header of NumPy's .npy format: a Python dictionary literal with exactly the keys descr, fortran_order and
 * shape. Only that much of Python is read, by a small strict reader: a header is data from elsewhere and is
 * never evaluated. The array itself is read in `npy.ts`.
 */

/** What a header says about the array after it. */
export interface NpyHeader {
  readonly descr: string;
  readonly fortranOrder: boolean;
  readonly shape: readonly number[];
}

/** A reason to refuse a header; `npy.ts` adds the file and the advice. */
export class NpyHeaderProblem extends Error {}

const MAX_DIMENSIONS = 32;

/** Reads the dictionary. */
export function parseNpyHeader(text: string): NpyHeader {
  const reader = new Reader(text);
  let descr: string | undefined;
  let fortranOrder: boolean | undefined;
  let shape: number[] | undefined;
  reader.expect("{");
  while (!reader.accept("}")) {
    const key = reader.string();
    reader.expect(":");
    if (key === "descr" && descr === undefined) descr = reader.string();
    else if (key === "fortran_order" && fortranOrder === undefined) fortranOrder = reader.boolean();
    else if (key === "shape" && shape === undefined) shape = reader.tuple();
    else throw new NpyHeaderProblem(`unexpected or repeated key ${JSON.stringify(key)}`);
    if (!reader.accept(",")) {
      reader.expect("}");
      break;
    }
  }
  reader.end();
  if (descr === undefined || fortranOrder === undefined || shape === undefined) {
    throw new NpyHeaderProblem("one of the keys descr, fortran_order and shape is missing");
  }
  return { descr, fortranOrder, shape };
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  accept(token: string): boolean {
    this.#skipSpace();
    if (!this.#text.startsWith(token, this.#at)) return false;
    this.#at += token.length;
    return true;
  }

  expect(token: string): void {
    if (!this.accept(token)) throw this.#problem(`"${token}"`);
  }

  string(): string {
    const match = this.#match(
      /'([^'\\\n]*)'|"([^"\\\n]*)"/y,
      "a quoted word (structured types are not supported)",
    );
    return match[1] ?? match[2] ?? "";
  }

  boolean(): boolean {
    return this.#match(/True|False/y, "True or False")[0] === "True";
  }

  tuple(): number[] {
    const sizes: number[] = [];
    this.expect("(");
    while (!this.accept(")")) {
      if (sizes.length === MAX_DIMENSIONS)
        throw new NpyHeaderProblem(`more than ${MAX_DIMENSIONS} dimensions`);
      const size = Number(this.#match(/\d{1,16}(?!\d)/y, "a dimension of at most 16 digits")[0]);
      if (!Number.isSafeInteger(size)) throw new NpyHeaderProblem(`dimension ${size} is too large`);
      sizes.push(size);
      // Old Pythons wrote long integers with a trailing L.
      this.accept("L");
      if (!this.accept(",")) {
        this.expect(")");
        break;
      }
    }
    return sizes;
  }

  end(): void {
    this.#skipSpace();
    if (this.#at !== this.#text.length) throw this.#problem("the end of the header");
  }

  #match(pattern: RegExp, expected: string): RegExpExecArray {
    this.#skipSpace();
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match === null) throw this.#problem(expected);
    this.#at = pattern.lastIndex;
    return match;
  }

  #skipSpace(): void {
    while (/\s/.test(this.#text[this.#at] ?? "")) this.#at++;
  }

  #problem(expected: string): NpyHeaderProblem {
    const found = this.#text.slice(this.#at, this.#at + 24);
    return new NpyHeaderProblem(`got ${JSON.stringify(found)}, expected ${expected}`);
  }
}
