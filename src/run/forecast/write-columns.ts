/** Writes a table of columns as CSV, JSON or Parquet into a folder of ours, whole or not at all. */
import { writeDurably } from "../../file/durable-write.ts";
import type { Column } from "../../forecast/output/long-table.ts";
import { toCsv, toRecords } from "../../forecast/output/long-table.ts";

/** How tables are written. */
export type TableFormat = "csv" | "json" | "parquet";

export async function writeColumns(
  path: string,
  columns: readonly Column[],
  format: TableFormat,
): Promise<void> {
  await writeDurably(path, [await encodeColumns(columns, format)]);
}

/** The content of such a file. */
export async function encodeColumns(
  columns: readonly Column[],
  format: TableFormat,
): Promise<string | Uint8Array> {
  if (format === "csv") return toCsv(columns);
  if (format === "json") return `${JSON.stringify(toRecords(columns))}\n`;
  const { parquetWriteBuffer } = await import("hyparquet-writer");
  const columnData = columns.map(({ name, values }) =>
    values.every((value) => typeof value === "number")
      ? ({ name, data: Float64Array.from(values), type: "DOUBLE" } as const)
      : ({ name, data: values.map(String), type: "STRING" } as const),
  );
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}
