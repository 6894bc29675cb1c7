/** Says which files are read and how large they are, where that takes more than a moment. */
import { stat } from "node:fs/promises";
import { memoryText } from "./config/memory-plan.ts";

/** Smaller files are read in a moment. */
const large = 2 ** 26;

/** Tells of a file that is about to be read; `name` is what the user knows it by. */
export async function sayReading(
  path: string,
  name: string,
  say: ((text: string) => void) | undefined,
): Promise<void> {
  const size = await stat(path).then(
    (facts) => facts.size,
    () => 0,
  );
  if (size >= large) say?.(`Reading ${name}, ${memoryText(size)}`);
}
