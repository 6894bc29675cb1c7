/**
 * Reads the record of a stored table. Every field is checked, because people edit and copy such files. Loaded when the
 * first record is read, and the validator with it.
 */
import { count, readDocument, text, time, z } from "../../file/document.ts";
import { tryParseObject } from "../../file/json-document.ts";
import { checkTableName, corrupt, type TableRecord } from "./table-record.ts";

const number = z.number({ error: "a number" });
const flag = z.boolean({ error: "true or false" });
const digits = text().regex(/^[0-9a-f]{64}$/, { error: "64 hexadecimal digits" });

const schema = z.object({
  format: z.literal("windage-table", { error: "windage-table" }),
  version: z.literal(1, { error: "1" }),
  name: text(),
  alphabet: text(1000),
  length: count,
  sha256: digits,
  min: number,
  mean: number,
  max: number,
  importedAt: time,
  provenance: z.object({
    source: text(10_000),
    files: z.array(z.object({ name: text(1000), sha256: text(), published: flag }), { error: "a list" }),
    published: flag,
    rows: count,
  }),
}) satisfies z.ZodType<TableRecord>;

/** Reads a record, or throws `data/corrupt`. */
export function parseTableRecord(written: string, path: string): TableRecord {
  const parsed = tryParseObject(written);
  if ("problem" in parsed) throw corrupt(path, parsed.problem);
  const record = readDocument(schema, parsed.object, path, corrupt);
  checkTableName(record.name);
  return record;
}
