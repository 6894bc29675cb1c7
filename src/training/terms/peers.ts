/**
 * Says in an update which on-policy trajectories are compared with each other (`terms.peers`): those of one condition.
 * Only objectives that learn from such comparisons read it, and only where there are conditions.
 */
import { i32 } from "../../engine/spec.ts";
import type { JaxArray } from "../../engine/jax.ts";
import type { ContextSpec } from "../../landscape/context.ts";
import type { TrajectoryBatch } from "../../sampling/trajectory-batch.ts";
import type { NamedInputs } from "../policy/state-rows.ts";
import { peerGroups } from "./peer-groups.ts";
import type { Given } from "./term-source.ts";

export class Peers {
  readonly inputs: NamedInputs;
  readonly #context: ContextSpec;
  readonly #groups: Int32Array;

  constructor(context: ContextSpec, size: number) {
    this.#context = context;
    this.#groups = new Int32Array(size);
    this.inputs = { peers: [i32(size), this.#groups] };
  }

  /** The trajectories of the policy itself come first in a batch; no others are compared. */
  fill({ contexts, onPolicy }: TrajectoryBatch): void {
    const compared = contexts.filter((_, b) => onPolicy[b] === 1);
    this.#groups.fill(0).set(peerGroups(this.#context, compared));
  }

  terms(given: Given): JaxArray {
    return given["peers"]!.ref;
  }
}
