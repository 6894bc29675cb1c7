/** Plates as people draw them: rows of letters, columns of numbers, and in each well what it holds. */
import { plateShapes, type Well, wellName } from "./lay-plates.ts";

/** A plate as rows of cells, names of columns first. */
export interface PlateMap {
  readonly name: string;
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** The smallest plate that has all of these wells. */
function shapeOf(wells: readonly Well[]): readonly [rows: number, columns: number] {
  const names = new Set(wells.map(({ well }) => well));
  for (const shape of Object.values(plateShapes)) {
    const [rows, columns] = shape;
    let found = 0;
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) if (names.has(wellName(row, column))) found++;
    if (found === names.size) return shape;
  }
  return plateShapes[1536]!;
}

/** Each plate; `nameOf` is what a design is called. */
export function plateMaps(wells: readonly Well[], nameOf: (design: number) => string): readonly PlateMap[] {
  if (wells.length === 0) return [];
  const [rows, columns] = shapeOf(wells);
  const held = new Map(
    wells.map(({ plate, well, holds }) => [
      `${plate} ${well}`,
      typeof holds === "number" ? nameOf(holds) : holds,
    ]),
  );
  const plates = wells.reduce((most, { plate }) => Math.max(most, plate), 0);
  const numbers = Array.from({ length: columns }, (_, i) => i);
  return Array.from({ length: plates }, (_, i) => ({
    name: `Plate ${i + 1}`,
    rows: [
      ["", ...numbers.map((column) => column + 1)],
      ...Array.from({ length: rows }, (_row, row) => [
        wellName(row, 0).replace(/\d+$/, ""),
        ...numbers.map((column) => held.get(`${i + 1} ${wellName(row, column)}`) ?? null),
      ]),
    ],
  }));
}
