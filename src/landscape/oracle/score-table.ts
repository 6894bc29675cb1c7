/**
 * Scores by name, many of them, in little room: names stand one behind the other as bytes, and a hash finds them.
 * A quarter of a million sequences of 50 letters take 22 MB; a `Map` of strings took 58.
 */

/** Letters beyond this need two bytes. */
const mostOneByte = 0xff;

export class ScoreTable implements Iterable<readonly [name: string, score: number]> {
  #size = 0;
  /** All names: of each how many bytes a letter has, then its letters. */
  #bytes = new Uint8Array(1_024);
  /** Where name i begins; it ends where the next begins. */
  #starts = new Float64Array(17);
  #hashes = new Uint32Array(16);
  #scores = new Float64Array(16);
  /** At the hash of a name, or behind it up to the next free place: its number plus one; 0 is free. */
  #places = new Uint32Array(32);

  constructor(scores: Iterable<readonly [string, number]> = []) {
    for (const [name, score] of scores) this.add(name, score);
  }

  get size(): number {
    return this.#size;
  }

  has(name: string): boolean {
    return this.#places[this.#placeOf(name, hashOf(name))] !== 0;
  }

  get(name: string): number | undefined {
    const number = this.#places[this.#placeOf(name, hashOf(name))]!;
    return number === 0 ? undefined : this.#scores[number - 1];
  }

  /** Adds a score; one that is there under this name stays. */
  add(name: string, score: number): void {
    const hash = hashOf(name);
    const place = this.#placeOf(name, hash);
    if (this.#places[place] !== 0) return;
    const end = this.#write(name, this.#starts[this.#size]!);
    this.#scores[this.#size] = score;
    this.#hashes[this.#size] = hash;
    this.#starts[++this.#size] = end;
    this.#places[place] = this.#size;
    if (this.#size === this.#scores.length) this.#grow();
  }

  /** The same without the oldest. */
  without(oldest: number): ScoreTable {
    const rest = new ScoreTable();
    for (let i = oldest; i < this.#size; i++) rest.add(this.#nameAt(i), this.#scores[i]!);
    return rest;
  }

  /** In the order they were added. */
  *[Symbol.iterator](): Generator<readonly [string, number]> {
    for (let i = 0; i < this.#size; i++) yield [this.#nameAt(i), this.#scores[i]!];
  }

  /** The place of a name, or the free one it would take. */
  #placeOf(name: string, hash: number): number {
    const last = this.#places.length - 1;
    for (let place = hash & last; ; place = (place + 1) & last) {
      const number = this.#places[place]!;
      if (number === 0 || (this.#hashes[number - 1] === hash && this.#isAt(number - 1, name))) return place;
    }
  }

  #isAt(i: number, name: string): boolean {
    const start = this.#starts[i]!;
    const width = this.#bytes[start]!;
    if (this.#starts[i + 1] !== start + 1 + width * name.length) return false;
    for (let letter = 0, at = start + 1; letter < name.length; letter++, at += width) {
      if (name.charCodeAt(letter) !== this.#unitAt(at, width)) return false;
    }
    return true;
  }

  #nameAt(i: number): string {
    const start = this.#starts[i]!;
    const width = this.#bytes[start]!;
    let name = "";
    for (let at = start + 1; at < this.#starts[i + 1]!; at += width) {
      name += String.fromCharCode(this.#unitAt(at, width));
    }
    return name;
  }

  #unitAt(at: number, width: number): number {
    return width === 1 ? this.#bytes[at]! : this.#bytes[at]! | (this.#bytes[at + 1]! << 8);
  }

  /** Writes a name and says where it ends. */
  #write(name: string, start: number): number {
    const width = isNarrow(name) ? 1 : 2;
    const end = start + 1 + width * name.length;
    if (end > this.#bytes.length) this.#bytes = copied(this.#bytes, new Uint8Array(2 * end));
    this.#bytes[start] = width;
    for (let letter = 0, at = start + 1; at < end; letter++, at += width) {
      const unit = name.charCodeAt(letter);
      this.#bytes[at] = unit & mostOneByte;
      if (width === 2) this.#bytes[at + 1] = unit >>> 8;
    }
    return end;
  }

  #grow(): void {
    this.#starts = copied(this.#starts, new Float64Array(2 * this.#size + 1));
    this.#scores = copied(this.#scores, new Float64Array(2 * this.#size));
    this.#hashes = copied(this.#hashes, new Uint32Array(2 * this.#size));
    this.#places = new Uint32Array(4 * this.#size);
    const last = this.#places.length - 1;
    for (let i = 0; i < this.#size; i++) {
      let place = this.#hashes[i]! & last;
      while (this.#places[place] !== 0) place = (place + 1) & last;
      this.#places[place] = i + 1;
    }
  }
}

/** FNV-1a over the letters; the last line spreads it over the low bits. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

function isNarrow(name: string): boolean {
  for (let at = 0; at < name.length; at++) if (name.charCodeAt(at) > mostOneByte) return false;
  return true;
}

function copied<T extends Uint8Array | Uint32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
