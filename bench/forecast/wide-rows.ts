/** The wide format of the M4 competition: an id, then values until the row ends. */
import { readFile } from "node:fs/promises";

export async function readWideRows(file: string): Promise<Float64Array[]> {
  const lines = (await readFile(file, "utf8")).trim().split("\n").slice(1);
  return lines.map((line) =>
    Float64Array.from(
      line
        .split(",")
        .slice(1)
        .map((cell) => cell.replaceAll('"', "").trim())
        .filter((cell) => cell !== "")
        .map(Number),
    ),
  );
}
