/** Samples without rules, drawn and written piece by piece, so that any number of them needs the same memory. */
import { WindageError } from "../../error.ts";
import { writeOutput } from "../../file/output-file.ts";
import { listenForStop } from "../stop-signals.ts";
import type { Beginning, Sampler } from "./open-sampler.ts";
import type { SampleRow } from "./select-samples.ts";
import { samplesText, type TextFormat } from "./write-samples.ts";

/** Samples in a piece; so many are held at a time. */
const atATime = 65_536;

/** Keeps seeds of further pieces away from those a user would type. */
export const seedsApart = 1_000_003;

export interface AskedSamples {
  readonly beginnings: readonly (Beginning | undefined)[];
  /** Samples for each beginning. */
  readonly count: number;
  readonly seed: number;
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
  const stop = listenForStop();
  try {
    const onDrawn = (drawn: number): void => onPhase(`${drawn} of ${total} samples`);
    const pieces = samplePieces(sampler, { ...asked, signal: stop.signal, onDrawn });
    if (out !== undefined) await writeOutput(out, pieces);
    else for await (const piece of pieces) print(piece);
    return total;
  } finally {
    stop.dispose();
  }
}

/** Draws samples that are all held; Ctrl-C ends it at once. */
export async function drawStoppably(
  sampler: Pick<Sampler, "draw">,
  {
    some,
    seed,
    beginning,
    onDrawn,
  }: {
    readonly some: number;
    readonly seed: number;
    readonly beginning: Beginning | undefined;
    readonly onDrawn: (drawn: number) => void;
  },
): Promise<readonly SampleRow[]> {
  const stop = listenForStop();
  try {
    return await sampler.draw(some, seed, beginning, (drawn) => {
      if (stop.signal.aborted) throw stoppedAfter(drawn);
      onDrawn(drawn);
    });
  } finally {
    stop.dispose();
  }
}

function stoppedAfter(drawn: number): WindageError {
  return new WindageError("cli/stopped", `sample: stopped after ${drawn} samples.`, { kind: "failure" });
}

interface Stream extends AskedSamples {
  readonly signal: AbortSignal;
  readonly onDrawn: (drawn: number) => void;
}

/** The pieces of text, each with its last line end; the same seed gives the same ones. */
async function* samplePieces(
  sampler: Pick<Sampler, "draw">,
  { beginnings, count, seed, format, signal, onDrawn }: Stream,
): AsyncGenerator<string> {
  let drawn = 0;
  // After a piece would be late: with long sequences or a slow engine it takes minutes.
  const heed = (more: number): void => {
    if (signal.aborted) throw stoppedAfter(drawn);
    onDrawn(drawn + more);
  };
  for (const beginning of beginnings) {
    let left = count;
    for (let piece = 0; left > 0; piece++) {
      const rows = await sampler.draw(Math.min(left, atATime), seed + piece * seedsApart, beginning, heed);
      heed(0);
      yield `${samplesText(rows, format, beginnings.length > 1, drawn)}\n`;
      drawn += rows.length;
      left -= rows.length;
    }
  }
}
