/**
 * Whether ways into states meet, which decides what a backward policy has to tell apart. Numbering ways in by the
 * intention alone claims that every state has one parent; the claim is verified by walking the environment, and where
 * it has too many states for that, by looking at the first ones and at random walks, and the answer says so.
 *
 * Two mistakes would train towards a wrong target without a sign and are refused: two ways into a state under one
 * number, and two terminal states that are the same object.
 */
import { walkStates } from "../../environment/walk-states.ts";
import type { Environment } from "../../environment/index.ts";
import { sequenceShapeOf } from "../../environment/sequence/sequence.ts";
import { WindageError } from "../../error.ts";
import { Generator } from "../../random/index.ts";

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

const known = new WeakMap<Environment, WaysIn>();

/** Walks the environment once; asked again it remembers. */
export function waysIn(environment: Environment): WaysIn {
  let found = known.get(environment);
  if (!found) {
    found = sequenceShapeOf(environment)
      ? { oneParent: true, verified: true, statesSeen: 0 }
      : new WaysInWalk(environment).run();
    known.set(environment, found);
  }
  return found;
}

interface Arrival<State> {
  readonly parent: State;
  readonly outcome: number;
}

interface Step {
  readonly outcome: number;
  readonly action: number;
}

class WaysInWalk<State> {
  readonly #environment: Environment<State>;
  readonly #chances: Float64Array;
  /** The first way into each state by its key. */
  readonly #arrivals = new Map<string, Arrival<State> | undefined>();
  /** The key of the terminal state that is each object. */
  readonly #objects = new Map<string, string>();
  #oneParent = true;

  constructor(environment: Environment<State>) {
    this.#environment = environment;
    this.#chances = new Float64Array(environment.outcomeCount);
  }

  run(): WaysIn {
    const verified = this.#byDepth();
    if (!verified) this.#atRandom();
    return { oneParent: this.#oneParent, verified, statesSeen: this.#arrivals.size };
  }

  /** Breadth first; whether everything was seen. */
  #byDepth(): boolean {
    const { initial, outcomeCount } = this.#environment;
    this.#arrivals.set(this.#environment.key(initial), undefined);
    let steps = 0;
    for (const { state, children, found } of walkStates(this.#environment)) {
      // Intentions with the same outcome arrive from the same parent, so that the first says all.
      const arrived = new Set<number>();
      for (const [place, child] of children.entries()) {
        if (child < 0 || arrived.has(child)) continue;
        if (++steps > maxSteps) return false;
        arrived.add(child);
        this.#arrive({ parent: state, outcome: place % outcomeCount }, found[child]!);
      }
    }
    return true;
  }

  #atRandom(): void {
    const generator = Generator.fromSeed(0);
    for (let walk = 0; walk < randomWalks; walk++) {
      let state = this.#environment.initial;
      for (let step = 0; step < this.#environment.maxSteps; step++) {
        const steps = this.#stepsOf(state);
        if (steps.length === 0) break;
        const { outcome, action } = steps[generator.integer(steps.length)]!;
        const child = this.#environment.next(state, outcome, action);
        this.#arrive({ parent: state, outcome }, child);
        state = child;
      }
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

  /** What is remembered counts as known before the step, so that parents are told apart by what was built. */
  #parentKey(state: State): string {
    return this.#environment.memory?.builtKey(state) ?? this.#environment.key(state);
  }

  #arrive(way: Arrival<State>, child: State): void {
    const key = this.#environment.key(child);
    if (!this.#arrivals.has(key)) {
      this.#arrivals.set(key, way);
      if (this.#environment.isTerminal(child)) this.#finish(child, key);
      return;
    }
    const before = this.#arrivals.get(key);
    if (!before || this.#parentKey(before.parent) === this.#parentKey(way.parent)) return;
    this.#oneParent = false;
    this.#compare(key, before, way);
  }

  #finish(state: State, key: string): void {
    const object = this.#environment.objectOf(state);
    const other = this.#objects.get(object);
    if (other === undefined) this.#objects.set(object, key);
    else throw sharedObject(this.#environment, object, [other, key]);
  }

  /** Two arrivals from different parents must not share a number. */
  #compare(key: string, one: Arrival<State>, other: Arrival<State>): void {
    const numbers = new Set(this.#numbersOf(one));
    const shared = this.#numbersOf(other).find((number) => numbers.has(number));
    if (shared === undefined) return;
    const parents = [one, other].map(({ parent }) => this.#environment.key(parent));
    throw sharedNumber(this.#environment, key, parents, shared);
  }

  #numbersOf({ parent, outcome }: Arrival<State>): number[] {
    const environment = this.#environment;
    const numbers: number[] = [];
    for (let action = 0; action < environment.actionCount; action++) {
      if (!environment.isLegal(parent, action)) continue;
      environment.outcomeProbabilities(parent, action, this.#chances);
      if (this.#chances[outcome]! > 0) numbers.push(environment.backward.indexOf(action, outcome));
    }
    return numbers;
  }
}

function sharedNumber(
  { name }: Pick<Environment, "name">,
  key: string,
  parents: readonly string[],
  number: number,
): WindageError {
  return new WindageError(
    "training/ways-shared",
    `${name}: state ${key} is entered from ${parents.join(" and from ")} under one number of backward.indexOf, ${number}, ` +
      "expected one number per pair of parent and intention; the outcome usually tells the parent, so that " +
      "outcome · actions + action will do, or make the outcomes differ.",
  );
}

function sharedObject(
  { name }: Pick<Environment, "name">,
  object: string,
  keys: readonly string[],
): WindageError {
  return new WindageError(
    "training/object-shared",
    `${name}: terminal states ${keys.join(" and ")} are both the object ${JSON.stringify(object)}, which would be made ` +
      "twice as often as its reward says, expected one terminal state per object; give them one key, or objects of their own.",
  );
}
