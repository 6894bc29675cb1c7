/** Copies of environments with a part replaced, as wrappers make them. */
import type { Environment } from "./environment.ts";

/**
 * The same environment with some members replaced. Methods are called on the original, because they may live on a
 * prototype or use private fields, both of which a spread leaves behind.
 */
export function replaceMembers<State>(
  base: Environment<State>,
  changes: Partial<Environment<State>>,
): Environment<State> {
  return {
    ...base,
    name: base.name,
    actionCount: base.actionCount,
    outcomeCount: base.outcomeCount,
    maxSteps: base.maxSteps,
    featureCount: base.featureCount,
    initial: base.initial,
    isTerminal: (state) => base.isTerminal(state),
    isLegal: (state, action) => base.isLegal(state, action),
    outcomeProbabilities: (state, action, out) => base.outcomeProbabilities(state, action, out),
    next: (state, outcome, action) => base.next(state, outcome, action),
    encode: (state, out, offset) => base.encode(state, out, offset),
    key: (state) => base.key(state),
    objectOf: (state) => base.objectOf(state),
    backward: base.backward,
    ...(base.enumeration === undefined ? {} : { enumeration: base.enumeration }),
    ...(base.stopAction === undefined ? {} : { stopAction: base.stopAction }),
    ...(base.slips === undefined ? {} : { slips: (state, outcome) => base.slips!(state, outcome) }),
    ...(base.tokens === undefined ? {} : { tokens: base.tokens }),
    ...(base.context === undefined ? {} : { context: base.context }),
    ...(base.start === undefined ? {} : { start: (context) => base.start!(context) }),
    ...(base.noise === undefined ? {} : { noise: base.noise }),
    ...(base.memory === undefined ? {} : { memory: base.memory }),
    ...changes,
  };
}
