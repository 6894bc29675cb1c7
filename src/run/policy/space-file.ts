/**
 * space.json: what a run builds, noted when it begins to train, so that its policy can be taken up where the table, the
 * file of measurements or the program that scored is not.
 */
import { join } from "node:path";
import type { RunSpace } from "../../world/run-space.ts";
import { writeDocument } from "../../file/durable-write.ts";
import { readSmallText } from "../../file/folder-file.ts";
import { parseObject } from "../../file/json-document.ts";
import { MAX_JSON_BYTES, runFiles, type Run } from "../layout.ts";

/** Notes what a run builds. */
export function writeSpace({ folder }: Pick<Run, "folder">, space: RunSpace): Promise<void> {
  const document = { format: "windage-space", version: 1, ...space };
  return writeDocument(join(folder, runFiles.space), document);
}

/** What a run builds; null where it was not noted, as by earlier versions. */
export async function readSpace({ folder }: Pick<Run, "folder">): Promise<RunSpace | null> {
  const path = join(folder, runFiles.space);
  const written = await readSmallText(path, MAX_JSON_BYTES);
  if (written === undefined) return null;
  const { readDocument, spaceSchema } = await import("./space-schema.ts");
  return readDocument(spaceSchema, parseObject(written, path), path);
}
