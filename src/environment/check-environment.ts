/**
 * Finds mistakes in an environment before they cost a training run. It looks at every reachable state where there are
 * few enough, and else at the first ones and those on random walks; it collects one example of every kind of mistake.
 * It cannot prove that an environment models what its author had in mind.
 */

import type { Context } from "../landscape/context.ts";
import { describeThrown } from "../thrown.ts";
import { checkContext, contextKey } from "./context.ts";
import type { Environment } from "./environment.ts";
import { conditionsToCheck } from "./check/conditions.ts";
import { inspectDeclared, nothingMet } from "./check/declared.ts";
import { guardEnvironment } from "./check/guard.ts";
import { longestPath } from "./check/longest-path.ts";
import { type EnvironmentReport, type LookedAt, type ProblemKind, Problems } from "./check/report.ts";
import { isSound } from "./check/soundness.ts";
import type { KnownState } from "./check/state-register.ts";
import { nearestOutcome, twoOutcomeWalks } from "./check/two-outcome-walks.ts";
import { numbersIntentions } from "./memory/one-parent.ts";
import { Walker } from "./check/walker.ts";

/** Steps of walks with two outcomes, in which symmetries show that random walks would not meet. */
const patternSteps = 40_000;

/** How much of an environment is looked at. */
export interface CheckOptions {
  /** Steps (state, intention, outcome) to try in order of depth before random walks take over; 500,000. */
  readonly maxTransitions?: number;
  /** Random walks where not every state could be looked at; 200. */
  readonly trajectories?: number;
  /** Chooses the walks; the same seed gives the same report. */
  readonly seed?: number;
  /** Uniform numbers in [0, 1), instead of those from `seed`. */
  readonly random?: () => number;
  /** Conditions to look at, where they are no categories, which are all looked at unless they are very many. */
  readonly conditions?: readonly Context[];
}

/** Checks an environment against its contract; the report says what was found. */
export function checkEnvironment<State>(
  environment: Environment<State>,
  options: CheckOptions = {},
): EnvironmentReport {
  const { maxTransitions = 500_000, trajectories = 200, seed = 0, random = xorshift(seed) } = options;
  const problems = new Problems();
  if (!isSound(environment, problems)) {
    return report(environment.name, problems, { exhaustive: false, states: [], transitions: 0 });
  }
  const { starts, conditions } = startsOf(environment, problems, options.conditions ?? []);
  const met = nothingMet(environment);
  const seen = { exhaustive: starts.length > 0, states: met.states, transitions: 0 };
  for (const [at, { initial, under }] of starts.entries()) {
    problems.under = under;
    const left = starts.length - at;
    // Together no more than for one; what one start does not need is left to the others.
    const limits = {
      maxTransitions: Math.ceil((maxTransitions - seen.transitions) / left),
      trajectories: Math.ceil(trajectories / starts.length),
      patternSteps: patternSteps / starts.length,
    };
    const found = lookFrom({ ...guardEnvironment(environment), initial }, problems, limits, random);
    seen.exhaustive &&= found.exhaustive;
    found.outcomes.forEach((happens, outcome) => (met.outcomes[outcome]! |= happens));
    met.longest = Math.max(met.longest, found.longest);
    for (const state of found.states) {
      met.states.push(state);
      for (let action = 0; action < state.legal.length; action++)
        if (state.legal[action] === "1") met.actions[action] = 1;
    }
    seen.transitions += found.transitions;
  }
  inspectNumbers(environment, problems);
  const all = conditions === undefined || conditions.looked === conditions.of;
  if (seen.exhaustive && all && !hidingKinds.some((kind) => problems.has(kind))) {
    problems.under = undefined;
    inspectDeclared(guardEnvironment(environment), met, problems);
  }
  return { ...report(environment.name, problems, seen), ...(conditions === undefined ? {} : { conditions }) };
}

/** Whether a process that remembers numbers ways in by the intention, as one parent per state would have it. */
function inspectNumbers<State>(environment: Environment<State>, problems: Problems): void {
  const hidden = ["memory-parents", "throws", "wrong-type"] as const;
  if (environment.memory === undefined || hidden.some((kind) => problems.has(kind))) return;
  if (numbersIntentions(environment)) return;
  const finding = `a process that remembers has ${environment.backward.count} backward numbers for ${environment.actionCount} actions, expected each action to be its own number`;
  problems.add("memory-parents", undefined, finding);
}

