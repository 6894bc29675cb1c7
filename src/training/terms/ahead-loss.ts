/**
 * The loss of heads that predict: cross-entropy of what really came j letters later, masked at the end, averaged over j.
 * Only trajectories of the policy itself teach it, because it is the policy's own law that is predicted.
 */
import { np } from "../../engine/index.ts";
import { tree } from "../../engine/jax.ts";
import type { ArraysOf, JaxArray, ParameterTree } from "../../engine/index.ts";
import type { AheadModel } from "../../model/index.ts";
import { logOfOutcome } from "../../objective/index.ts";
import { stepMask } from "../../objective/terms.ts";
import type { BatchShape } from "../../sampling/trajectory-batch.ts";
import { trajectoriesOf } from "./batch-inputs.ts";
import type { Given } from "./term-source.ts";

export function aheadLoss(
  model: AheadModel,
  shape: BatchShape,
  arrays: ArraysOf<ParameterTree>,
  given: Given,
): JaxArray {
  const { steps, size, outcomeCount } = shape;
  const visited = trajectoriesOf(given, model.reads, shape, steps);
  const logits = model.apply(tree.ref(arrays["ahead"]) as never, visited);
  const byDistance = np.split(logits.reshape([steps, size, model.steps, outcomeCount]), model.steps, 2);
  const mask = stepMask(given["lengths"]!, steps).mul(given["onPolicy"]!.ref);
  const losses = byDistance.map((ofAll, before) => {
    const rows = steps - before;
    const here = ofAll.reshape([steps, size, outcomeCount]).slice([0, rows]);
    const [came, counts] = [given["real"]!.ref.slice([before, steps]), mask.ref.slice([before, steps])];
    const logs = logOfOutcome(here, came).mul(counts.ref);
    return np.sum(logs).div(np.maximum(np.sum(counts), 1));
  });
  return losses.reduce((sum, loss) => sum.add(loss)).div(-model.steps);
}
