/** The graph's side of objectives that read what stopping is worth (see `stopping-states.ts`). */
import { np } from "../engine/index.ts";
import type { JaxArray } from "../engine/index.ts";
import { logPolicyOf } from "../objective/index.ts";
import type { StoppingTerms } from "../objective/index.ts";

export interface StoppingInputs {
  /** Logits of π at s_0 … s_{T−1}, [T, B, A]. */
  readonly policyLogits: JaxArray;
  readonly legal?: JaxArray;
  /** log R(s_t), [T, B]. */
  readonly logReward: JaxArray;
  /** log R(x) of what the trajectories ended in, [B]. */
  readonly endLogReward: JaxArray;
  /** The intended action a_t, int32 [T, B]; stopping is never noised, so who intends to stop stops. */
  readonly thought: JaxArray;
  /** 1 for real steps, [T, B]. */
  readonly mask: JaxArray;
  readonly stopAction: number;
}

/**
 * F(s) = R(s) / π(⊤|s) at both ends of every step that does not stop; F = R where such a step ends the trajectory by
 * itself, as the last token of the longest sequences does.
 */
export function stoppingTerms(inputs: StoppingInputs): StoppingTerms {
  const { policyLogits, legal, logReward, endLogReward, thought, mask, stopAction } = inputs;
  const [steps, size, actions] = policyLogits.shape as [number, number, number];
  const isStop = np.array(Float32Array.from({ length: actions }, (_, a) => (a === stopAction ? 1 : 0)));
  const logStop = np.sum(logPolicyOf(policyLogits, legal).mul(isStop), -1);
  const logFlow = logReward.ref.sub(logStop);
  // 1 where another step follows.
  const inner = nextRow(mask.ref);
  const last = mask.ref.sub(inner.ref);
  const goesOn = np.notEqual(thought.ref, stopAction).astype(np.float32);
  return {
    logFlow: logFlow.ref,
    endLogFlow: nextRow(logFlow).mul(inner).add(last.mul(endLogReward.ref)),
    mask: mask.ref.mul(goesOn),
  };

  /** Row t + 1 in place of row t, and zeros at the end. */
  function nextRow(rows: JaxArray): JaxArray {
    const zeros = np.zeros([1, size]);
    return steps === 1 ? zeros : np.concatenate([rows.slice([1, steps]), zeros], 0);
  }
}
