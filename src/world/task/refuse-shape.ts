/** Letters and lengths are for scores that do not say what they are about; a table does. */
import { WindageError } from "../../error.ts";
import type { GeneralConfig } from "../settings/general-settings.ts";

type Shape = Pick<GeneralConfig, "task" | "alphabet" | "minLength" | "maxLength">;

/** Refuses them beside a table. */
export function refuseShape({ task, alphabet, minLength, maxLength }: Shape): void {
  if (alphabet === null && minLength === null && maxLength === null) return;
  throw new WindageError(
    "run/bad-source",
    (say) =>
      `train: got ${alphabet === null ? "a length" : say("environment.alphabet")} for "${task}", which has its own; leave it out, or say where scores come from with ${say("oracle.csv")}, ${say("oracle.command")} or ${say("oracle.url")}.`,
  );
}
