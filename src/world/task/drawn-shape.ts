/** Letters and lengths of a world that a task draws, where they are asked for. */
import { WindageError } from "../../error.ts";
import type { GeneralConfig } from "../settings/general-settings.ts";

type Shape = Pick<GeneralConfig, "alphabet" | "minLength" | "maxLength">;

/** Nothing is set that was not asked for, since each task has its usual shape. */
export function drawnShape({ alphabet, minLength, maxLength }: Shape): {
  readonly alphabet?: string;
  readonly length?: number;
  readonly minLength?: number;
} {
  if ((minLength === null) !== (maxLength === null)) {
    const [given, other]: readonly [string, string] =
      minLength === null
        ? ["environment.maxLength", "environment.minLength"]
        : ["environment.minLength", "environment.maxLength"];
    throw new WindageError(
      "run/bad-options",
      (say) =>
        `task: got ${say(given, minLength ?? maxLength ?? 0)} alone, expected ${say(other)} beside it; add that, or say ${say("environment.length")} where all sequences have one.`,
    );
  }
  return {
    ...(maxLength === null ? {} : { length: maxLength }),
    ...(minLength === null ? {} : { minLength }),
    ...(alphabet === null ? {} : { alphabet }),
  };
}
