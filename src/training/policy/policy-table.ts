/** The policy at every state of a small environment, as probabilities. */
import { requireContext } from "../../environment/context.ts";
import type { Context } from "../../landscape/context.ts";
import type { PolicyProgram } from "../../sampling/fresh-trajectories.ts";
import type { Policy } from "../method.ts";
import type { StateList } from "./state-list.ts";
import { StateRows } from "./state-rows.ts";

/** States evaluated at a time: enough to be fast, few enough to stay in cache. */
const rowsAtATime = 4096;

export class PolicyTable {
  readonly #states: StateList;
  readonly #actionCount: number;
  readonly #program: PolicyProgram;
  /** All states as the policy reads them, and a window that the program is asked with. */
  readonly #all: StateRows;
  readonly #window: StateRows;

  readonly #policy: Policy;

  private constructor(
    states: StateList,
    policy: Policy,
    program: PolicyProgram,
    rows: number,
    context: Context | undefined,
  ) {
    const { environment, reads } = policy;
    this.#policy = policy;
    this.#states = states;
    this.#actionCount = environment.actionCount;
    this.#program = program;
    this.#all = new StateRows(environment, reads, states.count);
    this.#window = new StateRows(environment, reads, rows);
    const { intentions } = states;
    states.states.forEach((state, row) => this.#all.write(row, state, context, true, intentions?.[row]));
  }

  /** Makes a policy ready to be asked about states again and again, under one condition where it takes any. */
  static async compile(policy: Policy, states: StateList, context?: Context): Promise<PolicyTable> {
    requireContext(policy.environment, context);
    const rows = Math.min(rowsAtATime, states.count);
    return new PolicyTable(states, policy, await policy.compile(rows), rows, context);
  }

  /** The same policy at other states or under another condition; the program is shared, and the first table's to end. */
  under(states: StateList, context?: Context): PolicyTable {
    requireContext(this.#policy.environment, context);
    return new PolicyTable(states, this.#policy, this.#program, this.#window.count, context);
  }

  /** π(a|s) under the parameters as they are now, [states, actions]. */
  async probabilities(): Promise<Float64Array> {
    const { count, legal } = this.#states;
    const actions = this.#actionCount;
    const window = this.#window;
    const result = new Float64Array(count * actions);
    for (let start = 0; start < count; start += window.count) {
      const end = Math.min(start + window.count, count);
      window.copy(this.#all, start, end - start);
      const logits = await this.#program.evaluate(window.arrays);
      for (let row = start; row < end; row++) {
        softmaxRow(logits, (row - start) * actions, legal, row * actions, actions, result);
      }
    }
    return result;
  }

  dispose(): Promise<void> {
    return this.#program.dispose();
  }
}

/** Softmax over the legal entries of one row. */
function softmaxRow(
  logits: Float32Array,
  from: number,
  legal: Uint8Array,
  to: number,
  actions: number,
  out: Float64Array,
): void {
  let largest = Number.NEGATIVE_INFINITY;
  for (let a = 0; a < actions; a++) if (legal[to + a] === 1) largest = Math.max(largest, logits[from + a]!);
  let total = 0;
  for (let a = 0; a < actions; a++) {
    const weight = legal[to + a] === 1 ? Math.exp(logits[from + a]! - largest) : 0;
    out[to + a] = weight;
    total += weight;
  }
  for (let a = 0; a < actions; a++) out[to + a]! /= total;
}
