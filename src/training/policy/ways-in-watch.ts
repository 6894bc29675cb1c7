/**
 * Looks at what training builds for ways that meet, in environments too large to have been walked beforehand. A policy
 * comes back to what is good, so two ways to the same object are met in training long before chance would meet them. It
 * draws no random number and changes nothing: a run with it has the bits of a run without.
 */
import { initialState } from "../../environment/context.ts";
import type { Environment } from "../../environment/environment.ts";
import { WindageError } from "../../error.ts";
import type { TrajectoryBatch } from "../../sampling/trajectory-batch.ts";
import { Arrivals } from "./arrivals.ts";
import type { Meeting } from "./arrivals.ts";
import { waysIn } from "./ways-in.ts";

/** Trajectories looked at in each iteration: an eighth of a usual batch. */
const perIteration = 32;
/** Ways meet at the end more often than before it. */
const room = { open: 20_000, terminal: 100_000 };

export class WaysInWatch {
  readonly #environment: Environment;
  readonly #arrivals: Arrivals<unknown>;
  readonly #assumesOneParent: boolean;
  #next = 0;

  /** Nothing where all ways in are known; `assumesOneParent` where π_B does not tell parents apart. */
  static for(environment: Environment, assumesOneParent: boolean): WaysInWatch | undefined {
    return waysIn(environment).verified ? undefined : new WaysInWatch(environment, assumesOneParent);
  }

  private constructor(environment: Environment, assumesOneParent: boolean) {
    this.#environment = environment;
    this.#arrivals = new Arrivals(environment, room);
    this.#assumesOneParent = assumesOneParent;
  }

  /** Looks at some of the first `count` trajectories of a batch, at others each time. */
  look(batch: TrajectoryBatch, count: number): void {
    for (let i = 0; i < Math.min(count, perIteration); i++) this.#retrace(batch, this.#next++ % count);
    const { meeting } = this.#arrivals;
    if (meeting && this.#assumesOneParent) throw severalParents(this.#environment, meeting);
  }

  #retrace({ shape, contexts, lengths, real, thought }: TrajectoryBatch, b: number): void {
    const environment = this.#environment;
    let state: unknown = initialState(environment, shape.context && contexts[b]);
    for (let step = 0; step < lengths[b]!; step++) {
      const at = step * shape.size + b;
      const child = environment.next(state, real[at]!, thought[at]);
      this.#arrivals.add(state, real[at]!, child);
      state = child;
    }
  }
}

function severalParents({ name }: Environment, { state, parents }: Meeting): WindageError {
  return new WindageError(
    "training/several-parents",
    `${name}: state ${state} was entered from ${parents.join(" and from ")}, but ways into states are numbered by the intention alone, ` +
      "which says that every state has one parent, and the space was too large to see it before; training so far " +
      "aimed at a wrong target. Number ways in by pairs of parent and intention; outcome · actions + action will usually do.",
  );
}
