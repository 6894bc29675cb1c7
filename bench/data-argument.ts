/** The one word every measurement on real data needs: where the data is. */
import { relative } from "node:path";

/** The first word after the options, or the end with what was expected. */
export function dataArgument(positionals: readonly string[], expected: string): string {
  const [given] = positionals;
  if (given !== undefined) return given;
  console.error(`${relative(".", process.argv[1] ?? "")}: expected ${expected}.`);
  process.exit(2);
}
