/** Samples as CSV, JSON lines, FASTA or Parquet. */
import type { SampleRow } from "./select-samples.ts";

/** One row per sample, with the beginning where there were any. */
export async function parquetBytes(rows: readonly SampleRow[]): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await import("hyparquet-writer");
  const begun = rows.some(({ beginning }) => beginning !== undefined);
  const buffer = parquetWriteBuffer({
    columnData: [
      { name: "sequence", data: rows.map((row) => row.sequence), type: "STRING" },
      { name: "intended", data: rows.map((row) => row.intended), type: "STRING" },
      { name: "score", data: Float64Array.from(rows, (row) => row.score), type: "DOUBLE" },
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
  switch (format) {
    case "csv":
      return [
        ...(from === 0 ? [`sequence,intended,score${several ? ",beginning" : ""}`] : []),
        ...rows.map(({ sequence, intended, score, beginning = "" }) =>
          [field(sequence), field(intended), score, ...(several ? [field(beginning)] : [])].join(","),
        ),
      ].join("\n");
    case "jsonl":
      return rows.map((row) => JSON.stringify(row)).join("\n");
    case "fasta":
      return rows
        .map(({ sequence, intended, score, beginning }, i) => {
          const begun = beginning === undefined ? "" : ` beginning=${beginning}`;
          return `>sample${from + i + 1} score=${score} intended=${intended}${begun}\n${sequence}`;
        })
        .join("\n");
    default:
      return format satisfies never;
  }
}

/** Objects of a user's own environment may be any text. */
function field(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
