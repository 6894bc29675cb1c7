/**
 * Visited states with all their children, for objectives that look at every intention and outcome (`needsChildren`).
 * A bounded number of states is drawn from each batch, so that memory does not grow with it; the rewards of children
 * that are finished objects are asked of the scorer and count as oracle calls.
 */
import type { Environment } from "../environment/index.ts";
import type { Generator } from "../random/index.ts";
import type { TrajectoryBatch } from "../sampling/index.ts";

/** Stands for the logarithm of 0 where an infinity would poison sums. */
const impossible = -1e9;

/** Log rewards of finished objects. */
export type RewardsOf = (objects: readonly string[]) => Promise<ArrayLike<number>>;

export class LocalStates {
  /** States per update, N. */
  readonly count: number;
  /** Features of the states and then of their children, [N + N·C, F]. */
  readonly features: Float32Array;
  /** Their numbers, 0 where a model without backward policy has no row. */
  readonly index: Int32Array;
  /** 1 for states that were visited, 0 for padding, [N]. */
  readonly mask: Float32Array;
  /** 1 where an intention is legal, [N, A]. */
  readonly legal: Uint8Array;
  /** log P(c|s,a) of the true environment, [N, A, C]. */
  readonly logKernel: Float32Array;
  /** 1 where an outcome is possible at all, [N, C]. */
  readonly possible: Uint8Array;
  /**
   * 1 where learned dynamics count, [N, A, C]: where the outcome is possible and, with a learned backward policy, where
   * that policy may name the intention. A trace of P̂ on a way in that π_B rules out would make the divergence infinite.
   */
  readonly believable: Uint8Array;
  /** 1 where the child is a finished object, [N, C]. */
  readonly finished: Uint8Array;
  /** log R of finished children, [N, C]. */
  readonly logReward: Float32Array;
  /** Which pair of parent and intention leads into each child, [N, C, A]. */
  readonly backwardIndex: Int32Array;
  /** 1 where a way into a child is possible, [N·C, ways]. */
  readonly backwardLegal: Uint8Array;
  readonly #environment: Environment;
  readonly #learnsBackward: boolean;
  /** Whether the learned backward policy is over parents, and intentions are the posterior's. */
  readonly #overParents: boolean;
  readonly #chances: Float64Array;

  constructor(
    environment: Environment,
    count: number,
    { learnsBackward, posterior }: { readonly learnsBackward: boolean; readonly posterior: boolean },
  ) {
    const { featureCount, actionCount, outcomeCount, backward } = environment;
    this.count = count;
    this.#environment = environment;
    this.#learnsBackward = learnsBackward;
    this.#overParents = learnsBackward && posterior;
    this.#chances = new Float64Array(outcomeCount);
    const children = count * outcomeCount;
    this.features = new Float32Array((count + children) * featureCount);
    this.index = new Int32Array(count + children);
    this.mask = new Float32Array(count);
    this.legal = new Uint8Array(count * actionCount);
    this.logKernel = new Float32Array(children * actionCount);
    this.possible = new Uint8Array(children);
    this.believable = new Uint8Array(children * actionCount);
    this.finished = new Uint8Array(children);
    this.logReward = new Float32Array(children);
    this.backwardIndex = new Int32Array(children * actionCount);
    this.backwardLegal = new Uint8Array(children * backward.count);
  }

  /** Draws states from the batch and lays them out with their children. */
  async fill(batch: TrajectoryBatch, generator: Generator, rewardsOf: RewardsOf): Promise<void> {
    const { steps, size } = batch.shape;
    const visited: number[] = [];
    for (let row = 0; row < steps * size; row++) {
      if (Math.floor(row / size) < batch.lengths[row % size]!) visited.push(row);
    }
    const drawn = generator.sampleWithoutReplacement(visited.length, Math.min(this.count, visited.length));
    this.mask.fill(0).fill(1, 0, drawn.length);
    const objects = new Map<string, number[]>();
    for (let n = 0; n < this.count; n++) {
      // Padding repeats the first state; its mask is 0.
      const row = visited[drawn[n < drawn.length ? n : 0]!]!;
      this.#layOut(n, stateAt(this.#environment, batch, row), objects);
    }
    const rewards = await rewardsOf([...objects.keys()]);
    [...objects.values()].forEach((places, i) => {
      for (const place of places) this.logReward[place] = rewards[i]!;
    });
  }

