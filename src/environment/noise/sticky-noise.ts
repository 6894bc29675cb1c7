/**
 * Sticky noise (docs/methods.md section 1): with probability α something else is carried out than was intended, drawn
 * uniformly among the outcomes that noise may produce in that state, the intended one among them. On sequences these
 * are the tokens the mask allows, so without a mask P(c|s,a) = (1−α)[c=a] + α/V; the stop action is never touched.
 */

import { WindageError } from "../../error.ts";
import type { Environment } from "../environment.ts";
import type { Noise } from "./noise.ts";

/** Noise that replaces an outcome, with probability `alpha`, by a uniformly random one of those that may slip. */
export function stickyNoise(alpha: number): Noise {
  if (!(alpha >= 0 && alpha <= 1)) {
    throw new WindageError(
      "environment/bad-noise",
      `stickyNoise: got alpha = ${alpha}, expected a probability between 0 and 1.`,
    );
  }
  return {
    description: { kind: "sticky", dependsOnState: false, alpha },
    over(environment) {
      const slipping = new Uint8Array(environment.outcomeCount);
      return (state, action, out) => {
        const count = markSlipping(environment, state, slipping, out);
        environment.outcomeProbabilities(state, action, out);
        let mass = 0;
        for (let c = 0; c < slipping.length; c++) if (slipping[c] === 1) mass += out[c]!;
        for (let c = 0; c < slipping.length; c++) {
          if (slipping[c] === 1) out[c] = (1 - alpha) * out[c]! + (alpha * mass) / count;
        }
      };
    },
  };
}

/** Marks the outcomes noise may touch in a state and counts them; `scratch` is overwritten. */
function markSlipping(
  environment: Environment,
  state: unknown,
  slipping: Uint8Array,
  scratch: Float64Array,
): number {
  slipping.fill(0);
  if (environment.slips !== undefined) {
    for (let c = 0; c < slipping.length; c++) if (environment.slips(state, c)) slipping[c] = 1;
  } else {
    for (let a = 0; a < environment.actionCount; a++) {
      if (!environment.isLegal(state, a)) continue;
      environment.outcomeProbabilities(state, a, scratch);
      for (let c = 0; c < slipping.length; c++) if (scratch[c]! > 0) slipping[c] = 1;
    }
  }
  let count = 0;
  for (const mark of slipping) count += mark;
  return count;
}
