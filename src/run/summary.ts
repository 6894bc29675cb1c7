/** summary.json: the evaluation a run ended with, one JSON object whose fields belong to whoever evaluated. */

import { join } from "node:path";
import { WindageError } from "../error.ts";
import { writeDocument } from "../file/durable-write.ts";
import { readSmallText } from "../file/folder-file.ts";
import { parseObject, type JsonObject } from "../file/json-document.ts";
import { MAX_JSON_BYTES, runFiles, type Run } from "./layout.ts";

/** Reads the final evaluation; undefined when the run has none yet. */
export async function readSummary(run: Run): Promise<JsonObject | undefined> {
  const path = join(run.folder, runFiles.summary);
  const text = await readSmallText(path, MAX_JSON_BYTES);
  return text === undefined ? undefined : parseObject(text, path);
}

/** Why a run's final evaluation cannot be had; undefined where it can. */
export async function summaryProblem(run: Run): Promise<string | undefined> {
  try {
    return (await readSummary(run)) === undefined
      ? `${run.id}: its ${runFiles.summary} is missing`
      : undefined;
  } catch (error) {
    if (error instanceof WindageError) return error.message;
    throw error;
  }
}

/** Writes the final evaluation. */
export function writeSummary(run: Run, summary: JsonObject): Promise<void> {
  return writeDocument(join(run.folder, runFiles.summary), summary);
}
