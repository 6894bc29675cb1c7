/** Samples as CSV, JSON lines, FASTA or Parquet. */
import type { SampleRow } from "../../job/sample/select-samples.ts";

/** One row per sample, with the beginning where there were any. */
export async function parquetBytes(rows: readonly SampleRow[]): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await import("hyparquet-writer");
  const begun = rows.some(({ beginning }) => beginning !== undefined);
  const buffer = parquetWriteBuffer({
    columnData: [
      { name: "sequence", data: rows.map((row) => row.sequence), type: "STRING" },
      { name: "intended", data: rows.map((row) => row.intended), type: "STRING" },
      ...(isScored(rows)
        ? [{ name: "score", data: Float64Array.from(rows, (row) => row.score!), type: "DOUBLE" as const }]
        : []),
      ...(begun
        ? [{ name: "beginning", data: rows.map((row) => row.beginning ?? ""), type: "STRING" as const }]
        : []),
    ],
  });
  return new Uint8Array(buffer);
}

export type TextFormat = "csv" | "jsonl" | "fasta";

/** The text of a format; `several` beginnings are told apart, and `from` samples have been written before. */
export function samplesText(
  rows: readonly SampleRow[],
  format: TextFormat,
  several: boolean,
  from = 0,
): string {
  const scored = isScored(rows);
  switch (format) {
    case "csv": {
      const columns = [
        "sequence",
        "intended",
        ...(scored ? ["score"] : []),
        ...(several ? ["beginning"] : []),
      ];
      return [
        ...(from === 0 ? [columns.join(",")] : []),
        ...rows.map(({ sequence, intended, score, beginning = "" }) =>
          [
            field(sequence),
            field(intended),
            ...(scored ? [score] : []),
            ...(several ? [field(beginning)] : []),
          ].join(","),
        ),
      ].join("\n");
    }
    case "jsonl":
      return rows
        .map((row) => JSON.stringify(row, scored ? null : ["sequence", "intended", "beginning"]))
        .join("\n");
    case "fasta":
      return rows
        .map(({ sequence, intended, score, beginning }, i) => {
          const begun = beginning === undefined ? "" : ` beginning=${beginning}`;
          const worth = scored ? ` score=${score}` : "";
          return `>sample${from + i + 1}${worth} intended=${intended}${begun}\n${sequence}`;
        })
        .join("\n");
    default:
      return format satisfies never;
  }
}

/** Whether there are scores: of all, or of none. */
function isScored(rows: readonly SampleRow[]): boolean {
  return rows[0]?.score !== null;
}

/** Objects of a user's own environment may be any text. */
function field(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
