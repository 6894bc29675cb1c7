/**
 * Replay: the last trajectories that were really lived, drawn again with probability proportional to a priority
 * (uniformly when all are equal). A tree of sums makes adding and drawing logarithmic in the capacity. Memory grows as
 * the buffer fills.
 */
import { contextAt, contextWidth, writeContext } from "../environment/context.ts";
import { WindageError } from "../error.ts";
import type { Context, ContextSpec } from "../landscape/context.ts";
import type { Generator } from "../random/generator.ts";

/** One trajectory as it is kept: what was intended and what happened. */
export interface StoredTrajectory {
  readonly thought: Int32Array;
  readonly real: Int32Array;
  readonly length: number;
  readonly object: string;
  readonly score: number;
  /** 0 where an outcome was given and did not come of the intention; absent where none was in any trajectory. */
  readonly happened?: Int32Array;
  /** The condition it was built under, where there is one. */
  readonly context?: Context;
}

/** What a replay buffer holds, as JSON and arrays. */
export interface ReplayState {
  readonly steps: number;
  readonly next: number;
  readonly count: number;
  readonly thought: Int32Array;
  readonly real: Int32Array;
  readonly lengths: Int32Array;
  readonly scores: Float64Array;
  readonly priorities: Float64Array;
  readonly objects: readonly string[];
  /** Conditions as rows of numbers; empty without them. */
  readonly contexts?: Float64Array;
  /** Which outcomes came of their intentions, where some were given. */
  readonly happened?: Int32Array;
  /** The logarithm of what a priority of 1 stands for, where priorities were given as logarithms. */
  readonly logScale?: number;
}

/** Logarithms of priorities lie within this of their scale; further below all are drawn alike, that is to say never. */
const logRange = 600;

export class ReplayBuffer {
  readonly capacity: number;
  readonly steps: number;
  readonly #spec: ContextSpec | undefined;
  readonly #objects: string[] = [];
  /** Slots there is room for; a power of two, or the capacity. */
  #room = 0;
  #thought = new Int32Array();
  #real = new Int32Array();
  #lengths = new Int32Array();
  #scores = new Float64Array();
  #contexts = new Float64Array();
  /** Empty until a trajectory says which of its outcomes were given. */
  #happened = new Int32Array();
  /** Node 1 is the root, node `#leaves + i` is slot i. */
  #sums = new Float64Array(2);
  #leaves = 1;
  #next = 0;
  #count = 0;
  #logScale: number | undefined;

  /** `context` is what conditions trajectories have, where they have any. */
  constructor(capacity: number, steps: number, context?: ContextSpec) {
    if (!Number.isSafeInteger(capacity) || capacity < 1) {
      throw new WindageError(
        "sampling/bad-capacity",
        `replay: got capacity ${capacity}, expected a whole number from 1 on.`,
      );
    }
    this.capacity = capacity;
    this.steps = steps;
    this.#spec = context;
    this.#makeRoom(1);
  }

  /** Trajectories held. */
  get count(): number {
    return this.#count;
  }

