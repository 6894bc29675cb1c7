/**
 * Heads that predict have a loss of their own, which no objective reads: cross-entropy of what really came j letters
 * later, masked at the end, averaged over j. Only trajectories of the policy itself teach it, because it is the policy's
 * own law that is predicted. What it reads and what the graph makes of it are both here, as with a source of terms
 * (`term-source.ts`); a batch holds all of it already, so there is nothing to fill in.
 */
import { f32, i32 } from "../../engine/spec.ts";
import { np, tree } from "../../engine/jax.ts";
import type { ArraysOf, ParameterTree } from "../../engine/parameters/parameters.ts";
import type { JaxArray } from "../../engine/jax.ts";
import type { AheadModel } from "../../model/ahead/ahead-model.ts";
import { logOfOutcome } from "../../objective/dynamics-loss.ts";
import { stepMask } from "../../objective/terms.ts";
import type { TrajectoryBatch, BatchShape } from "../../sampling/trajectory-batch.ts";
import type { NamedInputs } from "../policy/state-rows.ts";
import { trajectoriesOf, trajectoryArrays } from "./batch-inputs.ts";
import type { Given } from "./term-source.ts";

export class LookingAhead {
  /** The arrays the graph reads. */
  readonly inputs: NamedInputs;
  readonly #model: AheadModel;
  readonly #shape: BatchShape;

  constructor(model: AheadModel, batch: TrajectoryBatch) {
    const { steps, size } = batch.shape;
    this.#model = model;
    this.#shape = batch.shape;
    this.inputs = {
      ...trajectoryArrays(model.reads, batch, steps),
      real: [i32(steps, size), batch.real],
      lengths: [i32(size), batch.lengths],
      onPolicy: [f32(size), batch.onPolicy],
    };
  }

  loss(arrays: ArraysOf<ParameterTree>, given: Given): JaxArray {
    const { steps, size, outcomeCount } = this.#shape;
    const { reads, steps: distances } = this.#model;
    const visited = trajectoriesOf(given, reads, this.#shape, steps);
    const logits = this.#model.apply(tree.ref(arrays["ahead"]) as never, visited);
    const byDistance = np.split(logits.reshape([steps, size, distances, outcomeCount]), distances, 2);
    const mask = stepMask(given["lengths"]!, steps).mul(given["onPolicy"]!.ref);
    const losses = byDistance.map((ofAll, before) => {
      const rows = steps - before;
      const here = ofAll.reshape([steps, size, outcomeCount]).slice([0, rows]);
      const [came, counts] = [given["real"]!.ref.slice([before, steps]), mask.ref.slice([before, steps])];
      const logs = logOfOutcome(here, came).mul(counts.ref);
      return np.sum(logs).div(np.maximum(np.sum(counts), 1));
    });
    return losses.reduce((sum, loss) => sum.add(loss)).div(-distances);
  }
}
