/**
 * The ways into states seen so far, compared with each other. Two mistakes would train towards a wrong target without a
 * sign and are refused: two ways into a state under one number, and two terminal states that are the same object. Which
 * steps are looked at is up to whoever tells of them.
 */
import type { Environment } from "../../environment/environment.ts";
import { WindageError } from "../../error.ts";

interface Way<State> {
  readonly parent: State;
  readonly outcome: number;
}

/** How many states may be remembered; those beyond are only compared. */
export interface ArrivalRoom {
  readonly open: number;
  readonly terminal: number;
}

/** A state that is entered from two others. */
export interface Meeting {
  readonly state: string;
  readonly parents: readonly [string, string];
}

export class Arrivals<State> {
  readonly #environment: Environment<State>;
  readonly #chances: Float64Array;
  readonly #room: ArrivalRoom;
  /** The first way into each state by its key. */
  readonly #ways = new Map<string, Way<State> | undefined>();
  /** The key of the terminal state that is each object. */
  readonly #objects = new Map<string, string>();
  #meeting: Meeting | undefined;

  constructor(environment: Environment<State>, room: ArrivalRoom = { open: Infinity, terminal: Infinity }) {
    this.#environment = environment;
    this.#room = room;
    this.#chances = new Float64Array(environment.outcomeCount);
    this.#ways.set(environment.key(environment.initial), undefined);
  }

  /** How many states are remembered. */
  get size(): number {
    return this.#ways.size;
  }

  /** The first state that was found to have two parents, if any. */
  get meeting(): Meeting | undefined {
    return this.#meeting;
  }

  /** Tells of a step. */
  add(parent: State, outcome: number, child: State): void {
    const key = this.#environment.key(child);
    const way = { parent, outcome };
    if (!this.#ways.has(key)) {
      this.#remember(key, way, child);
      return;
    }
    const before = this.#ways.get(key);
    if (!before || this.#parentKey(before.parent) === this.#parentKey(parent)) return;
    const parents = [this.#environment.key(before.parent), this.#environment.key(parent)] as const;
    this.#meeting ??= { state: key, parents };
    this.#compare({ state: key, parents }, before, way);
  }

  #remember(key: string, way: Way<State>, child: State): void {
    const terminal = this.#environment.isTerminal(child);
    const open = this.#ways.size - this.#objects.size;
    if (terminal ? this.#objects.size >= this.#room.terminal : open >= this.#room.open) return;
    this.#ways.set(key, way);
    if (!terminal) return;
    const object = this.#environment.objectOf(child);
    const other = this.#objects.get(object);
    if (other === undefined) this.#objects.set(object, key);
    else throw sharedObject(this.#environment, object, [other, key]);
  }

  /** What is remembered counts as known before the step, so that parents are told apart by what was built. */
  #parentKey(state: State): string {
    return this.#environment.memory?.builtKey(state) ?? this.#environment.key(state);
  }

  /** Two ways from different parents must not share a number. */
  #compare(meeting: Meeting, one: Way<State>, other: Way<State>): void {
    const numbers = new Set(this.#numbersOf(one));
    const shared = this.#numbersOf(other).find((number) => numbers.has(number));
    if (shared !== undefined) throw sharedNumber(this.#environment, meeting, shared);
  }

  #numbersOf({ parent, outcome }: Way<State>): number[] {
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
  { state, parents }: Meeting,
  number: number,
): WindageError {
  return new WindageError(
    "training/ways-shared",
    `${name}: state ${state} is entered from ${parents.join(" and from ")} under one number of backward.indexOf, ${number}, ` +
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
