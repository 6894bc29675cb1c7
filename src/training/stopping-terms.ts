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
  /** 1 for real steps, [T, B]. */
  readonly mask: JaxArray;
  readonly stopAction: number;
}

/** F(s) = R(s) / π(⊤|s) at both ends of every step that does not stop. */
export function stoppingTerms(inputs: StoppingInputs): StoppingTerms {
  const { policyLogits, legal, logReward, mask, stopAction } = inputs;
  const [steps, size, actions] = policyLogits.shape as [number, number, number];
  const isStop = np.array(Float32Array.from({ length: actions }, (_, a) => (a === stopAction ? 1 : 0)));
  const logStop = np.sum(logPolicyOf(policyLogits, legal).mul(isStop), -1);
  const logFlow = logReward.ref.sub(logStop);
  return { logFlow: logFlow.ref, endLogFlow: nextRow(logFlow), mask: nextRow(mask.ref) };

  /** Row t + 1 in place of row t, and zeros at the end: a step does not stop if another follows it. */
  function nextRow(rows: JaxArray): JaxArray {
    const zeros = np.zeros([1, size]);
    return steps === 1 ? zeros : np.concatenate([rows.slice([1, steps]), zeros], 0);
  }
}
