/**
 * pool.json: everything `forecast predict` needs of a run besides the network: the fitted pool, and how files are read.
 * A run folder may come from anywhere and a disk may forget a bit, so the document carries a check (`seal.ts`) and every number
 * of it has a bound (`pool-schema.ts`).
 */
import { join } from "node:path";
import { writeDurably } from "../../file/durable-write.ts";
import { readSmallText } from "../../file/folder-file.ts";
import { broken, parseObject } from "../../file/json-document.ts";
import { seal } from "../../file/seal.ts";
import { WindageError } from "../../error.ts";
import type { SavedPool } from "../../forecast/pool/saved-pool.ts";
import type { SeriesTable } from "../../forecast/series/read-series.ts";
import { runFiles, type Run } from "../layout.ts";
import type { FittedTo, Reading } from "./pool-schema.ts";

export type { FittedTo, Reading } from "./pool-schema.ts";

/** The largest horizon with 273 levels a step takes about 70 MB. */
const MAX_POOL_BYTES = 128 * 2 ** 20;

/** The name of a table's frequency, or that it has none. */
export function frequencyIn({ frequency, series }: SeriesTable): string {
  return series.some(({ times }) => times) ? "irregular" : frequency.name;
}

const pathOf = ({ folder }: Pick<Run, "folder">): string => join(folder, runFiles.pool);

/** Keeps a fitted pool. */
export async function writePool(
  run: Run,
  pool: SavedPool,
  reading: Reading,
  fitted: FittedTo,
  perSeries: boolean,
): Promise<void> {
  const document = { format: "windage-pool", version: 2, ...pool, reading, fitted, perSeries };
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
  if (format !== "windage-pool" || version !== 2) {
    const got = JSON.stringify([format, version]).slice(0, 80);
    throw broken(path, `its format and version are ${got}, expected ["windage-pool",2]; forecast again`);
  }
  const { poolSchema, readDocument } = await import("./pool-schema.ts");
  const { reading, fitted, perSeries = false, ...saved } = readDocument(poolSchema, object, path);
  if (saved.residuals.length !== saved.horizon) {
    throw broken(
      path,
      `it has residuals of ${saved.residuals.length} steps, expected ${saved.horizon}, its horizon`,
    );
  }
  if (saved.shift.length !== saved.horizon) {
    throw broken(
      path,
      `it has shifts of ${saved.shift.length} steps, expected ${saved.horizon}, its horizon`,
    );
  }
  const { levels } = saved;
  const uneven = saved.residuals.findIndex((row) => row.length !== levels.length);
  if (uneven >= 0) {
    throw broken(
      path,
      `"residuals.${uneven}" has ${saved.residuals[uneven]!.length} numbers, expected ${levels.length}, one for each level`,
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
