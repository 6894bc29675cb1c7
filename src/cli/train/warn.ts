/** Warnings of commands, which a person reads at once and a program finds in the document. */
import type { CommandContext } from "../option-table.ts";
import { printableLine } from "../terminal/printable.ts";

/** Says on the way what the user should know, and gives it back for the result. */
export function warn(context: CommandContext, text: string): string {
  context.progress(`Warning: ${printableLine(text)}`);
  return text;
}
