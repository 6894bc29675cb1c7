/** What the figures of a job look like in files that anyone may have edited; loaded, and the validator with them, when one is read. */
import { anyObject, count, z } from "../file/document.ts";
import { metricNames } from "./metrics.ts";

export { readDocument } from "../file/document.ts";

/** Sums and squares of figures up to this size are still numbers. */
const largestFigure = 1e100;

const figure = z.custom<number | null>(
  (value) => value === null || (typeof value === "number" && Math.abs(value) <= largestFigure),
  { error: "a number or null" },
);

/** Figures by the names of their metrics. */
export const metricsSchema = z.partialRecord(z.enum(metricNames, { error: "the name of a metric" }), figure, {
  error: "metrics by name",
});

/** Where a method stood along the way. */
export const curveSchema = z.array(
  z.object({ oracleCalls: count, environmentSteps: count, metrics: metricsSchema }, { error: "an object" }),
  { error: "a list" },
);

/** What has been seen of whether training runs away; nothing in files of earlier versions. */
export const courseSchema = z
  .object(
    {
      looked: count,
      start: z.number({ error: "a number" }),
      above: count,
      same: count,
      object: z.string({ error: "a text" }),
    },
    { error: "an object" },
  )
  .nullable()
  .default(null);

/** How long something took. */
export const secondsSchema = z
  .number({ error: "a number of at least 0" })
  .min(0, { error: "a number of at least 0" })
  .max(largestFigure, { error: "a number of at least 0" });

/** What a job carries over when it is put away. */
export const putAwaySchema = z.object({
  method: anyObject,
  account: z.object(
    {
      curve: curveSchema,
      reached: count,
      largest: z.object({ oracleCalls: count, environmentSteps: count }, { error: "an object" }),
      course: courseSchema,
      seconds: secondsSchema,
    },
    { error: "an object" },
  ),
});
