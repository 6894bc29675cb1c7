/** Dots on a grid of characters: each Braille character has two columns and four rows of them. */

/** The bit of the dot in this column and row of a character. */
const bits = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
] as const;

export class Braille {
  /** In dots. */
  readonly width: number;
  readonly height: number;
  readonly #cells: Uint8Array[];

  constructor(columns: number, rows: number) {
    this.width = 2 * columns;
    this.height = 4 * rows;
    this.#cells = Array.from({ length: rows }, () => new Uint8Array(columns));
  }

  dot(x: number, y: number): void {
    const [column, row] = [Math.round(x), Math.round(y)];
    if (!(column >= 0 && column < this.width && row >= 0 && row < this.height)) return;
    this.#cells[row >> 2]![column >> 1]! |= bits[row & 3]![column & 1]!;
  }

  /** A line between two places; every `skip`-th dot only, where it is dashed. */
  line([x0, y0]: readonly [number, number], [x1, y1]: readonly [number, number], skip = 1): void {
    const steps = Math.max(1, Math.ceil(Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0))));
    for (let i = 0; i <= steps; i++) {
      if (i % skip === 0) this.dot(x0 + ((x1 - x0) * i) / steps, y0 + ((y1 - y0) * i) / steps);
    }
  }

  lines(): readonly string[] {
    return this.#cells.map((row) =>
      Array.from(row, (cell) => (cell === 0 ? " " : String.fromCodePoint(0x2800 + cell))).join(""),
    );
  }
}
