/**
 * Whether ways into states meet, which decides what a backward policy has to tell apart. Numbering ways in by the
 * intention alone claims that every state has one parent; the claim is verified by walking the environment. Where it has
 * too many states for that, the first ones are looked at, random walks, and words in which the symmetries that people
 * build in would show; the answer says so, and `WaysInWatch` goes on looking while training.
 */
import type { Environment } from "../../environment/environment.ts";
import { nearestOutcome, twoOutcomeWalks } from "../../environment/check/two-outcome-walks.ts";
import { buildsSequences } from "../../environment/sequence/sequence.ts";
import { walkStates } from "../../environment/walk-states.ts";
import { Generator } from "../../random/generator.ts";
import { Arrivals } from "./arrivals.ts";

export interface WaysIn {
  /** Whether no state was found that can be entered from two parents. */
  readonly oneParent: boolean;
  /** Whether all states were looked at, or the environment is known to be right by the way it is made. */
  readonly verified: boolean;
  readonly statesSeen: number;
}

/** Steps looked at in order of depth; about a second. */
const maxSteps = 300_000;
const randomWalks = 500;
/** Steps of walks with two outcomes: every such word of 100 letters out of four. */
const patternSteps = 160_000;

const known = new WeakMap<Environment, WaysIn>();

/** Walks the environment once; asked again it remembers. */
export function waysIn(environment: Environment): WaysIn {
  let found = known.get(environment);
  if (!found) {
    found = buildsSequences(environment)
      ? { oneParent: true, verified: true, statesSeen: 0 }
      : new WaysInWalk(environment).run();
    known.set(environment, found);
  }
  return found;
}

interface Step {
  readonly outcome: number;
  readonly action: number;
}

class WaysInWalk<State> {
  readonly #environment: Environment<State>;
  readonly #chances: Float64Array;
  readonly #arrivals: Arrivals<State>;

  constructor(environment: Environment<State>) {
    this.#environment = environment;
    this.#chances = new Float64Array(environment.outcomeCount);
    this.#arrivals = new Arrivals(environment);
  }

  run(): WaysIn {
    const verified = this.#byDepth();
    if (!verified) {
      this.#atRandom();
      this.#withTwoOutcomes();
    }
    const { meeting, size } = this.#arrivals;
    return { oneParent: meeting === undefined, verified, statesSeen: size };
  }

  /** Breadth first; whether everything was seen. */
  #byDepth(): boolean {
    const { outcomeCount } = this.#environment;
    let steps = 0;
    for (const { state, children, found } of walkStates(this.#environment)) {
      // Intentions with the same outcome arrive from the same parent, so that the first says all.
      const arrived = new Set<number>();
      for (const [place, child] of children.entries()) {
        if (child < 0 || arrived.has(child)) continue;
        if (++steps > maxSteps) return false;
        arrived.add(child);
        this.#arrivals.add(state, place % outcomeCount, found[child]!);
      }
    }
    return true;
  }

  #atRandom(): void {
    const generator = Generator.fromSeed(0);
    for (let walk = 0; walk < randomWalks; walk++)
      this.#follow((steps) => steps[generator.integer(steps.length)]!);
  }

  #withTwoOutcomes(): void {
    const { outcomeCount, maxSteps: longest } = this.#environment;
    for (const wanted of twoOutcomeWalks(outcomeCount, longest, patternSteps)) {
      this.#follow((steps, step) => {
        const possible = new Map(steps.map((way) => [way.outcome, way]));
        return possible.get(nearestOutcome(wanted(step), outcomeCount, (outcome) => possible.has(outcome)))!;
      });
    }
  }

  /** One walk to an end. */
  #follow(choose: (steps: readonly Step[], step: number) => Step): void {
    let state = this.#environment.initial;
    for (let step = 0; step < this.#environment.maxSteps; step++) {
      const steps = this.#stepsOf(state);
      if (steps.length === 0) break;
      const { outcome, action } = choose(steps, step);
      const child = this.#environment.next(state, outcome, action);
      this.#arrivals.add(state, outcome, child);
      state = child;
    }
  }

  /** What can happen in a state, whatever is intended; each outcome once, unless the process remembers intentions. */
  #stepsOf(state: State): Step[] {
    const environment = this.#environment;
    if (environment.isTerminal(state)) return [];
    const possible = new Map<number, Step>();
    for (let action = 0; action < environment.actionCount; action++) {
      if (!environment.isLegal(state, action)) continue;
      environment.outcomeProbabilities(state, action, this.#chances);
      this.#chances.forEach((chance, outcome) => {
        const place = environment.memory === undefined ? outcome : outcome * environment.actionCount + action;
        if (chance > 0 && !possible.has(place)) possible.set(place, { outcome, action });
      });
    }
    return [...possible.values()];
  }
}
