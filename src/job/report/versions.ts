/** What a run was made with: versions, and when. */
import { join } from "node:path";
import { readSmallText } from "../../file/folder-file.ts";
import { isObject, parseObject } from "../../file/json-document.ts";
import { MAX_JSON_BYTES, runFiles, type Run } from "../../run/layout.ts";
import { WindageError } from "../../error.ts";

/** By name; a file that cannot be read says nothing, and whoever resumes the run hears of it. */
export async function versionsOf({ folder, record }: Run): Promise<(readonly [string, string])[]> {
  const known: (readonly [string, string])[] = [
    ["windage", record.windage],
    ["created", record.created],
    ["seed", String(record.seed)],
  ];
  const path = join(folder, runFiles.inputs);
  try {
    const text = await readSmallText(path, MAX_JSON_BYTES);
    if (text === undefined) return known;
    const { node, libraries } = parseObject(text, path);
    return [
      ...known,
      ...(typeof node === "string" ? [["node", node] as const] : []),
      ...(isObject(libraries)
        ? Object.entries(libraries).map(
            ([name, value]) => [name, JSON.stringify(value).replaceAll('"', "")] as const,
          )
        : []),
    ];
  } catch (error) {
    if (error instanceof WindageError) return known;
    throw error;
  }
}
