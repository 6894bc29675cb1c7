/**
 * Files of hundreds of thousands to millions of rows, for `forecast` and `design`: done within minutes and with progress, or
 * refused in words within the first megabytes; a signal in the middle is heard.
 */
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pick, type Campaign } from "./campaign.ts";
import { start } from "./start-windage.ts";
import type { Generator } from "../../src/random/generator.ts";

const million = 1_000_000;

/** Writes rows until there are enough of them. */
async function write(path: string, header: string, rows: number, row: (i: number) => string): Promise<void> {
  const stream = createWriteStream(path);
  let waiting = header;
  for (let i = 0; i < rows; i++) {
    waiting += row(i);
    if (waiting.length > 2 ** 20) {
      if (!stream.write(waiting)) await once(stream, "drain");
      waiting = "";
    }
  }
  stream.end(waiting);
  await once(stream, "close");
}

const value = (i: number): string =>
  (100 + 20 * Math.sin((i * Math.PI) / 12) + ((i * 7919) % 1013) / 101).toFixed(3);
const stamp = (hour: number): string => new Date(3_600_000 * hour).toISOString().slice(0, 16);

/** What can be wrong with a file, or right, and what has to be said of it. */
interface Kind {
  readonly rows: number;
  readonly row: (i: number) => string;
  readonly header: string;
  /** The exit code, and what stands in the last words. */
  readonly code: number;
  readonly said: RegExp;
  readonly words: readonly string[];
}

function kinds(random: Generator): readonly Kind[] {
  const odd = 1000 + random.integer(1000);
  const series = { header: "ds,y\n", words: ["forecast", "--horizon", "24"] };
  const letters = (i: number): string =>
    i
      .toString(4)
      .padStart(12, "0")
      .replaceAll(/\d/g, (digit) => "ACGT"[Number(digit)]!);
  return [
    // One series, and a thousand: minutes.
    {
      ...series,
      rows: million,
      row: (i) => `${stamp(i)},${value(i)}\n`,
      code: 0,
      said: /reading .* 1,000,000 rows.*Backtests and forecast of 1 series/s,
    },
    {
      ...series,
      header: "unique_id,ds,y\n",
      rows: million,
      row: (i) => `s${Math.floor(i / 1000)},${stamp(i % 1000)},${value(i)}\n`,
      code: 0,
      said: /reading .* 1,000,000 rows.*Backtests and forecast of 1,000 series/s,
    },
    // More than Node has memory for, about 400 MB.
    {
      ...series,
      rows: 14 * million,
      row: (i) => `${stamp(i)},${value(i)}\n`,
      code: 2,
      said: /\[forecast\/too-large\].*about 14,000,000 rows/,
    },
    // A quote that nobody closes, in a hundred megabytes.
    {
      ...series,
      rows: 4 * million,
      row: (i) => (i === odd ? `"${stamp(i)},1\n` : `${stamp(i)},${value(i)}\n`),
      code: 2,
      said: new RegExp(`line ${odd + 2}: a quoted field is not closed within 1,048,576 characters`),
    },
    {
      header: "sequence,score\n",
      words: ["design", "--batch", "4"],
      rows: 4 * million,
      row: (i) => `${i === odd ? '"' : ""}${letters(i)},${value(i)}\n`,
      code: 2,
      said: new RegExp(`:${odd + 2}: a quoted field is not closed within 1,048,576 characters`),
    },
    // A number in another notation, far behind.
    {
      ...series,
      rows: million,
      row: (i) => `${stamp(i)},${i === 500 * odd ? "0x10" : value(i)}\n`,
      code: 2,
      said: /column "y": got "0x10", expected a number in decimal notation; write 16/,
    },
  ];
}

/** Seconds after which a long command has to have said something, and after a signal has to have ended, on a busy machine. */
const silentMs = 30_000;
const deafMs = 30_000;

export const largeFiles: Campaign = {
  name: "large-files",
  promise: "files of millions of rows are done in minutes, or refused in words and at once",
  short: 0,
  long: 12,
  longestMs: 3_600_000,
  begin: async () => async (random, folder) => {
    const kind = pick(random, kinds(random));
    const file = join(folder, "large.csv");
    await write(file, kind.header, kind.rows, kind.row);
    const [command, ...options] = kind.words;
    const process = start(folder, [command!, file, ...options]);
    const begun = Date.now();
    while (process.said() === "" && process.code() === undefined && Date.now() - begun < silentMs)
      await wait(100);
    if (process.said() === "" && process.code() === undefined) {
      process.child.kill("SIGKILL");
      return `${kind.words.join(" ")}: nothing was said in ${silentMs / 1000} s`;
    }
    // Now and then a signal comes, at any moment.
    const isStopped = kind.code === 0 && random.integer(2) === 0;
    if (isStopped) {
      await wait(random.integer(60_000));
      const told = Date.now();
      process.child.kill("SIGTERM");
      await Promise.race([process.ended, wait(deafMs)]);
      if (process.code() === undefined) return `SIGTERM was not heard within ${(Date.now() - told) / 1000} s`;
    }
    await process.ended;
    await rm(file);
    const [code, said] = [process.code(), process.said()];
    if (isStopped && code !== 0)
      return code === 1 && said.includes("run/stopped") ? undefined : `stopped: ${code}: ${said.slice(-500)}`;
    return code === kind.code && kind.said.test(said)
      ? undefined
      : `${kind.words.join(" ")}: ${code}: ${said.slice(-500)}`;
  },
};
