/** The policy at every state of a small environment, as probabilities. */
import type { PolicyProgram } from "../../sampling/index.ts";
import type { Policy } from "../method.ts";
import type { StateList } from "./state-list.ts";

/** States evaluated at a time: enough to be fast, few enough to stay in cache. */
const rowsAtATime = 4096;

export class PolicyTable {
  readonly #states: StateList;
  readonly #actionCount: number;
  readonly #program: PolicyProgram;
  readonly #rows: number;
  readonly #features: Float32Array;
  readonly #index: Int32Array;

  private constructor(states: StateList, actionCount: number, program: PolicyProgram, rows: number) {
    this.#states = states;
    this.#actionCount = actionCount;
    this.#program = program;
    this.#rows = rows;
    this.#features = new Float32Array((rows * states.features.length) / states.count);
    this.#index = new Int32Array(rows);
  }

  /** Makes a policy ready to be asked about a list of states again and again. */
  static async compile(policy: Policy, states: StateList): Promise<PolicyTable> {
    const rows = Math.min(rowsAtATime, states.count);
    return new PolicyTable(states, policy.environment.actionCount, await policy.compile(rows), rows);
  }

  /** π(a|s) under the parameters as they are now, [states, actions]. */
  async probabilities(): Promise<Float64Array> {
    const { count, features, index, legal } = this.#states;
    const width = this.#features.length / this.#rows;
    const actions = this.#actionCount;
    const result = new Float64Array(count * actions);
    for (let start = 0; start < count; start += this.#rows) {
      const end = Math.min(start + this.#rows, count);
      this.#features.set(features.subarray(start * width, end * width));
      this.#index.set(index.subarray(start, end));
      const logits = await this.#program.evaluate(this.#features, this.#index);
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
