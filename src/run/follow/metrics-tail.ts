/**
 * Reads metrics.jsonl as it grows, and of it only what was added since the last look. A run that is resumed cuts its
 * metrics back and writes on, a copy by another program puts a new file in the place of the old one: whether what was
 * told before still stands is known from the bytes themselves, and where it does not, the place is found up to which it
 * does. A line without its end waits for the next look.
 */
import { openRegularFile, readFully, type OpenedFile } from "../../file/folder-file.ts";
import { readMetricsLine, type MetricsProblem } from "../metrics/metrics-reader.ts";
import { MAX_METRICS_BYTES, type MetricRow } from "../metrics/metrics-writer.ts";

/** What has come since the last look. */
export interface MetricsNews {
  /** Rows after this iteration do not hold any more, -1 for all; null where everything told before stands. */
  readonly cutAfter: number | null;
  readonly rows: readonly MetricRow[];
  /** Lines that could not be used. */
  readonly problems: readonly MetricsProblem[];
  /** Whether there was more than fits into one look. */
  readonly more: boolean;
}

/** A place between two lines. */
interface Place {
  readonly offset: number;
  /** How many lines stand before it. */
  readonly lines: number;
  /** The last iteration before it, -1 where there is none. */
  readonly iteration: number;
  /** The last bytes before it, by which it is known again. */
  readonly before: Uint8Array;
}

const start: Place = { offset: 0, lines: 0, iteration: -1, before: new Uint8Array(0) };
/** Longer than the check at the end of a line, which no two lines of different content share. */
const knownBytes = 64;
/** One look reads at most this much; longer than any line of ours. */
const lookBytes = 2 ** 22;
/** A place to go back to is kept about so often. */
const bytesBetweenPlaces = 2 ** 20;
const lineEnd = 0x0a;

export class MetricsTail {
  readonly #path: string;
  /** Places far apart to go back to, the first line's beginning among them. */
  readonly #places: Place[] = [start];
  #here = start;
  /** Whether the line that begins here is longer than a look, and passed over up to its end. */
  #overlong = false;
  /** Whether it was to go on from a place that is none, so that nothing told before is known to hold. */
  #lost = false;

  /** From the beginning, or from a place that `place` told: what does not stand there any more is cut. */
  constructor(path: string, from?: string) {
    this.#path = path;
    if (from === undefined) return;
    const place = readPlace(from);
    this.#lost = place === undefined;
    if (place === undefined) return;
    const { overlong, ...here } = place;
    this.#here = here;
    this.#overlong = overlong;
    if (here.offset > 0 && !overlong) this.#places.push(here);
  }

  /** Where it stands, as a text from which another goes on; the same as before where nothing has come. */
  get place(): string {
    const { offset, lines, iteration, before } = this.#here;
    return [offset, lines, iteration, this.#overlong ? 1 : 0, Buffer.from(before).toString("base64url")].join(
      ".",
    );
  }

  /** What has come since the last look; nothing where the file is not there, as while its folder is copied. */
  async look(): Promise<MetricsNews> {
    const file = await openRegularFile(this.#path, MAX_METRICS_BYTES);
    if (file === undefined) return { cutAfter: null, rows: [], problems: [], more: false };
    try {
      const back = await this.#goBack(file);
      const cutAfter = this.#lost ? -1 : back;
      this.#lost = false;
      const piece = new Uint8Array(Math.min(lookBytes, file.size - this.#here.offset));
      // A file that is cut at this moment is looked at again the next time.
      if (!(await readFully(file.handle, piece, this.#here.offset))) {
        return { cutAfter, rows: [], problems: [], more: false };
      }
      return { cutAfter, ...this.#take(piece), more: piece.length === lookBytes };
    } finally {
      await file.handle.close();
    }
  }

  /** Goes back to the last place that still stands; the iteration up to which rows hold, null where all do. */
  async #goBack(file: OpenedFile): Promise<number | null> {
    if (await stands(file, this.#here)) return null;
    // Places stand up to where the file was cut, and the first always does.
    let [low, high] = [0, this.#places.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (await stands(file, this.#places[middle]!)) low = middle;
      else high = middle;
    }
    this.#places.length = low + 1;
    this.#here = this.#places[low]!;
    this.#overlong = false;
    return this.#here.iteration;
  }

  /** The lines of a piece of the file, from here on. */
  #take(piece: Uint8Array): Pick<MetricsNews, "rows" | "problems"> {
    const rows: MetricRow[] = [];
    const problems: MetricsProblem[] = [];
    let { lines, iteration } = this.#here;
    let from = 0;
    for (let at = piece.indexOf(lineEnd); at >= 0; at = piece.indexOf(lineEnd, from)) {
      const read = this.#overlong
        ? { problem: `it has more than ${lookBytes} bytes` }
        : readMetricsLine(piece.subarray(from, at));
      this.#overlong = false;
      lines++;
      from = at + 1;
      if ("problem" in read) problems.push({ line: lines, problem: read.problem });
      else {
        rows.push(read.row);
        ({ iteration } = read.row);
      }
    }
    if (from === 0 && piece.length === lookBytes) {
      this.#overlong = true;
      from = piece.length;
    }
    if (from > 0) this.#moveTo(piece, from, { lines, iteration });
    return { rows, problems };
  }

  #moveTo(piece: Uint8Array, from: number, { lines, iteration }: Pick<Place, "lines" | "iteration">): void {
    const bytes = Buffer.concat([this.#here.before, piece.subarray(0, from)]).subarray(-knownBytes);
    this.#here = { offset: this.#here.offset + from, lines, iteration, before: Uint8Array.from(bytes) };
    const last = this.#places.at(-1)!;
    if (!this.#overlong && this.#here.offset - last.offset >= bytesBetweenPlaces)
      this.#places.push(this.#here);
  }
}

/** The place that a text tells; undefined where it is none of ours, so that everything is read. */
function readPlace(text: string): (Place & { readonly overlong: boolean }) | undefined {
  const found = /^(\d{1,15})\.(\d{1,15})\.(-1|\d{1,15})\.([01])\.([\w-]{0,88})$/.exec(text);
  if (found === null) return undefined;
  const [offset, lines, iteration] = found.slice(1, 4).map(Number) as [number, number, number];
  const before = Uint8Array.from(Buffer.from(found[5]!, "base64url"));
  if (before.length !== Math.min(knownBytes, offset)) return undefined;
  return { offset, lines, iteration, before, overlong: found[4] === "1" };
}

/** Whether a file still has before a place what it had when the place was reached. */
async function stands({ handle, size }: OpenedFile, { offset, before }: Place): Promise<boolean> {
  if (size < offset) return false;
  const found = new Uint8Array(before.length);
  return (await readFully(handle, found, offset - before.length)) && Buffer.compare(found, before) === 0;
}
