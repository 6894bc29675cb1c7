/** A process that remembers and whose states have several parents, which nothing can train. */
import type { Environment } from "../environment.ts";

/** Sets of two of three markers, in any order; an intention of the first makes the next one slip. */
export const markerSets: Environment<{ readonly chosen: readonly number[]; readonly slips: number }> = {
  name: "markers",
  actionCount: 3,
  outcomeCount: 3,
  maxSteps: 2,
  featureCount: 3,
  initial: { chosen: [], slips: 0 },
  isTerminal: ({ chosen }) => chosen.length === 2,
  isLegal: ({ chosen }, action) => chosen.length < 2 && !chosen.includes(action),
  outcomeProbabilities({ chosen, slips }, action, out) {
    const other = [0, 1, 2].find((marker) => marker !== action && !chosen.includes(marker))!;
    out.fill(0);
    out[action] = slips === 1 ? 0.5 : 1;
    out[other] = 1 - out[action];
  },
  next: ({ chosen }, outcome, action) => ({
    chosen: [...chosen, outcome].toSorted((a, b) => a - b),
    slips: action === 0 ? 1 : 0,
  }),
  encode({ chosen }, out, offset) {
    for (let marker = 0; marker < 3; marker++) out[offset + marker] = Number(chosen.includes(marker));
  },
  key: ({ chosen, slips }) => chosen.join("+") + (chosen.length < 2 ? ` ${slips}` : ""),
  objectOf: ({ chosen }) => chosen.join("+"),
  backward: { count: 9, indexOf: (action, outcome) => outcome * 3 + action, isLegal: () => true },
  memory: { count: 2, indexOf: ({ slips }) => slips, builtKey: ({ chosen }) => chosen.join("+") },
};
