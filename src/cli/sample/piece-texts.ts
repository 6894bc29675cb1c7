/** Samples as they are drawn, piece by piece, as the text of a file. */
import type { DrawProgress } from "../../job/sample/draw-selected.ts";
import type { SampleRow } from "../../job/sample/select-samples.ts";
import { grouped } from "../../number-words.ts";
import { samplesText, type TextFormat } from "./write-samples.ts";

/** How many there are by now, in words. */
export function countText({ drawn, kept, wanted }: DrawProgress): string {
  const so = kept === null ? "" : `, ${grouped(kept)} of ${grouped(wanted)} kept so far`;
  return `${grouped(drawn)} samples drawn${so}`;
}

/** The pieces of text, each with its last line end; `several` beginnings are told apart. */
export async function* pieceTexts(
  pieces: AsyncIterable<readonly SampleRow[]>,
  format: TextFormat,
  several: boolean,
): AsyncGenerator<string> {
  let drawn = 0;
  for await (const rows of pieces) {
    yield `${samplesText(rows, format, several, drawn)}\n`;
    drawn += rows.length;
  }
}
