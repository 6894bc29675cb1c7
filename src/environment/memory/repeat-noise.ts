/**
 * Slips that repeat: with probability α the previous intention is carried out instead of this one. At the first step,
 * and where the previous intention may not happen any more, there is nothing to repeat and all goes as intended.
 */
import { checkAlpha, type ProcessMemory } from "./process-memory.ts";

/** A process whose slips repeat the previous intention, with probability `alpha`; for `withMemory`. Its memory is nothing (0), or one more than that. */
export function repeatNoise(alpha: number): ProcessMemory {
  checkAlpha("repeatNoise", alpha);
  return {
    description: { kind: "repeat", dependsOnState: true, alpha },
    over: (environment) => ({
      count: environment.actionCount + 1,
      remember: (_memory, action) => action + 1,
      outcomeProbabilities(state, memory, action, out) {
        environment.outcomeProbabilities(state, action, out);
        const previous = memory - 1;
        const slips = (outcome: number): boolean => environment.slips?.(state, outcome) ?? true;
        if (previous < 0 || !slips(action) || !slips(previous) || !environment.isLegal(state, previous))
          return;
        for (let c = 0; c < out.length; c++) out[c]! *= 1 - alpha;
        out[previous]! += alpha;
      },
    }),
  };
}
