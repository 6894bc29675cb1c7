/** Asks whoever sits at the terminal whether lower scores are better, where the name of their column says so. */
import { createInterface } from "node:readline/promises";
import { unclearDirection } from "../../landscape/assay/score-direction.ts";
import type { CommandContext } from "../option-table.ts";

/** Whether somebody is there to answer. */
function isAsked({ json }: Pick<CommandContext, "json">): boolean {
  return !json && process.stdin.isTTY && process.stderr.isTTY;
}

/** Whether lower is better; in a script it is refused, with what to write. */
export async function askDirection(column: string, context: Pick<CommandContext, "json">): Promise<boolean> {
  if (!isAsked(context)) throw unclearDirection(column);
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    for (;;) {
      const answer = await reader.question(
        `Scores come from ${JSON.stringify(column)}. Is a lower one better? (yes or no; --minimize and --no-minimize say so at once) `,
      );
      if (/^\s*y(?:es)?\s*$/i.test(answer)) return true;
      if (/^\s*no?\s*$/i.test(answer)) return false;
    }
  } catch (error) {
    // Ctrl-C and the end of the input are no answer.
    throw error instanceof Error && /abort|closed/i.test(`${error.name} ${error.message}`)
      ? unclearDirection(column)
      : error;
  } finally {
    reader.close();
  }
}
