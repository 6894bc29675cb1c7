/**
 * Goes from state to state: tries every possible step of a state once, each twice over, and looks at where it leads
 * and at how the environment numbers the way there.
 */

import { rowTolerance } from "../../row-tolerance.ts";
import type { Environment } from "../environment.ts";
import { MethodFailure } from "./guard.ts";
import type { Problems } from "./report.ts";
import { type KnownState, StateRegister } from "./state-register.ts";
import { difference, type StateView, StateViewer } from "./state-view.ts";

export class Walker<State> {
  readonly register: StateRegister<State>;
  /** Steps (state, intention, outcome) tried so far. */
  transitions = 0;
  /** Whether each outcome can happen in a state that was expanded. */
  readonly outcomes: Uint8Array;
  readonly #environment: Environment<State>;
  readonly #problems: Problems;
  readonly #viewer: StateViewer<State>;

  constructor(environment: Environment<State>, problems: Problems) {
    this.#viewer = new StateViewer(environment, problems);
    this.register = new StateRegister(environment, this.#viewer, problems);
    this.#environment = environment;
    this.#problems = problems;
    this.outcomes = new Uint8Array(environment.outcomeCount);
  }

  /** Looks at the initial state; undefined where it cannot be looked at. */
  start(): KnownState<State> | undefined {
    return this.attempt(undefined, "in the initial state", () =>
      this.register.reach(this.#viewer.view(this.#environment.initial)),
    );
  }

  /** Tries every possible step of a state. */
  expand(from: KnownState<State>): void {
    const reached = new Map<string, KnownState<State> | undefined>();
    // Marked first, so that a state whose steps fail is not tried again.
    from.children = [];
    if (from.terminal) return;
    for (let action = 0; action < from.legal.length; action++) {
      if (from.legal[action] !== "1") continue;
      const probabilities = this.probabilities(from, action);
      for (let outcome = 0; outcome < (probabilities?.length ?? 0); outcome++) {
        if (!(probabilities![outcome]! > 0)) continue;
        this.transitions++;
        this.outcomes[outcome] = 1;
        // Where nothing is remembered, the outcome alone says where a step leads.
        const step = this.#environment.memory === undefined ? `${outcome}` : `${outcome} ${action}`;
        if (!reached.has(step)) reached.set(step, this.child(from, outcome, action));
        else this.#inspectIntention(from, action, outcome, reached.get(step));
        this.inspectWayIn(from, action, outcome, reached.get(step));
      }
    }
    const ids = Array.from(reached.values(), (child) => child?.id);
    from.children = Array.from(new Set(ids.filter((id) => id !== undefined)));
  }

  /** P(outcome | state, action), checked; undefined where it cannot be had. */
  probabilities({ state, key }: KnownState<State>, action: number): Float64Array | undefined {
    const ask = (): Float64Array => {
      // Not-a-number shows what is never written.
      const out = new Float64Array(this.#environment.outcomeCount).fill(Number.NaN);
      this.#environment.outcomeProbabilities(state, action, out);
      return out;
    };
    return this.attempt(key, "", () => {
      const out = ask();
      const again = ask();
      const wrong = out.findIndex((value) => !(value >= 0));
      const sum = out.reduce((total, value) => total + value, 0);
      if (wrong >= 0) {
        const got = Number.isNaN(out[wrong]) ? "is not a number or was not written" : `is ${out[wrong]}`;
        const finding = `the probability of outcome ${wrong} after action ${action} ${got}, expected a probability`;
        this.#problems.add("probabilities", key, finding);
      } else if (!(Math.abs(sum - 1) <= rowTolerance)) {
        const finding = `the outcome probabilities of action ${action} sum to ${sum}, expected 1`;
        this.#problems.add("probabilities", key, finding);
      } else if (out.some((value, outcome) => value !== again[outcome])) {
        const finding = `two calls differ in outcomeProbabilities of action ${action}, expected the same answer`;
        this.#problems.add("not-deterministic", key, finding);
      }
      return out;
    });
  }

  /** The state after an outcome; undefined where it cannot be had. */
  child(from: KnownState<State>, outcome: number, action: number): KnownState<State> | undefined {
    const environment = this.#environment;
    const next = this.attempt(from.key, "", () => ({ state: environment.next(from.state, outcome, action) }));
    if (next === undefined || this.#hasChanged(from, outcome)) return undefined;
    return this.attempt(from.key, `in the state after outcome ${outcome}`, () => {
      const view = this.#viewer.view(next.state);
      const twin = this.#viewer.view(environment.next(from.state, outcome, action));
      const what = difference(view, twin);
      if (what !== undefined) {
        const finding = `next with outcome ${outcome} gave two states that differ in ${what}, expected the same state`;
        this.#problems.add("not-deterministic", from.key, finding);
      }
      const known = this.register.reach(view);
      if (environment.memory !== undefined && known.state !== view.state)
        this.#compareNoise(known, view.state);
      this.#compareMemory(from, action, outcome, view);
      return known;
    });
  }

  /** Whether models that are shown the memory see the one that `next` leads to; finished objects remember nothing. */
  #compareMemory(
    from: KnownState<State>,
    action: number,
    outcome: number,
    { state, terminal }: StateView<State>,
  ): void {
    const { memory } = this.#environment;
    if (memory?.remember === undefined || terminal) return;
    const said = memory.remember(memory.indexOf(from.state), action, outcome);
    const found = memory.indexOf(state);
    if (said === found) return;
    const finding = `memory.remember of action ${action} with outcome ${outcome} is ${said}, but memory.indexOf is ${found} in the state that next leads to, expected one number`;
    this.#problems.add("memory-moves", from.key, finding);
  }

  /** Whether two states that are said to be the same answer every intention alike. */
  #compareNoise(known: KnownState<State>, state: State): void {
    for (let action = 0; action < known.legal.length; action++) {
      if (known.legal[action] !== "1") continue;
      const [one, other] = [known.state, state].map((asked) => {
        const out = new Float64Array(this.#environment.outcomeCount);
        this.#environment.outcomeProbabilities(asked, action, out);
        return out;
      }) as [Float64Array, Float64Array];
      const outcome = one.findIndex((chance, c) => Math.abs(chance - other[c]!) > rowTolerance);
      if (outcome < 0) continue;
      const finding = `outcome ${outcome} of action ${action} has probability ${one[outcome]} on one way there and ${other[outcome]} on another, expected the same`;
      this.#problems.add("memory-short", known.key, finding);
      return;
    }
  }

  /** Whether another intention with the same outcome leads to another state, which only memory may do. */
  #inspectIntention(
    from: KnownState<State>,
    action: number,
    outcome: number,
    child: KnownState<State> | undefined,
  ): void {
    if (child === undefined) return;
    const key = this.attempt(from.key, "", () =>
      this.#environment.key(this.#environment.next(from.state, outcome, action)),
    );
    if (key === undefined || key === child.key) return;
    const finding = `outcome ${outcome} leads to state ${JSON.stringify(key)} after action ${action} and to ${JSON.stringify(child.key)} after another, expected one state`;
    this.#problems.add("memory-undeclared", from.key, finding);
  }

  /** Looks at how the environment numbers the way into a child. */
  inspectWayIn(
    from: KnownState<State>,
    action: number,
    outcome: number,
    child: KnownState<State> | undefined,
  ): void {
    if (child === undefined) return;
    this.attempt(from.key, "", () => this.#compareWayIn(from, action, outcome, child));
  }

  /** Runs a question to the environment; a failure of its methods becomes a problem. */
  attempt<Result>(key: string | undefined, where: string, ask: () => Result): Result | undefined {
    try {
      return ask();
    } catch (failure) {
      if (!(failure instanceof MethodFailure)) throw failure;
      this.#problems.add(failure.kind, key, where === "" ? failure.message : `${where}, ${failure.message}`);
      return undefined;
    }
  }

  /** Whether `next` has changed the state it was given. */
  #hasChanged(from: KnownState<State>, outcome: number): boolean {
    const what = this.attempt(from.key, `after next with outcome ${outcome}`, () =>
      difference(from, this.#viewer.view(from.state)),
    );
    if (what === undefined) return false;
    const finding = `next with outcome ${outcome} changed the state it was given in ${what}, expected no change`;
    this.#problems.add("changes-state", from.key, finding);
    return true;
  }

  #compareWayIn(from: KnownState<State>, action: number, outcome: number, child: KnownState<State>): void {
    const { backward } = this.#environment;
    const step = `action ${action} with outcome ${outcome}`;
    const index = backward.indexOf(action, outcome);
    if (!(Number.isInteger(index) && index >= 0 && index < backward.count)) {
      const finding = `backward.indexOf of ${step} is ${index}, expected a whole number from 0 to ${backward.count - 1}`;
      this.#problems.add("backward-range", from.key, finding);
      return;
    }
    if (!child.entries.has(index) && !backward.isLegal(child.state, index)) {
      const finding =
        `${step} leads to state ${JSON.stringify(child.key)}, where backward.isLegal of its number ${index} is ` +
        "false, expected true";
      this.#problems.add("backward-illegal", from.key, finding);
    }
    this.#compareEntry(from, action, outcome, child, index);
    // What was remembered before the step is known to who asks for the way in, so it tells no ways apart.
    const parent = this.#environment.memory?.builtKey(from.state) ?? from.key;
    if (this.#environment.memory !== undefined) this.#compareParents(parent, child);
    const way = `${step} from state ${JSON.stringify(parent)}`;
    const twin = child.entries.get(index);
    if (twin === undefined) child.entries.set(index, way);
    else if (twin !== way) {
      const finding = `backward index ${index} stands for ${twin} and for ${way}, expected one step per number`;
      this.#problems.add("backward-shared", child.key, finding);
    }
  }

  /** Whether the step that a number is said to stand for is the one that was taken; of shared numbers the first counts. */
  #compareEntry(
    from: KnownState<State>,
    action: number,
    outcome: number,
    child: KnownState<State>,
    index: number,
  ): void {
    const { backward } = this.#environment;
    if (backward.entry === undefined || child.entries.has(index)) return;
    const said = backward.entry(child.state, index);
    const parent = said && this.#environment.key(said.parent);
    if (said && said.action === action && said.outcome === outcome && parent === from.key) return;
    const got =
      said === undefined
        ? "undefined"
        : `action ${said.action} with outcome ${said.outcome} from state ${JSON.stringify(parent)}`;
    const finding = `backward.entry of ${index} is ${got}, but that is the number of action ${action} with outcome ${outcome} from state ${JSON.stringify(from.key)}, expected this step`;
    this.#problems.add("backward-entry", child.key, finding);
  }

  /** Whether a process that remembers keeps to one parent per state. */
  #compareParents(parent: string, child: KnownState<State>): void {
    child.parent ??= parent;
    if (child.parent === parent) return;
    const finding = `a process that remembers enters it from states ${JSON.stringify(child.parent)} and ${JSON.stringify(parent)}, expected one parent`;
    this.#problems.add("memory-parents", child.key, finding);
  }
}
