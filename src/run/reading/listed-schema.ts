/** What an entry of the index of runs may hold; loaded, and the validator with it, when there is an index. */
import { choice, count, text, z } from "../../file/document.ts";
import { anyObject } from "../../file/document.ts";
import { recordSchema, statusSchema } from "../run-documents.ts";
import { runStates } from "../status.ts";
import type { MetricRow } from "../metrics/metrics-writer.ts";

const numberOrNull = z.number().nullable();

export const listedSchema = z.object({
  id: text(255),
  condition: choice([...runStates, "interrupted"]),
  status: statusSchema,
  last: anyObject.nullable().transform((row) => row as MetricRow | null),
  damagedLines: count,
  figures: z.object({
    objective: z.string().nullable(),
    alpha: numberOrNull,
    tv: numberOrNull,
    regret: numberOrNull,
    top: numberOrNull,
  }),
  problemOfSummary: z.string().nullable(),
  record: recordSchema.extend({ format: z.literal("windage-run"), version: z.literal(1) }),
});
