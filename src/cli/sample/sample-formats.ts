/**
 * Samples as text and files, some thousand at a time, so that ten million need no more memory than ten. A file is
 * complete or not there: it is replaced only when the new one is whole.
 */
import { rename, rm } from "node:fs/promises";
import type { ScoredSample } from "../../assessment/index.ts";
import { WindageError } from "../../error.ts";
import { writeDurably } from "../../file/durable-write.ts";

/** Samples as they are drawn. */
export type SampleStream = AsyncGenerator<readonly ScoredSample[], void>;

export type TextFormat = "csv" | "jsonl" | "fasta";

/** The text of samples in a format, piece by piece; every line has its end. */
export async function* textPieces(samples: SampleStream, format: TextFormat): AsyncGenerator<string, void> {
  if (format === "csv") yield "sequence,intended,score\n";
  let number = 0;
  for await (const some of samples) yield some.map((sample) => line(sample, format, ++number)).join("");
}

function line(sample: ScoredSample, format: TextFormat, number: number): string {
  const { sequence, intended, score } = sample;
  switch (format) {
    case "csv":
      return `${field(sequence)},${field(intended)},${score}\n`;
    case "jsonl":
      return `${JSON.stringify(sample)}\n`;
    case "fasta":
      return `>sample${number} score=${score} intended=${intended}\n${sequence}\n`;
    default:
      return format satisfies never;
  }
}

/** Objects of a user's own environment may be any text. */
function field(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One JSON document: the fields of `head`, then `samples`, then what is known once all are drawn. */
export async function* jsonPieces(
  head: object,
  samples: SampleStream,
  tail: () => object,
): AsyncGenerator<string, void> {
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "samples": [`;
  let between = "\n    ";
  for await (const some of samples) {
    let text = "";
    for (const sample of some) {
      text += between + JSON.stringify(sample);
      between = ",\n    ";
    }
    yield text;
  }
  yield `\n  ],${JSON.stringify(tail(), null, 2).slice(1)}\n`;
}

/** Writes samples to a file. */
export async function writeSampleFile(
  path: string,
  format: TextFormat | "parquet",
  samples: SampleStream,
): Promise<void> {
  try {
    if (format === "parquet") await writeParquet(path, samples);
    else await writeDurably(path, textPieces(samples, format));
  } catch (cause) {
    const isOurs = cause instanceof WindageError && !cause.code.startsWith("run/");
    if (isOurs) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new WindageError(
      "cli/cannot-write",
      `--out: ${path} cannot be written (${reason}); choose another place.`,
      { cause },
    );
  }
}

async function writeParquet(path: string, samples: SampleStream): Promise<void> {
  const { fileWriter, ParquetWriter, schemaFromColumnData } = await import("hyparquet-writer");
  const whole = `${path}.${process.pid}.part`;
  const columnsOf = (some: readonly ScoredSample[]) => [
    { name: "sequence", data: some.map(({ sequence }) => sequence), type: "STRING" as const },
    { name: "intended", data: some.map(({ intended }) => intended), type: "STRING" as const },
    { name: "score", data: Float64Array.from(some, ({ score }) => score), type: "DOUBLE" as const },
  ];
  try {
    const schema = schemaFromColumnData({ columnData: columnsOf([]) });
    const writer = new ParquetWriter({ writer: fileWriter(whole), schema });
    for await (const some of samples) {
      await writer.write({ columnData: columnsOf(some), rowGroupSize: some.length });
    }
    await writer.finish();
    await rename(whole, path);
  } finally {
    await rm(whole, { force: true });
  }
}
