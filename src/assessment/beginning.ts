/** Beginnings that a sampler is to finish: what was really built so far, and what comes next. */
import { asSequences } from "../environment/sequence/as-sequences.ts";
import type { Alphabet } from "../environment/sequence/alphabet.ts";
import { initialState } from "../environment/context.ts";
import type { Environment } from "../environment/environment.ts";
import { WindageError } from "../error.ts";
import type { Context } from "../landscape/context.ts";
import { describeStates } from "../training/policy/state-list.ts";
import { PolicyTable } from "../training/policy/policy-table.ts";
import type { Policy } from "../training/method.ts";

/** How likely a letter is to be intended next, and to be what really comes. */
export interface NextLetter {
  /** The letter; null is the end of the sequence. */
  readonly letter: string | null;
  readonly intended: number;
  readonly real: number;
}

/** The beginning of a sequence as outcomes, checked step by step, for `nextLetters` and `drawSamples`. */
export function readBeginning(environment: Environment, text: string, context?: Context): readonly number[] {
  const sequences = asSequences(environment);
  if (sequences === null || environment.memory !== undefined) {
    throw refuse(
      `got the beginning "${text}" for ${environment.name}, ${sequences === null ? "which builds no sequences" : "which also depends on what was intended"}; leave it out`,
    );
  }
  const outcomes = encoded(sequences.alphabet, text);
  let state = initialState(environment, context);
  outcomes.forEach((outcome, i) => {
    if (environment.isTerminal(state) || !isPossible(environment, state, outcome)) {
      const reason = environment.isTerminal(state)
        ? `is finished after ${i} letters`
        : `cannot have ${text[i]} at ${i + 1}`;
      throw refuse(`got the beginning "${text}", but a sequence here ${reason}; shorten it`);
    }
    state = environment.next(state, outcome);
  });
  if (environment.isTerminal(state)) {
    throw refuse(
      `got "${text}", which is finished, expected the beginning of a sequence of ${sequences.maxLength}; shorten it`,
    );
  }
  return outcomes;
}

function encoded(alphabet: Alphabet, text: string): number[] {
  try {
    return Array.from(alphabet.encode(text));
  } catch (cause) {
    if (!(cause instanceof WindageError)) throw cause;
    throw refuse(`got a beginning that cannot be: ${cause.message.replace(/\.$/, "")}`);
  }
}

/** Refuses a policy that goes on from what was intended, which a beginning does not tell. */
export function requireSeen({ reads, observes }: Policy): void {
  if (observes !== "intentions" && !reads.includes("thoughts")) return;
  throw refuse(
    "got a beginning for a sampler that reads what was intended, which a beginning does not tell; leave it out",
  );
}

/** The distribution of the next letter after a beginning: what the policy intends, and what the noise makes of it. */
export async function nextLetters(
  policy: Policy,
  beginning: readonly number[],
  context?: Context,
): Promise<readonly NextLetter[]> {
  const { environment } = policy;
  requireSeen(policy);
  let state = initialState(environment, context);
  for (const outcome of beginning) state = environment.next(state, outcome);
  const table = await PolicyTable.compile(policy, describeStates(environment, [state]), context);
  const intended = await table.probabilities();
  await table.dispose();
  const real = new Float64Array(environment.outcomeCount);
  const chances = new Float64Array(environment.outcomeCount);
  intended.forEach((chance, action) => {
    if (chance === 0) return;
    environment.outcomeProbabilities(state, action, chances);
    chances.forEach((p, outcome) => (real[outcome]! += chance * p));
  });
  const letters = asSequences(environment)?.alphabet.symbols ?? "";
  return Array.from(intended, (chance, action) => ({
    letter: letters[action] ?? null,
    intended: chance,
    real: real[action]!,
  }));
}

function isPossible(environment: Environment, state: unknown, outcome: number): boolean {
  const chances = new Float64Array(environment.outcomeCount);
  for (let action = 0; action < environment.actionCount; action++) {
    if (!environment.isLegal(state, action)) continue;
    environment.outcomeProbabilities(state, action, chances);
    if (chances[outcome]! > 0) return true;
  }
  return false;
}

function refuse(message: string): WindageError {
  return new WindageError("assessment/bad-beginning", `--complete: ${message}.`);
}