interface Start<State> {
  readonly initial: State;
  /** The condition it is for, in words. */
  readonly under?: string;
}

/** Where trajectories begin: under every condition to look at where the start depends on it. */
function startsOf<State>(
  environment: Environment<State>,
  problems: Problems,
  declared: readonly Context[],
): { readonly starts: readonly Start<State>[]; readonly conditions?: LookedAt } {
  const { context: spec, initial } = environment;
  if (spec === undefined || environment.start === undefined) return { starts: [{ initial }] };
  const { contexts, of } = conditionsToCheck(spec, declared);
  const starts = contexts.flatMap((context): Start<State>[] => {
    checkContext(environment, context);
    const under = `condition ${contextKey(context)}`;
    try {
      return [{ initial: environment.start!(context), under }];
    } catch (error) {
      problems.under = under;
      problems.add("throws", undefined, `start threw "${describeThrown(error)}", expected no error`);
      return [];
    }
  });
  const conditions = { looked: contexts.length, of };
  // Of numbers without bounds nothing is known but the initial state.
  return { starts: contexts.length === 0 ? [{ initial }] : starts, conditions };
}

interface Limits {
  readonly maxTransitions: number;
  readonly trajectories: number;
  readonly patternSteps: number;
}

/** Looks at what can be reached from the initial state. */
function lookFrom<State>(
  guarded: Environment<State>,
  problems: Problems,
  { maxTransitions, trajectories, patternSteps }: Limits,
  random: () => number,
): Found<State> {
  const walker = new Walker(guarded, problems);
  const initial = walker.start();
  if (initial?.terminal === true) {
    problems.add(
      "starts-finished",
      initial.key,
      "the initial state is terminal, expected one that can go on",
    );
  }
  const exhaustive = exploreByDepth(walker, problems, maxTransitions, guarded.maxSteps);
  let longest = 0;
  if (exhaustive) longest = inspectWhole(guarded, walker, problems);
  else if (initial !== undefined) {
    for (let walk = 0; walk < trajectories && !problems.has("changes-state"); walk++) {
      walkAtRandom(guarded, walker, initial, problems, random);
    }
    for (const wanted of twoOutcomeWalks(guarded.outcomeCount, guarded.maxSteps, patternSteps)) {
      if (problems.has("changes-state") || problems.has("too-long")) break;
      walkAsWanted(guarded, walker, initial, wanted);
    }
  }
  walker.register.inspectOrder();
  const { register, outcomes, transitions } = walker;
  return { exhaustive, states: register.states, transitions, outcomes, longest };
}

interface Progress {
  readonly exhaustive: boolean;
  readonly states: readonly { readonly terminal: boolean }[];
  readonly transitions: number;
}

/** What was found from one start. */
interface Found<State> extends Progress {
  readonly states: readonly KnownState<State>[];
  readonly outcomes: Uint8Array;
  /** Steps of the longest trajectory, where every state was seen. */
  readonly longest: number;
}

function report(name: string, problems: Problems, progress: Progress): EnvironmentReport {
  const { exhaustive, states, transitions } = progress;
  const found = problems.list();
  return {
    environment: name,
    ok: found.length === 0,
    exhaustive,
    states: states.length,
    terminalStates: states.filter(({ terminal }) => terminal).length,
    transitions,
    problems: found,
  };
}

/** Where to stop following trajectories that are too long already, lest they never end. */
function farBeyond(maxSteps: number): number {
  return 2 * maxSteps + 16;
}

/** Breadth first, until all is seen (true) or there is a reason to give up (false). */
function exploreByDepth<State>(
  walker: Walker<State>,
  problems: Problems,
  maxTransitions: number,
  maxSteps: number,
): boolean {
  const { states } = walker.register;
  let at = 0;
  for (let depth = 0; at < states.length; depth++) {
    const end = states.length;
    for (; at < end; at++) {
      const state = states[at]!;
      if (walker.transitions >= maxTransitions) return false;
      if (depth === farBeyond(maxSteps) && !state.terminal) {
        const finding = `the state is not terminal after ${depth} steps, expected an end within maxSteps = ${maxSteps}`;
        problems.add("too-long", state.key, finding);
        return false;
      }
      walker.expand(state);
      // States that change under one's hands make everything found later meaningless.
      if (problems.has("changes-state")) return false;
    }
  }
  return states.length > 0;
}

