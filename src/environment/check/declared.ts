/**
 * What an environment declares and never uses, and what it uses beyond what it declares: a count that is one too large
 * or too small, states with numbers that nothing leads to. Networks and tables are as large as the declarations say, and
 * what lies beyond them is never learned. It can be told where every state has been seen.
 */
import type { Environment } from "../environment.ts";
import { asSequences } from "../sequence/as-sequences.ts";
import { numberSequences } from "../sequence/sequence-numbering.ts";
import { MethodFailure } from "./guard.ts";
import type { ProblemKind, Problems } from "./report.ts";

/** What was met in all states, under all conditions. */
export interface Met<State> {
  /** Whether some state allows each action. */
  readonly actions: Uint8Array;
  /** Whether each outcome can happen somewhere. */
  readonly outcomes: Uint8Array;
  /** Steps of the longest trajectory. */
  longest: number;
  readonly states: { readonly state: State; readonly terminal: boolean }[];
}

export function nothingMet<State>({ actionCount, outcomeCount }: Environment<State>): Met<State> {
  return {
    actions: new Uint8Array(actionCount),
    outcomes: new Uint8Array(outcomeCount),
    longest: 0,
    states: [],
  };
}

/** Mistakes beside which numbers of states say nothing. */
const ofNumbers: readonly ProblemKind[] = ["index-range", "index-shared", "not-deterministic"];

/** Compares what was declared with what was met; `environment` names its methods when they fail. */
export function inspectDeclared<State>(
  environment: Environment<State>,
  met: Met<State>,
  problems: Problems,
): void {
  const least = leastUsed(environment);
  const { actionCount, outcomeCount } = environment;
  const action = met.actions.indexOf(0, least.actions);
  if (action >= 0) {
    const finding = `action ${action} of ${actionCount} is legal in no state, expected one where it is`;
    problems.add("action-unused", undefined, finding);
  }
  if (actionCount < least.choices) {
    const finding = `actionCount is ${actionCount}, expected ${least.choices}, one for each letter and for stopping where lengths differ`;
    problems.add("action-uncounted", undefined, finding);
  } else inspectActionsBeyond(environment, met, problems);
  const outcome = met.outcomes.indexOf(0, least.outcomes);
  if (outcome >= 0) {
    const finding = `outcome ${outcome} of ${outcomeCount} can happen in no state, expected one where it can`;
    problems.add("outcome-unused", undefined, finding);
  }
  const steps = Math.max(met.longest, least.steps);
  if (steps < environment.maxSteps) {
    const finding = `no trajectory has more than ${steps} steps, expected maxSteps = ${environment.maxSteps} in one`;
    problems.add("steps-unused", undefined, finding);
  }
  inspectNumbers(environment, met, problems, least.states);
}

/** Counts that may be declared although less is met. */
interface LeastUsed {
  /** How many actions there have to be. */
  readonly choices: number;
  readonly actions: number;
  readonly outcomes: number;
  readonly steps: number;
  readonly states: number;
}

/**
 * Sequences have numbers for all letters and prefixes, whatever a mask forbids and whatever letters the noise never makes;
 * noise that was laid over anything else may keep outcomes from happening. Beyond that, what is declared has to be met.
 */
function leastUsed<State>(environment: Environment<State>): LeastUsed {
  const sequences = asSequences(environment);
  const { noise } = environment;
  if (sequences === null) {
    const outcomes = noise === undefined ? 0 : environment.outcomeCount;
    return { choices: 0, actions: 0, outcomes, steps: 0, states: 0 };
  }
  const { masked, minLength, maxLength, alphabet } = sequences;
  const choices = alphabet.size + (minLength < maxLength ? 1 : 0);
  const isFree = masked || noise !== undefined;
  return {
    choices,
    actions: masked ? choices : 0,
    outcomes: isFree ? choices : 0,
    steps: isFree ? maxLength : 0,
    states: isFree ? (numberSequences(alphabet.size, minLength, maxLength)?.stateCount ?? 0) : 0,
  };
}

/** States in which actions that are not declared are asked for. */
const mostAsked = 200;
/** So many numbers after the last legal one tell whether `isLegal` knows where actions end, or allows any number. */
const afterTheLast = 64;

/** An `isLegal` that allows a few more actions than are counted, and then none, knows of actions that nobody takes. */
function inspectActionsBeyond<State>(
  environment: Environment<State>,
  { states }: Met<State>,
  problems: Problems,
): void {
  const { actionCount } = environment;
  const allows = (state: State, action: number): boolean => {
    try {
      return environment.isLegal(state, action);
    } catch (failure) {
      // Nobody has to answer for actions that there are not.
      if (failure instanceof MethodFailure) return false;
      throw failure;
    }
  };
  for (const { state } of states.filter(({ terminal }) => !terminal).slice(0, mostAsked)) {
    let end = actionCount;
    while (end < actionCount + afterTheLast && allows(state, end)) end++;
    if (end === actionCount || end === actionCount + afterTheLast) continue;
    const far = Array.from({ length: afterTheLast }, (_, i) => end + i);
    if (far.some((action) => allows(state, action))) continue;
    const finding = `isLegal allows action ${actionCount}, and none from ${end} on, expected no action beyond actionCount = ${actionCount}`;
    problems.add("action-uncounted", undefined, finding);
    return;
  }
}

function inspectNumbers<State>(
  { enumeration }: Environment<State>,
  { states }: Met<State>,
  problems: Problems,
  least: number,
): void {
  if (enumeration === undefined || ofNumbers.some((kind) => problems.has(kind))) return;
  const reached = new Set(states.map(({ state }) => enumeration.indexOf(state))).size;
  if (Math.max(reached, least) >= enumeration.stateCount) return;
  const finding = `${reached} states can be reached, expected enumeration.stateCount = ${enumeration.stateCount} of them`;
  problems.add("index-unused", undefined, finding);
}
