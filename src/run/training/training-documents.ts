/** What inputs.json, extension.json and the checkpoints of a training run may hold; loaded, and the validator with them, when one is read. */
import { courseSchema } from "../../comparison/job-documents.ts";
import { count, text, z } from "../../file/document.ts";

export { readDocument } from "../../file/document.ts";

/** The longest name of a file in inputs.json. */
const longestName = 1000;

/** How far a run is to go, where that was said later. */
export const extensionSchema = z.object({ iterations: count });

const digests = z.record(
  z.string().max(longestName, { error: "shorter names" }),
  z.string({ error: "a checksum" }).regex(/^[0-9a-f]{64}$/, { error: "a checksum" }),
  { error: "a list of checksums by name" },
);

/** What a run was made with. */
export const inputsSchema = z.object({
  format: z.literal("windage-inputs", { error: '"windage-inputs"' }),
  engine: text(60),
  windage: text(60),
  node: text(60),
  libraries: z.record(z.string().max(60, { error: "shorter names" }), text(60), {
    error: "a list of versions by name",
  }),
  files: digests,
});

const number = z.number({ error: "a number" });

/** What a checkpoint carries over beside the state of the trainer. */
export const carriedSchema = z.object({
  memory: z.object(
    {
      seconds: number.min(0, { error: "a number of at least 0" }).default(0),
      modes: z.array(z.string({ error: "a text" }), { error: "a list of texts" }).default([]),
      best: z
        .object({ sequence: z.string({ error: "a text" }), score: number }, { error: "an object" })
        .nullable()
        .default(null),
      seen: z
        .array(z.object({ sequence: z.string({ error: "a text" }), score: number }), { error: "a list" })
        .default([]),
      stop: z
        .object({ sinceBest: number, best: number.nullable().default(null) }, { error: "an object" })
        .nullable()
        .default(null),
      ended: z.boolean({ error: "true or false" }).default(false),
      course: courseSchema,
      comparable: z.boolean({ error: "true or false" }).default(true),
    },
    { error: "an object" },
  ),
});
