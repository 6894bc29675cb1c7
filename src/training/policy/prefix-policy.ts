/**
 * The policy in roll-outs of short sequences. All roll-outs begin at the empty sequence, so in the first steps there are
 * no more prefixes than roll-outs: the policy is asked about all of these prefixes at once, before the first step, and each
 * roll-out looks its own up. From then on each of them is asked about, step by step.
 */
import { prefixStates } from "../../environment/sequence/prefix-states.ts";
import type { Environment } from "../../environment/environment.ts";
import type { Model } from "../../model/model.ts";
import type { PolicyProgram } from "../../sampling/fresh-trajectories.ts";
import { StateRows } from "./state-rows.ts";

/** More letters than this, over all positions, are cheaper to carry on than to read again at every step. */
const shortEnough = 128;

/** How many first steps are worth looking up in roll-outs of `rows` sequences; 0 where none are. */
export function sharedSteps(
  { tokens, context, memory, outcomeCount }: Environment,
  { reads, attention }: Pick<Model, "reads" | "attention">,
  rows: number,
): number {
  const isShort = tokens && !tokens.stops && tokens.length * tokens.letters <= shortEnough;
  // Attention reads the past again for every state unless it is carried on.
  if (!isShort || context || memory || attention || reads.includes("thoughts")) return 0;
  let steps = 0;
  while (steps < tokens.length && outcomeCount ** steps <= rows) steps++;
  // One step alone is asked about as quickly as it is looked up.
  return steps > 1 ? steps : 0;
}

/** The policy for roll-outs of `rows` sequences, from programs for any number of states. */
export async function compileSharing(
  environment: Environment,
  steps: number,
  rows: number,
  compile: (rows: number) => Promise<PolicyProgram>,
): Promise<PolicyProgram> {
  const { actionCount, outcomeCount } = environment;
  const ofRollOuts = await compile(rows);
  const states = prefixStates(environment, steps);
  const prefixes = new StateRows(environment, ofRollOuts.reads, states.length);
  states.forEach((state, row) => prefixes.write(row, state));
  const ofPrefixes = await compile(prefixes.count);
  const own = new Int32Array(rows);
  const logits = new Float32Array(rows * actionCount);
  let all: Float32Array = new Float32Array();
  return {
    reads: ofRollOuts.reads,
    evaluate: async (now) => {
      const { step, token } = now;
      if (step >= steps) return ofRollOuts.evaluate(now);
      if (step === 0) all = await ofPrefixes.evaluate(prefixes.arrays);
      for (let b = 0; b < rows; b++) {
        own[b] = step === 0 ? 0 : childOf(own[b]!, token[b]!, outcomeCount);
        for (let a = 0; a < actionCount; a++) logits[b * actionCount + a] = all[own[b]! * actionCount + a]!;
      }
      return logits;
    },
    async dispose() {
      await ofRollOuts.dispose();
      await ofPrefixes.dispose();
    },
  };
}

/** Prefixes are numbered by length and then in lexicographic order, so that the next one follows from number and letter. */
const childOf = (prefix: number, letter: number, letters: number): number => prefix * letters + 1 + letter;
