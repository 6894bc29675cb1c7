/** What pool.json may hold, with a bound for every number; loaded, and the validator with it, when a pool is read. */
import { markCount } from "../../forecast/pool/error-marks.ts";
import { choice, count, listOf, text, z } from "../../file/document.ts";

export { readDocument } from "../../file/document.ts";

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
        dateOrder: choice(["day-first", "month-first"]).exactOptional(),
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

/** Values are at most 1e150 (docs/forecasting.md), and so is everything made of them. */
const largest = 1e150;
/** As the options have it. */
const mostSteps = 10_000;
const mostPeriod = 100_000;

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

const levels = numbers(
  (row) => row.every((x, i) => x > 0 && x < 1 && (i === 0 || x > row[i - 1]!)),
  "ascending numbers between 0 and 1",
);

/** A fitted pool, and how files are read. */
export const poolSchema = z.object({
  horizon: steps(mostSteps),
  periods: listOf(steps(mostPeriod)).max(100, { error: "at most 100 periods" }),
  names: listOf(text()).max(100, { error: "at most 100 members" }),
  series: listOf(z.object({ id: name, weights, own: size }, { error: "an object" })),
  marks: numbers(
    (row) => row.length === markCount && row.every((x) => Math.abs(x) <= 100),
    `${markCount} numbers from -100 to 100`,
  ),
  shift: numbers(() => true, "numbers"),
  levels,
  residuals: listOf(quantiles),
  reading: readingSchema,
  fitted: fittedSchema.exactOptional(),
  perSeries: z.boolean({ error: "true or false" }).exactOptional(),
});