/** Mistakes that hide steps, so that ways in seem impossible that are not. */
const hidingKinds: readonly ProblemKind[] = [
  "throws",
  "wrong-type",
  "no-legal-action",
  "probabilities",
  "not-deterministic",
  "key-shared",
  "backward-range",
  "starts-finished",
];

/** What can be said only when every reachable state has been seen; how long the longest trajectory is. */
function inspectWhole<State>(
  environment: Environment<State>,
  walker: Walker<State>,
  problems: Problems,
): number {
  const { states } = walker.register;
  const longest = longestPath(states.map(({ children }) => children ?? []));
  if (longest > environment.maxSteps) {
    const got = longest === Infinity ? "goes in a circle and never ends" : `has ${longest} steps`;
    problems.add(
      "too-long",
      undefined,
      `a trajectory ${got}, expected at most maxSteps = ${environment.maxSteps}`,
    );
  }
  // What was remembered before a step is not in the state after it, so ways in cannot be judged by that state alone.
  if (environment.memory !== undefined || hidingKinds.some((kind) => problems.has(kind))) return longest;
  for (const { state, key, entries } of states) {
    for (let index = 0; index < environment.backward.count; index++) {
      const legal = walker.attempt(key, "", () => environment.backward.isLegal(state, index));
      if (legal !== true || entries.has(index)) continue;
      const finding = `backward.isLegal of ${index} is true but no possible step enters the state that way`;
      problems.add("backward-impossible", key, `${finding}, expected false`);
    }
  }
  return longest;
}

function walkAtRandom<State>(
  environment: Environment<State>,
  walker: Walker<State>,
  initial: KnownState<State>,
  problems: Problems,
  random: () => number,
): void {
  let at = initial;
  for (let step = 0; !at.terminal; step++) {
    if (step === environment.maxSteps) {
      const finding = `a trajectory is not finished after maxSteps = ${step} steps, expected a terminal state`;
      problems.add("too-long", at.key, finding);
      return;
    }
    const actions = Array.from(at.legal).flatMap((legal, action) => (legal === "1" ? [action] : []));
    const action = actions[Math.floor(random() * actions.length)];
    if (action === undefined) return;
    const outcome = draw(walker.probabilities(at, action), random());
    if (outcome === undefined) return;
    const next = walker.child(at, outcome, action);
    walker.inspectWayIn(at, action, outcome, next);
    walker.transitions++;
    if (next === undefined) return;
    at = next;
  }
}

/** Follows wanted outcomes where they are possible, by the intention of the same number if it can have them. */
function walkAsWanted<State>(
  { outcomeCount, maxSteps }: Environment<State>,
  walker: Walker<State>,
  initial: KnownState<State>,
  wanted: (step: number) => number,
): void {
  let at = initial;
  for (let step = 0; !at.terminal && step < maxSteps; step++) {
    const ways = new Map<number, number>();
    for (const [action, legal] of Array.from(at.legal).entries()) {
      if (legal !== "1") continue;
      for (const [outcome, probability] of walker.probabilities(at, action)?.entries() ?? [])
        if (probability > 0 && (!ways.has(outcome) || action === outcome)) ways.set(outcome, action);
    }
    const outcome = nearestOutcome(wanted(step), outcomeCount, (possible) => ways.has(possible));
    const action = ways.get(outcome);
    if (action === undefined) return;
    const next = walker.child(at, outcome, action);
    walker.inspectWayIn(at, action, outcome, next);
    walker.transitions++;
    if (next === undefined) return;
    at = next;
  }
}

/** An outcome by its probability; undefined where there is none. */
function draw(probabilities: Float64Array | undefined, luck: number): number | undefined {
  let last: number | undefined;
  let sum = 0;
  for (const [outcome, probability] of probabilities?.entries() ?? []) {
    if (!(probability > 0)) continue;
    last = outcome;
    sum += probability;
    if (luck < sum) return outcome;
  }
  return last;
}

/** Marsaglia's 32-bit xorshift: enough to wander about, and no more than that. */
function xorshift(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