  #layOut(n: number, state: unknown, objects: Map<string, number[]>): void {
    const { actionCount, outcomeCount } = this.#environment;
    this.#describe(n, state);
    this.possible.fill(0, n * outcomeCount, (n + 1) * outcomeCount);
    for (let a = 0; a < actionCount; a++) this.#intend(n, state, a);
    for (let c = 0; c < outcomeCount; c++) this.#child(n, state, c, objects);
  }

  /** Features and number of one state. */
  #describe(row: number, state: unknown): void {
    const { featureCount, enumeration } = this.#environment;
    this.#environment.encode(state, this.features, row * featureCount);
    if (!enumeration) return;
    const numbered = this.#learnsBackward || !this.#environment.isTerminal(state);
    this.index[row] = numbered ? enumeration.indexOf(state) : 0;
  }

  /** What may come of one intention. */
  #intend(n: number, state: unknown, action: number): void {
    const { actionCount, outcomeCount } = this.#environment;
    const at = n * actionCount + action;
    const legal = this.#environment.isLegal(state, action);
    this.legal[at] = legal ? 1 : 0;
    this.logKernel.fill(impossible, at * outcomeCount, (at + 1) * outcomeCount);
    if (!legal) return;
    this.#environment.outcomeProbabilities(state, action, this.#chances);
    for (let c = 0; c < outcomeCount; c++) {
      const chance = this.#chances[c]!;
      if (chance === 0) continue;
      this.logKernel[at * outcomeCount + c] = Math.log(chance);
      this.possible[n * outcomeCount + c] = 1;
    }
  }

  #child(n: number, state: unknown, outcome: number, objects: Map<string, number[]>): void {
    const { actionCount, outcomeCount, featureCount, backward } = this.#environment;
    const place = n * outcomeCount + outcome;
    const row = this.count + place;
    this.finished[place] = 0;
    this.logReward[place] = 0;
    for (let a = 0; a < actionCount; a++) {
      this.backwardIndex[place * actionCount + a] = backward.indexOf(a, outcome);
      this.believable[(n * actionCount + a) * outcomeCount + outcome] = this.possible[place]!;
    }
    if (this.possible[place] === 0) {
      this.features.fill(0, row * featureCount, (row + 1) * featureCount);
      this.index[row] = 0;
      this.backwardLegal.fill(0, place * backward.count, (place + 1) * backward.count);
      return;
    }
    const child = this.#environment.next(state, outcome);
    this.#describe(row, child);
    for (let way = 0; way < backward.count; way++) {
      this.backwardLegal[place * backward.count + way] = backward.isLegal(child, way) ? 1 : 0;
    }
    for (let a = 0; this.#learnsBackward && a < actionCount; a++) {
      const pair = (n * actionCount + a) * outcomeCount + outcome;
      const legal = this.backwardLegal[place * backward.count + backward.indexOf(a, outcome)]!;
      // A pair that cannot happen may share its number with one that can.
      const happens = this.#overParents || this.logKernel[pair]! > impossible;
      this.believable[pair] = happens ? legal : 0;
    }
    if (!this.#environment.isTerminal(child)) return;
    this.finished[place] = 1;
    const object = this.#environment.objectOf(child);
    const places = objects.get(object);
    if (places) places.push(place);
    else objects.set(object, [place]);
  }
}

/** The state in a row of a batch, found by doing again what happened. */
function stateAt(environment: Environment, { real, shape }: TrajectoryBatch, row: number): unknown {
  let state = environment.initial;
  for (let at = row % shape.size; at < row; at += shape.size) state = environment.next(state, real[at]!);
  return state;
}
