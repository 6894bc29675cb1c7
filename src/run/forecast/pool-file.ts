/**
 * pool.json: everything `forecast predict` needs of a run besides the network: the fitted pool, and how files are read.
 * A run folder may come from anywhere and a disk may forget a bit, so the document carries a check (`seal.ts`) and every number
 * of it has a bound.
 */
import { join } from "node:path";
import { writeDurably } from "../../file/durable-write.ts";
import { choice, count, listOf, readDocument, text, z } from "../../file/document.ts";
import { readSmallText } from "../../file/folder-file.ts";
import { broken, parseObject } from "../../file/json-document.ts";
import { seal } from "../../file/seal.ts";
import { WindageError } from "../../error.ts";
import type { SavedPool, SeriesTable } from "../../forecast/index.ts";
import { runFiles, type Run } from "../layout.ts";

/** A column's or a series' name, as long as a cell of a file may be. */
const name = text(1_000_000);

const columns = z.array(name, { error: "a list" }).max(10_000, { error: "at most 10000 columns" });

/** How the run's file was read, what was guessed of it settled. */
const readingSchema = z.object(
  {
    read: z.object(
      {
        target: name,
        idCol: name.exactOptional(),
        timeCol: name.exactOptional(),
        freq: text(100).exactOptional(),
        timezone: text(100).exactOptional(),
        irregular: choice(["readings", "interpolate"]).exactOptional(),
        known: columns,
        past: columns,
      },
      { error: "an object" },
    ),
    calendar: z.boolean({ error: "true or false" }),
    /** What the times turned out to be, such as h; other files have to be the same. */
    frequency: text(100),
  },
  { error: "an object" },
);

/** What the pool was fitted to: the digest of the file, and where each series ended; runs of earlier versions have none. */
const fittedSchema = z.object(
  { sha256: text(64), ends: z.array(z.number({ error: "a time as a number" }), { error: "a list" }) },
  { error: "an object" },
);

/** The file a pool was fitted to, by its digest, and the last time of each series in the order of the pool's. */
export type FittedTo = z.infer<typeof fittedSchema>;

/** How another file is read as the run's was. */
export type Reading = z.infer<typeof readingSchema>;

/** The name of a table's frequency, or that it has none. */
export function frequencyIn({ frequency, series }: SeriesTable): string {
  return series.some(({ times }) => times) ? "irregular" : frequency.name;
}

/** Values are at most 1e150 (docs/forecasting.md), and so is everything made of them. */
const largest = 1e150;
/** As the options have it. */
const mostSteps = 10_000;
const mostPeriod = 100_000;
/** The largest horizon with 201 levels a step takes about 50 MB. */
const MAX_POOL_BYTES = 128 * 2 ** 20;

const steps = (most: number) => {
  const error = `a whole number from 1 to ${most}`;
  return count.min(1, { error }).max(most, { error });
};

const size = z
  .number({ error: `a number from 0 to ${largest}` })
  .min(0, { error: `a number from 0 to ${largest}` })
  .max(largest, { error: `a number from 0 to ${largest}` });

/** Numbers by the thousand are looked at in one go. */
const numbers = (holds: (row: readonly number[]) => boolean, error: string) =>
  z.custom<readonly number[]>(
    (value) =>
      Array.isArray(value) &&
      value.every((x) => typeof x === "number" && Math.abs(x) <= largest) &&
      holds(value as number[]),
    { error },
  );

const weights = numbers(
  (row) => row.every((w) => w >= 0) && Math.abs(row.reduce((sum, w) => sum + w, 0) - 1) < 1e-6,
  "weights of at least 0 that sum to 1",
);
const quantiles = numbers(
  (row) => row.length >= 2 && row.length <= 1001 && row.every((x, i) => i === 0 || x >= row[i - 1]!),
  "2 to 1001 ascending numbers",
);

const poolSchema = z.object({
  horizon: steps(mostSteps),
  periods: listOf(steps(mostPeriod)).max(100, { error: "at most 100 periods" }),
  names: listOf(text()).max(100, { error: "at most 100 members" }),
  series: listOf(z.object({ id: name, weights, scale: size }, { error: "an object" })),
  ratio: size,
  residuals: listOf(quantiles),
  reading: readingSchema,
  fitted: fittedSchema.exactOptional(),
  perSeries: z.boolean({ error: "true or false" }).exactOptional(),
});

const pathOf = ({ folder }: Pick<Run, "folder">): string => join(folder, runFiles.pool);

/** Keeps a fitted pool. */
export async function writePool(
  run: Run,
  pool: SavedPool,
  reading: Reading,
  fitted: FittedTo,
  perSeries: boolean,
): Promise<void> {
  const document = { format: "windage-pool", version: 1, ...pool, reading, fitted, perSeries };
  // On one line: there may be millions of numbers.
  await writeDurably(pathOf(run), [`${JSON.stringify(seal(document))}\n`]);
}

/** What pool.json holds. */
export interface KeptPool {
  readonly saved: SavedPool;
  readonly reading: Reading;
  readonly fitted: FittedTo | undefined;
  /** Whether models that learn from all series learned from each one alone. */
  readonly perSeries: boolean;
}

/** The pool of a run; an error that says what is wrong where there is none that can be used. */
export async function readPool(run: Run): Promise<KeptPool> {
  const path = pathOf(run);
  const written = await readSmallText(path, MAX_POOL_BYTES);
  if (written === undefined) {
    throw new WindageError(
      "run/no-forecast",
      `${run.id}: got a run without a fitted pool (there is no ${path}), expected one that windage forecast has finished, with all its files; choose another run, or forecast again.`,
    );
  }
  const object = parseObject(written, path);
  const { format, version } = object;
  if (format !== "windage-pool" || version !== 1) {
    const got = JSON.stringify([format, version]).slice(0, 80);
    throw broken(path, `its format and version are ${got}, expected ["windage-pool",1]; forecast again`);
  }
  const { reading, fitted, perSeries = false, ...saved } = readDocument(poolSchema, object, path);
  if (saved.residuals.length !== saved.horizon) {
    throw broken(
      path,
      `it has residuals of ${saved.residuals.length} steps, expected ${saved.horizon}, its horizon`,
    );
  }
  const wrong = saved.series.findIndex((one) => one.weights.length !== saved.names.length);
  if (wrong >= 0) {
    throw broken(
      path,
      `"series.${wrong}.weights" has ${saved.series[wrong]!.weights.length} numbers, expected ${saved.names.length}, one for each member`,
    );
  }
  if (fitted && fitted.ends.length !== saved.series.length) {
    throw broken(path, `"fitted.ends" has ${fitted.ends.length} times, expected ${saved.series.length}`);
  }
  return { saved, reading, fitted, perSeries };
}
