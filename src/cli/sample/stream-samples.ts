/** Samples without rules, written as they are drawn, so that any number of them needs the same memory. */
import { WindageError } from "../../error.ts";
import { writeOutput } from "../../file/output-file.ts";
import { drawPieces, type AskedPieces } from "../../job/sample/draw-pieces.ts";
import type { DrawProgress } from "../../job/sample/draw-selected.ts";
import type { Sampler } from "../../job/sample/sampler.ts";
import { listenForStop } from "../stop-signals.ts";
import { grouped } from "../../number-words.ts";
import { samplesText, type TextFormat } from "./write-samples.ts";

export interface AskedSamples extends Omit<AskedPieces, "onDrawn"> {
  readonly format: TextFormat;
}

/** Where pieces go, and who hears how many there were. */
export interface Target {
  /** A file; without one, everything is printed. */
  readonly out: string | undefined;
  readonly print: (text: string) => void;
  readonly onPhase: (phase: string) => void;
}

/** Draws and writes; the number of samples. Ctrl-C ends it at once and leaves no part of a file. */
export async function streamSamples(
  sampler: Pick<Sampler, "draw">,
  asked: AskedSamples,
  { out, print, onPhase }: Target,
): Promise<number> {
  const total = asked.count * asked.beginnings.length;
  return stoppably(async (heed) => {
    const onDrawn = (drawn: number): void => {
      // After a piece would be late: with long sequences or a slow engine it takes minutes.
      heed(drawn);
      onPhase(`${drawn} of ${total} samples`);
    };
    const pieces = samplePieces(sampler, { ...asked, onDrawn });
    if (out !== undefined) await writeOutput(out, pieces);
    else for await (const piece of pieces) print(piece);
    return total;
  });
}

/** How many there are by now, in words. */
export function countText({ drawn, kept, wanted }: DrawProgress): string {
  const so = kept === null ? "" : `, ${grouped(kept)} of ${grouped(wanted)} kept so far`;
  return `${grouped(drawn)} samples drawn${so}`;
}

/** Does something that Ctrl-C ends where it next says how many samples there are. */
export async function stoppably<T>(work: (heed: (drawn: number) => void) => Promise<T>): Promise<T> {
  const stop = listenForStop();
  try {
    return await work((drawn) => {
      if (stop.signal.aborted) throw stoppedAfter(drawn);
    });
  } finally {
    stop.dispose();
  }
}

function stoppedAfter(drawn: number): WindageError {
  return new WindageError("cli/stopped", `sample: stopped after ${drawn} samples.`, { kind: "failure" });
}

/** The pieces of text, each with its last line end. */
async function* samplePieces(
  sampler: Pick<Sampler, "draw">,
  { format, ...asked }: AskedPieces & { readonly format: TextFormat },
): AsyncGenerator<string> {
  let drawn = 0;
  for await (const rows of drawPieces(sampler, asked)) {
    yield `${samplesText(rows, format, asked.beginnings.length > 1, drawn)}\n`;
    drawn += rows.length;
  }
}
