/**
 * A tool that wears: every use of one letter in a row makes the next use of it less sure, until another letter cleans the
 * tool. After `w` uses in a row the same letter slips with probability α·min(w, uses)/uses, and a slip is a uniformly
 * random one of the outcomes noise may produce; any other letter is written surely.
 */
import { WindageError } from "../../error.ts";
import { stickyNoise } from "../noise/sticky-noise.ts";
import { checkAlpha, type ProcessMemory } from "./process-memory.ts";

/** How fast a tool wears and what wear does. */
export interface WearOptions {
  /** How often a wholly worn tool slips. */
  readonly alpha: number;
  /** Uses in a row after which it is wholly worn; 3. */
  readonly uses?: number;
}

/**
 * A process that wears out where one letter is intended again and again, and slips the more the more it is worn; for
 * `withMemory`. Its memory is clean (0), or the letter last intended and how often in a row.
 */
export function wearNoise({ alpha, uses = 3 }: WearOptions): ProcessMemory {
  checkAlpha("wearNoise", alpha);
  if (!Number.isInteger(uses) || uses < 1) {
    throw new WindageError(
      "environment/bad-noise",
      `wearNoise: got ${uses} uses, expected a whole number of at least 1.`,
    );
  }
  const letterOf = (memory: number): number => Math.floor((memory - 1) / uses);
  const wearOf = (memory: number): number => (memory === 0 ? 0 : ((memory - 1) % uses) + 1);
  return {
    description: { kind: "wear", dependsOnState: true, alpha },
    over(environment) {
      const worn = Array.from({ length: uses }, (_, i) =>
        stickyNoise((alpha * (i + 1)) / uses).over(environment),
      );
      return {
        count: 1 + environment.actionCount * uses,
        remember(memory, action) {
          const wear = memory > 0 && letterOf(memory) === action ? Math.min(wearOf(memory) + 1, uses) : 1;
          return 1 + action * uses + wear - 1;
        },
        outcomeProbabilities(state, memory, action, out) {
          if (memory > 0 && letterOf(memory) === action) worn[wearOf(memory) - 1]!(state, action, out);
          else environment.outcomeProbabilities(state, action, out);
        },
      };
    },
  };
}
