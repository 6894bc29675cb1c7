/**
 * What a network sees of a sequence: every stretch of a few letters, with the places beyond both ends open, on one strand
 * or on both. A window is numbered by its letters, with one more state for no letter, so that what a network makes of it
 * can be kept in a table. Sequences shorter than the longest end in windows without letters.
 */

export interface WindowChoice {
  /** The size of the alphabet. */
  readonly letters: number;
  /** The longest sequence there may be. */
  readonly length: number;
  /** Whether the reverse complement is read too. */
  readonly bothStrands: boolean;
}

export class Windows {
  /** Letters per window. */
  readonly width: number;
  /** Windows per strand. */
  readonly places: number;
  readonly strands: 1 | 2;
  /** The states of a place: a letter or none. */
  readonly states: number;
  readonly #letters: number;
  readonly #length: number;
  readonly #margin: number;
  /** One sequence at a time, with its margins. */
  readonly #padded: Int32Array;

  constructor({ letters, length, bothStrands }: WindowChoice) {
    // As wide as a table of all windows allows.
    this.width = Math.min(length, letters <= 4 ? 6 : letters <= 8 ? 4 : 3);
    this.#margin = Math.floor(this.width / 3);
    this.places = length + 2 * this.#margin - this.width + 1;
    this.strands = bothStrands ? 2 : 1;
    this.states = letters + 1;
    this.#letters = letters;
    this.#length = length;
    this.#padded = new Int32Array(length + 2 * this.#margin);
  }

  /** Windows per sequence. */
  get count(): number {
    return this.strands * this.places;
  }

  /** Different windows there are. */
  get kinds(): number {
    return this.states ** this.width;
  }

  /** Writes the numbers of a sequence's windows, place after place and strand after strand. */
  read(tokens: ArrayLike<number>, out: Int32Array, from = 0): void {
    const [padded, letters] = [this.#padded.fill(this.#letters), this.#letters];
    const length = Math.min(tokens.length, this.#length);
    for (let t = 0; t < length; t++) padded[this.#margin + t] = tokens[t]!;
    this.#readPadded(out, from);
    if (this.strands === 1) return;
    for (let t = 0; t < length; t++) padded[this.#margin + t] = letters - 1 - tokens[length - 1 - t]!;
    this.#readPadded(out, from + this.places);
  }

  /** The numbers of the windows of many sequences. */
  readAll(sequences: readonly ArrayLike<number>[]): Int32Array {
    const out = new Int32Array(sequences.length * this.count);
    for (const [row, tokens] of sequences.entries()) this.read(tokens, out, row * this.count);
    return out;
  }

  /** Adds 1 for every letter of a window, at its place in the window; `width × letters` numbers. */
  spell(window: number, out: Float32Array, from: number): void {
    let rest = window;
    for (let k = this.width - 1; k >= 0; k--) {
      const state = rest % this.states;
      rest = (rest - state) / this.states;
      if (state < this.#letters) out[from + k * this.#letters + state] = 1;
    }
  }

  #readPadded(out: Int32Array, from: number): void {
    const [padded, width, states] = [this.#padded, this.width, this.states];
    const leading = states ** (width - 1);
    let window = 0;
    for (let k = 0; k < width - 1; k++) window = window * states + padded[k]!;
    for (let place = 0; place < this.places; place++) {
      // The first letter of the window before goes, the next one comes.
      window = (window % leading) * states + padded[place + width - 1]!;
      out[from + place] = window;
    }
  }
}
