/**
 * What stopping is worth in every visited state, for objectives without flows of their own (`terms.stopping`). Every
 * reward that the batch does not know yet is asked of the scorer and counts as an oracle call.
 */
import { f32 } from "../../engine/spec.ts";
import { np } from "../../engine/jax.ts";
import type { JaxArray } from "../../engine/jax.ts";
import { initialState } from "../../environment/context.ts";
import type { Environment } from "../../environment/environment.ts";
import { WindageError } from "../../error.ts";
import { logPolicyOf } from "../../objective/log-probability.ts";
import type { StoppingTerms } from "../../objective/objective.ts";
import type { TrajectoryBatch } from "../../sampling/trajectory-batch.ts";
import type { NamedInputs } from "../policy/state-rows.ts";
import type { FillingMeans, Given, Networks, SourceSetting, TermSource } from "./term-source.ts";
import { WantedRewards } from "./wanted-rewards.ts";

export class Stopping implements TermSource<"stopping"> {
  /** log R(s_t), were the trajectory to stop there, [T, B]; 0 past the end. */
  readonly logReward: Float32Array;
  readonly inputs: NamedInputs;
  readonly #environment: Environment;
  readonly #stop: number;
  readonly #chances: Float64Array;

  constructor({ objective, environment, batch: { shape } }: SourceSetting) {
    if (environment.stopAction === undefined) {
      throw new WindageError(
        "training/cannot-stop",
        (say) =>
          `${say("objective")}: got ${objective}, which asks what stopping would be worth in every state, but there is no stop action in ${environment.name}; choose another one, such as sdb.`,
      );
    }
    this.#environment = environment;
    this.#stop = environment.stopAction;
    this.#chances = new Float64Array(environment.outcomeCount);
    this.logReward = new Float32Array(shape.steps * shape.size);
    this.inputs = { stoppingReward: [f32(shape.steps, shape.size), this.logReward] };
  }

  async fill(batch: TrajectoryBatch, { rewardsOf }: FillingMeans): Promise<void> {
    const { size } = batch.shape;
    const rewards = new WantedRewards();
    this.logReward.fill(0);
    for (let b = 0; b < size; b++) {
      const context = batch.contexts[b];
      let state = initialState(this.#environment, context);
      for (let t = 0; t < batch.lengths[b]!; t++) {
        rewards.want(this.#objectAt(state), context, t * size + b);
        state = this.#environment.next(state, batch.real[t * size + b]!, batch.thought[t * size + b]);
      }
      // What the batch ended in has been scored already.
      rewards.know(batch.objects[b]!, context, batch.logReward[b]!);
    }
    await rewards.write(this.logReward, rewardsOf);
  }

  /**
   * F(s) = R(s) / π(⊤|s) at both ends of every step that does not stop; F = R where such a step ends the trajectory by
   * itself, as the last token of the longest sequences does. Stopping is never noised, so who intends to stop stops.
   */
  terms({ policyLogits, mask }: Networks, given: Given): StoppingTerms {
    const actions = policyLogits.shape[2]!;
    const isStop = np.array(Float32Array.from({ length: actions }, (_, a) => (a === this.#stop ? 1 : 0)));
    const logStop = np.sum(logPolicyOf(policyLogits, given["legal"]).mul(isStop), -1);
    const logFlow = given["stoppingReward"]!.ref.sub(logStop);
    // 1 where another step follows.
    const inner = nextRow(mask.ref);
    const last = mask.ref.sub(inner.ref);
    const goesOn = np.notEqual(given["thought"]!.ref, this.#stop).astype(np.float32);
    return {
      logFlow: logFlow.ref,
      endLogFlow: nextRow(logFlow).mul(inner).add(last.mul(given["logReward"]!.ref)),
      mask: mask.ref.mul(goesOn),
    };
  }

  /** The object that stopping here gives; an error where stopping is forbidden or uncertain. */
  #objectAt(state: unknown): string {
    const environment = this.#environment;
    const legal = environment.isLegal(state, this.#stop);
    if (legal) environment.outcomeProbabilities(state, this.#stop, this.#chances);
    if (!legal || this.#chances[this.#stop] !== 1) {
      throw new WindageError(
        "training/cannot-stop",
        `${environment.name}: state ${environment.key(state)} cannot ${legal ? "be sure to stop" : "stop"}, but the objective asks what stopping would be worth in every state; choose another objective, such as sdb.`,
      );
    }
    return environment.objectOf(environment.next(state, this.#stop, this.#stop));
  }
}

/** Row t + 1 in place of row t, and zeros at the end. */
function nextRow(rows: JaxArray): JaxArray {
  const [steps, size] = rows.shape as [number, number];
  const zeros = np.zeros([1, size]);
  return steps === 1 ? zeros : np.concatenate([rows.slice([1, steps]), zeros], 0);
}
