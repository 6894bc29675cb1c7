/**
 * Designs, their replicates and controls on plates with wells. Wells are dealt at random, by a key, under three rules: a
 * plate's controls are spread evenly over it, so that a gradient from edge to edge shows in them; replicates of a design
 * stand on different plates as far as there are any; and plates are filled alike.
 */
import { WindageError } from "../../error.ts";
import { Generator } from "../../random/generator.ts";
import type { Key } from "../../random/key.ts";

/** Rows and columns of the plates that are sold. */
export const plateShapes: Readonly<Record<number, readonly [rows: number, columns: number]>> = {
  6: [2, 3],
  12: [3, 4],
  24: [4, 6],
  48: [6, 8],
  96: [8, 12],
  384: [16, 24],
  1536: [32, 48],
};

/** What is to be laid out. */
export interface PlateRequest {
  /** Wells of a plate. */
  readonly size: number;
  /** Wells of each design; 1 unless given. */
  readonly replicates?: number | undefined;
  /** On every plate so many wells of each. */
  readonly controls?: readonly Control[] | undefined;
}

/** Something known beside the designs: the parent, a blank. */
export interface Control {
  readonly name: string;
  readonly wells: number;
}

/** One well. */
export interface Well {
  /** From 1 on. */
  readonly plate: number;
  /** Such as B07. */
  readonly well: string;
  /** Which design of the order, from 0 on, or the name of a control. */
  readonly holds: number | string;
}

/** The name of a well by its row and column, from 0 on: A01, H12, AF48. */
export function wellName(row: number, column: number): string {
  const letters = row < 26 ? String.fromCodePoint(65 + row) : `A${String.fromCodePoint(65 + row - 26)}`;
  return `${letters}${String(column + 1).padStart(2, "0")}`;
}

/** Wells for designs on a plate, beside its controls. */
export function wellsForDesigns({ size, controls = [] }: PlateRequest): number {
  const free = size - controls.reduce((sum, { wells }) => sum + wells, 0);
  if (free > 0) return free;
  throw new WindageError(
    "design/full-plate",
    `got ${size - free} wells of controls on plates of ${size}, expected room for designs beside them; ask for fewer`,
  );
}

/** Lays out an order; the same key deals the same wells. */
export function layPlates(designs: number, request: PlateRequest, key: Key): readonly Well[] {
  const { size, replicates = 1, controls = [] } = request;
  const [rows, columns] = plateShapes[size]!;
  const room = wellsForDesigns(request);
  const plates = Math.ceil((designs * replicates) / room);
  const generator = Generator.fromKey(key);
  const held: (number | string)[][] = Array.from({ length: plates }, () => []);
  // Dealt like cards, one copy of all designs after the other: copies of one come to plates that follow each other.
  const order = shuffled(
    Array.from({ length: designs }, (_, design) => design),
    generator,
  );
  const shift = designs % Math.max(1, plates) === 0 ? 1 : 0;
  for (let copy = 0; copy < replicates; copy++) {
    for (const [i, design] of order.entries()) {
      const wanted = (i + copy * (designs + shift)) % plates;
      // The nearest plate with room that does not have it yet, else any with room.
      const turn = Array.from({ length: plates }, (_, step) => (wanted + step) % plates);
      const at =
        turn.find((plate) => held[plate]!.length < room && !held[plate]!.includes(design)) ??
        turn.find((plate) => held[plate]!.length < room)!;
      held[at]!.push(design);
    }
  }
  return held.flatMap((inside, plate) => {
    const own = controlWells(controls, rows, columns, generator);
    const rest = shuffled(inside, generator);
    const wells: Well[] = [];
    // Column by column, as pipettes fill, what is left at the end stays empty.
    for (let column = 0, next = 0; column < columns; column++) {
      for (let row = 0; row < rows; row++) {
        const holds = own.get(row * columns + column) ?? rest[next++];
        if (holds !== undefined) wells.push({ plate: plate + 1, well: wellName(row, column), holds });
      }
    }
    return wells;
  });
}

/** Where controls stand: evenly over a plate, kinds in turn, from a place that differs from plate to plate. */
function controlWells(
  controls: readonly Control[],
  rows: number,
  columns: number,
  generator: Generator,
): ReadonlyMap<number, string> {
  const names = inTurn(controls);
  const found = new Map<number, string>();
  const [a, b] = [generator.float64(), generator.float64()];
  for (const [i, name] of names.entries()) {
    // Rows from top to bottom, and columns in steps of the golden section, which leaves no wide gap anywhere.
    let row = Math.floor(rows * ((a + i / names.length) % 1));
    let column = Math.floor(columns * ((b + i * 0.6180339887498949) % 1));
    while (found.has(row * columns + column)) {
      column = (column + 1) % columns;
      if (column === 0) row = (row + 1) % rows;
    }
    found.set(row * columns + column, name);
  }
  return found;
}

/** Names one after the other, those of a kind as far from each other as can be. */
function inTurn(controls: readonly Control[]): readonly string[] {
  return controls
    .flatMap(({ name, wells }) => Array.from({ length: wells }, (_, i) => ({ name, at: (i + 0.5) / wells })))
    .sort((one, other) => one.at - other.at)
    .map(({ name }) => name);
}

function shuffled<T>(all: readonly T[], generator: Generator): T[] {
  const mixed = [...all];
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = generator.integer(i + 1);
    [mixed[i], mixed[j]] = [mixed[j]!, mixed[i]!];
  }
  return mixed;
}

/** Controls as people write them: "WT=4,blank=2". */
export function readControls(text: string): readonly Control[] {
  const controls = text.split(",").map((part): Control => {
    const found = /^\s*([^=,]{1,60}?)\s*(?:=\s*(\d{1,4})\s*)?$/.exec(part);
    const wells = Number(found?.[2] ?? 1);
    if (found === null || wells < 1) {
      throw new WindageError(
        "design/bad-controls",
        (say) =>
          `${say("controls")}: got ${JSON.stringify(part.slice(0, 40))}, expected names with how many wells of each plate they have, such as WT=4,blank=2`,
      );
    }
    return { name: found[1]!, wells };
  });
  const twice = controls.find(({ name }, i) => controls.findIndex((one) => one.name === name) !== i);
  if (twice === undefined) return controls;
  throw new WindageError(
    "design/bad-controls",
    (say) => `${say("controls")}: got ${JSON.stringify(twice.name)} twice, expected every control once`,
  );
}