  /** Keeps a trajectory, forgetting the oldest when full; `priority` must be positive. */
  add(trajectory: StoredTrajectory, priority = 1): void {
    const { thought, real, length, object, score, context, happened } = trajectory;
    if (!(priority > 0) || !Number.isFinite(priority)) {
      throw new WindageError(
        "sampling/bad-priority",
        `replay: got priority ${priority}, expected a positive number.`,
      );
    }
    const slot = this.#next;
    this.#makeRoom(slot + 1);
    if (this.#spec) writeContext(this.#spec, context!, this.#contexts, slot);
    this.#thought.set(thought.subarray(0, this.steps), slot * this.steps);
    this.#real.set(real.subarray(0, this.steps), slot * this.steps);
    if (happened) {
      this.#watchGiven();
      this.#happened.set(happened.subarray(0, this.steps), slot * this.steps);
    }
    this.#lengths[slot] = length;
    this.#scores[slot] = score;
    this.#objects[slot] = object;
    this.#setPriority(slot, priority);
    this.#next = (slot + 1) % this.capacity;
    this.#count = Math.min(this.#count + 1, this.capacity);
  }

  /** The same with the logarithm of a priority, which may be more or less than a number can hold. */
  addByLog(trajectory: StoredTrajectory, logPriority: number): void {
    this.#logScale ??= logPriority;
    let above = logPriority - this.#logScale;
    if (above > logRange / 2) {
      for (let slot = 0; slot < this.#count; slot++) {
        const held = Math.log(this.#sums[this.#leaves + slot]!) - above;
        this.#setPriority(slot, Math.exp(Math.max(-logRange, held)));
      }
      this.#logScale = logPriority;
      above = 0;
    }
    this.add(trajectory, Math.exp(Math.max(-logRange, above)));
  }

  /** A slot drawn by priority; the buffer is not empty. */
  draw(generator: Generator): number {
    let rest = generator.float64() * this.#sums[1]!;
    let node = 1;
    while (node < this.#leaves) {
      node *= 2;
      const left = this.#sums[node]!;
      // Rounding may leave `rest` at the very end; an empty right side is never entered.
      if (rest >= left && this.#sums[node + 1]! > 0) {
        rest -= left;
        node += 1;
      }
    }
    return node - this.#leaves;
  }

  /** The trajectory in a slot; its arrays are windows on the buffer. */
  at(slot: number): StoredTrajectory {
    const from = slot * this.steps;
    return {
      thought: this.#thought.subarray(from, from + this.steps),
      real: this.#real.subarray(from, from + this.steps),
      length: this.#lengths[slot]!,
      object: this.#objects[slot]!,
      score: this.#scores[slot]!,
      ...(this.#happened.length > 0 ? { happened: this.#happened.subarray(from, from + this.steps) } : {}),
      ...(this.#spec ? { context: contextAt(this.#spec, this.#contexts, slot) } : {}),
    };
  }

  /** Everything needed to go on exactly; only what is in use is copied. */
  save(): ReplayState {
    const used = this.#count;
    return {
      steps: this.steps,
      next: this.#next,
      count: used,
      thought: this.#thought.slice(0, used * this.steps),
      real: this.#real.slice(0, used * this.steps),
      lengths: this.#lengths.slice(0, used),
      scores: this.#scores.slice(0, used),
      priorities: this.#sums.slice(this.#leaves, this.#leaves + used),
      objects: this.#objects.slice(0, used),
      ...(this.#logScale === undefined ? {} : { logScale: this.#logScale }),
      ...(this.#happened.length > 0 ? { happened: this.#happened.slice(0, used * this.steps) } : {}),
      ...(this.#spec ? { contexts: this.#contexts.slice(0, used * contextWidth(this.#spec)) } : {}),
    };
  }

  restore(state: ReplayState): void {
    if (state.steps !== this.steps || state.count > this.capacity || state.objects.length !== state.count) {
      throw new WindageError(
        "sampling/bad-state",
        `replay: got a state of ${state.count} trajectories of ${state.steps} steps, expected at most ${this.capacity} of ${this.steps}.`,
      );
    }
    this.#makeRoom(state.count);
    if (state.contexts) this.#contexts.set(state.contexts);
    if (state.happened) this.#watchGiven();
    this.#happened.fill(1);
    if (state.happened) this.#happened.set(state.happened);
    this.#thought.set(state.thought);
    this.#real.set(state.real);
    this.#lengths.set(state.lengths);
    this.#scores.set(state.scores);
    this.#objects.length = 0;
    // One by one: a large buffer is too much for the arguments of one call.
    for (const object of state.objects) this.#objects.push(object);
    this.#sums.fill(0);
    state.priorities.forEach((priority, slot) => this.#setPriority(slot, priority));
    this.#logScale = state.logScale;
    this.#next = state.next;
    this.#count = state.count;
  }

  /** From here on it is kept which outcomes came of their intentions; all of those before did. */
  #watchGiven(): void {
    if (this.#happened.length === 0) this.#happened = new Int32Array(this.#room * this.steps).fill(1);
  }

  /** Doubles until there is room for `count` slots; what is held, and what will be drawn, stays the same. */
  #makeRoom(count: number): void {
    if (count <= this.#room) return;
    const room = Math.min(this.capacity, Math.max(1024, 2 ** Math.ceil(Math.log2(count))));
    const larger = <A extends Int32Array | Float64Array>(old: A, fresh: A): A => {
      fresh.set(old);
      return fresh;
    };
    this.#thought = larger(this.#thought, new Int32Array(room * this.steps));
    this.#real = larger(this.#real, new Int32Array(room * this.steps));
    if (this.#happened.length > 0)
      this.#happened = larger(this.#happened, new Int32Array(room * this.steps).fill(1));
    this.#lengths = larger(this.#lengths, new Int32Array(room));
    this.#scores = larger(this.#scores, new Float64Array(room));
    const width = this.#spec ? contextWidth(this.#spec) : 0;
    this.#contexts = larger(this.#contexts, new Float64Array(room * width));
    const priorities = this.#sums.slice(this.#leaves, this.#leaves + this.#room);
    this.#room = room;
    this.#leaves = 2 ** Math.ceil(Math.log2(room));
    this.#sums = new Float64Array(2 * this.#leaves);
    priorities.forEach((priority, slot) => this.#setPriority(slot, priority));
  }

  #setPriority(slot: number, priority: number): void {
    let node = this.#leaves + slot;
    this.#sums[node] = priority;
    for (node >>= 1; node >= 1; node >>= 1)
      this.#sums[node] = this.#sums[2 * node]! + this.#sums[2 * node + 1]!;
  }
}
