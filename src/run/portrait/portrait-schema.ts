/** portrait.json as a schema: anyone may have edited it, and what figures are drawn from has to have its shape. */
import { text, z } from "../../file/document.ts";

const [longestName, mostEntries] = [10_000, 1_000_000];

/** JSON has no way to write what is not finite; it is not drawn. */
const figure = z
  .number({ error: "a number" })
  .nullable()
  .transform((value) => value ?? Number.NaN);
const known = z.number({ error: "a number" }).nullable();
const name = text(longestName);
const list = <S extends z.ZodType>(item: S, most = mostEntries) =>
  z.array(item, { error: "a list" }).max(most, { error: `at most ${most} entries` });
const numbers = list(figure);
const table = list(numbers);
const names = list(name, 100_000);
const subject = { subject: name.exactOptional() };

const fanPanel = z.object({
  title: name,
  history: numbers,
  fan: list(numbers, 100),
  given: list(numbers, 100).exactOptional(),
  times: z.tuple([name, name, name]),
});

const fan = z.object({
  subject: name,
  note: name.exactOptional(),
  panels: list(fanPanel, 1000),
  condition: name.exactOptional(),
});

/** Each kind that a portrait may have, with what it is drawn from. */
const kinds = {
  law: z.object({
    ...subject,
    logR: numbers,
    logP: numbers,
    logZ: known.exactOptional(),
    best: numbers.nullable().exactOptional(),
    note: name.exactOptional(),
  }),
  marginals: z.object({ ...subject, letters: names, sampler: table, target: table.nullable() }),
  "noise-matrix": z.object({
    ...subject,
    intended: names,
    outcomes: names,
    learned: table.nullable(),
    truth: table.nullable(),
  }),
  logo: z.object({
    ...subject,
    letters: names,
    panels: list(z.object({ title: name, shares: table }), 100),
  }),
  flow: z.object({
    ...subject,
    beginnings: list(z.object({ prefix: name, sampler: figure, target: figure })),
  }),
  grid: z.object({
    ...subject,
    side: figure,
    sampler: table,
    target: table.nullable(),
    dimensions: z.number().exactOptional(),
  }),
  fan,
  "conditional-fan": fan,
  weights: z.object({
    ...subject,
    members: list(
      z.object({ name, weight: known, low: known.exactOptional(), high: known.exactOptional() }),
      10_000,
    ),
  }),
  backtests: z.object({
    ...subject,
    measure: name,
    models: list(z.object({ name, errors: list(known) }), 10_000),
  }),
  pit: z.object({ ...subject, shares: numbers, count: known }),
  calibration: z.object({
    ...subject,
    series: list(
      z.object({
        name,
        points: list(z.object({ stated: figure, held: figure })),
        count: known,
      }),
      10_000,
    ),
    note: name.exactOptional(),
  }),
} as const;

export const portraitSchema = z.object({
  figures: z.object(kinds, { error: "an object" }).partial(),
});
