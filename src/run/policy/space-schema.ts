/** What space.json may hold; loaded, and the validator with it, when one is read. */
import { z } from "../../file/document.ts";

export { readDocument } from "../../file/document.ts";

const letters = z.int({ error: "a whole number" });
const longest = 4096;
const lengths = `a whole number of at most ${longest}`;
const probability = z.number({ error: "a number" }).min(0, { error: "a number of at least 0" });
const matrix = z
  .array(z.array(probability, { error: "a list of numbers" }).max(1024, { error: "at most 1024 numbers" }), {
    error: "a list of rows",
  })
  .max(1024, { error: "at most 1024 rows" });

export const spaceSchema = z.object({
  format: z.literal("windage-space", { error: '"windage-space"' }),
  version: z.literal(1, { error: "1" }),
  alphabet: z.string({ error: "a text" }).max(1024, { error: "at most 1024 letters" }),
  minLength: letters.min(0, { error: lengths }).max(longest, { error: lengths }),
  maxLength: letters.min(1, { error: lengths }).max(longest, { error: lengths }),
  matrices: z
    .array(matrix, { error: "a list of matrices" })
    .min(1, { error: "a list of matrices" })
    .max(longest, { error: `at most ${longest} matrices` })
    .nullable(),
  tables: z
    .array(z.string({ error: "a text" }).max(60, { error: "a text of at most 60 characters" }), {
      error: "a list of names",
    })
    .min(2, { error: "a list of at least two names" })
    .max(10_000, { error: "at most 10000 names" })
    .nullable(),
});
