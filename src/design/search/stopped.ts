/** A search that is asked to stop: what it throws, and when it listens. */
import { breathe } from "../../breathe.ts";
import { WindageError } from "../../error.ts";

/** What a search throws when it was asked to stop. */
export function stopped(): WindageError {
  return new WindageError(
    "design/stopped",
    "Stopped before a batch was chosen; nothing was written. Start the same command again.",
    { kind: "failure" },
  );
}

/** Lets everything else have its turn, a Ctrl-C among it, and stops where that was asked for. */
export async function turn(signal: AbortSignal | undefined): Promise<void> {
  await breathe();
  if (signal?.aborted === true) throw stopped();
}
