/** `--json` prints one document, whatever the format of what would be printed without it; only a file has it then. */
import { WindageError } from "../error.ts";
import type { CommandContext } from "./option-table.ts";

/** Refuses a format that was asked for and that nothing would be written in. */
export function refuseUnusedFormat(
  { json, given }: Pick<CommandContext, "json" | "given">,
  out: string | undefined,
): void {
  if (!json || !given.has("format") || out !== undefined) return;
  throw new WindageError(
    "cli/no-effect",
    "--format: got it with --json, which prints one document and nothing else; leave one of them out, or add --out.",
  );
}
