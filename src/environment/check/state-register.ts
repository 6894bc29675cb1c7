/**
 * All states reached so far. Each is looked at when it is first reached, compared with all others, and compared with
 * itself on every other way to it.
 */

import type { Environment } from "../environment.ts";
import type { Problems } from "./report.ts";
import { difference, type StateView, type StateViewer } from "./state-view.ts";

/** A state that has been reached. */
export interface KnownState<State> extends StateView<State> {
  readonly id: number;
  /** The steps behind the backward indices it was entered by. */
  readonly entries: Map<number, string>;
  /** The state it was first entered from, as what was built alone where a process remembers. */
  parent: string | undefined;
  /** Where its steps lead, once they have been tried. */
  children: readonly number[] | undefined;
}

interface Numbered {
  readonly index: number;
  readonly key: string;
}

export class StateRegister<State> {
  readonly states: KnownState<State>[] = [];
  readonly #environment: Environment<State>;
  readonly #problems: Problems;
  readonly #viewer: StateViewer<State>;
  readonly #byKey = new Map<string, KnownState<State>>();
  readonly #byEncoding = new Map<number, StateView<State>>();
  readonly #byIndex = new Map<number, string>();
  readonly #byObject = new Map<string, string>();
  #lastOpen: Numbered | undefined;
  #firstTerminal: Numbered | undefined;

  constructor(environment: Environment<State>, viewer: StateViewer<State>, problems: Problems) {
    this.#viewer = viewer;
    this.#environment = environment;
    this.#problems = problems;
  }

  /** Remembers a state, or compares it with what is remembered under its key. */
  reach(view: StateView<State>): KnownState<State> {
    const known = this.#byKey.get(view.key);
    if (known !== undefined) {
      const what = difference(known, view);
      if (what !== undefined) {
        const finding = `two states have this key but differ in ${what}, expected one state per key`;
        this.#problems.add("key-shared", view.key, finding);
      }
      return known;
    }
    const fresh: KnownState<State> = {
      ...view,
      id: this.states.length,
      entries: new Map(),
      parent: undefined,
      children: undefined,
    };
    this.states.push(fresh);
    this.#byKey.set(view.key, fresh);
    this.#inspect(view);
    return fresh;
  }

  #inspect(view: StateView<State>): void {
    const { state, key, terminal, legal } = view;
    const changed = difference(view, this.#viewer.view(state));
    if (changed !== undefined) {
      this.#problems.add(
        "not-deterministic",
        key,
        `two calls differ in ${changed}, expected the same answer`,
      );
    }
    if (terminal && legal.includes("1")) {
      const finding = `action ${legal.indexOf("1")} is legal in a terminal state, expected none`;
      this.#problems.add("legal-at-terminal", key, finding);
    }
    if (!terminal && !legal.includes("1")) {
      const finding = `none of the ${legal.length} actions is legal and the state is not terminal, expected one`;
      this.#problems.add("no-legal-action", key, finding);
    }
    this.#inspectEncoding(view);
    this.#inspectIndex(view);
    this.#inspectMemory(view);
    if (terminal) this.#inspectObject(view);
  }

  #inspectEncoding(view: StateView<State>): void {
    const twin = this.#byEncoding.get(view.encoding);
    if (twin === undefined) this.#byEncoding.set(view.encoding, view);
    // What is written in the wrong place, or is no number, cannot be compared.
    else if (this.#problems.has("encoding-window") || this.#problems.has("encoding-not-finite")) return;
    else if (this.#isHidden(view, twin)) return;
    else if (this.#viewer.haveSameFeatures(view.state, twin.state)) {
      const finding = `encode writes the same features as for state ${JSON.stringify(twin.key)}, expected different ones`;
      this.#problems.add("encoding-shared", view.key, finding);
    }
  }

  /** Whether two states differ in nothing but what is remembered, which models need not see. */
  #isHidden(one: StateView<State>, other: StateView<State>): boolean {
    const { memory } = this.#environment;
    return memory !== undefined && memory.builtKey(one.state) === memory.builtKey(other.state);
  }

  #inspectMemory({ state, key }: StateView<State>): void {
    const { memory } = this.#environment;
    if (memory === undefined) return;
    const index = memory.indexOf(state);
    if (Number.isInteger(index) && index >= 0 && index < memory.count) return;
    const finding = `memory.indexOf is ${index}, expected a whole number from 0 to ${memory.count - 1}`;
    this.#problems.add("memory-range", key, finding);
  }

  #inspectIndex({ state, key, terminal }: StateView<State>): void {
    const { enumeration } = this.#environment;
    if (enumeration === undefined) return;
    const index = enumeration.indexOf(state);
    if (enumeration.indexOf(state) !== index) {
      const finding = "two calls differ in enumeration.indexOf, expected the same answer";
      this.#problems.add("not-deterministic", key, finding);
    }
    if (!(Number.isInteger(index) && index >= 0 && index < enumeration.stateCount)) {
      const finding = `enumeration.indexOf is ${index}, expected a whole number from 0 to ${enumeration.stateCount - 1}`;
      this.#problems.add("index-range", key, finding);
      return;
    }
    const twin = this.#byIndex.get(index);
    if (twin === undefined) this.#byIndex.set(index, key);
    else {
      const finding = `its number ${index} is also that of state ${JSON.stringify(twin)}, expected one state per number`;
      this.#problems.add("index-shared", key, finding);
    }
    if (terminal) {
      if (index < (this.#firstTerminal?.index ?? Infinity)) this.#firstTerminal = { index, key };
    } else if (index > (this.#lastOpen?.index ?? -1)) this.#lastOpen = { index, key };
  }

  #inspectObject({ state, key }: StateView<State>): void {
    const object = this.#environment.objectOf(state);
    if (this.#environment.objectOf(state) !== object) {
      this.#problems.add("not-deterministic", key, "two calls differ in objectOf, expected the same answer");
    }
    const twin = this.#byObject.get(object);
    if (twin === undefined) this.#byObject.set(object, key);
    else {
      const finding =
        `its object ${JSON.stringify(object)} is also that of terminal state ${JSON.stringify(twin)}, ` +
        "expected one terminal state per object";
      this.#problems.add("object-shared", key, finding);
    }
  }

  /** Checks that terminal states have the last numbers; to be called when all states have been reached. */
  inspectOrder(): void {
    const open = this.#lastOpen;
    const terminal = this.#firstTerminal;
    if (open === undefined || terminal === undefined || open.index < terminal.index) return;
    const finding =
      `this terminal state has number ${terminal.index}, and state ${JSON.stringify(open.key)}, which is not ` +
      `terminal, has number ${open.index}, expected terminal states last`;
    this.#problems.add("index-order", terminal.key, finding);
  }
}
