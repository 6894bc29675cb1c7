/** What inputs.json and extension.json of a training run may hold; loaded, and the validator with them, when one is read. */
import { count, text, z } from "../../file/document.ts";
import { longestName } from "./run-inputs.ts";

export { readDocument } from "../../file/document.ts";

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
