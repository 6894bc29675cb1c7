/**
 * States with all their children, for objectives that look at every intention and outcome (`terms.children`). A bounded
 * number of visited states is drawn from each batch, so that memory does not grow with it; the rewards of children that
 * are finished objects are asked of the scorer and count as oracle calls.
 */
import { bool, f32, i32 } from "../../engine/spec.ts";
import { lax, nn, np } from "../../engine/jax.ts";
import type { JaxArray } from "../../engine/jax.ts";
import { initialState } from "../../environment/context.ts";
import type { Environment } from "../../environment/environment.ts";
import type { Context } from "../../landscape/context.ts";
import type { StateInputs } from "../../model/model.ts";
import { logPolicyOf } from "../../objective/log-probability.ts";
import type { ChildTerms } from "../../objective/objective.ts";
import type { TrajectoryBatch } from "../../sampling/trajectory-batch.ts";
import { StateRows, statesOf } from "../policy/state-rows.ts";
import type { NamedInputs } from "../policy/state-rows.ts";
import { learnsBackward, readsOf } from "./batch-inputs.ts";
import type { FillingMeans, Given, Networks, SourceSetting, TermSource } from "./term-source.ts";
import { WantedRewards } from "./wanted-rewards.ts";

/** Stands for the logarithm of 0 where an infinity would poison sums. */
const impossible = -1e9;
/** Names of the inputs that are states begin so. */
const prefix = "child:";

/** States before their end that so many trajectories can have; a batch has no more to look at. */
export function mostLocalStates({ maxSteps }: Pick<Environment, "maxSteps">, trajectories: number): number {
  return trajectories * maxSteps;
}

export class Children implements TermSource<"children"> {
  /** States per update, N. */
  readonly count: number;
  /** The states and then their children, as the networks read them, N + N·C rows. */
  readonly rows: StateRows;
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
  readonly #setting: SourceSetting;

  constructor(setting: SourceSetting) {
    const { environment, model, dynamics, posterior, batch, localStates } = setting;
    const { actionCount, outcomeCount, backward } = environment;
    const count = Math.min(localStates, mostLocalStates(environment, batch.shape.size));
    this.count = count;
    this.#setting = setting;
    this.#environment = environment;
    this.#learnsBackward = learnsBackward(model);
    this.#overParents = this.#learnsBackward && posterior;
    this.#chances = new Float64Array(outcomeCount);
    const children = count * outcomeCount;
    this.rows = new StateRows(environment, readsOf(model, dynamics), count + children);
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

  get inputs(): NamedInputs {
    const { actionCount, outcomeCount, backward } = this.#environment;
    const dynamicsAreKnown = this.#setting.dynamics.mode === "known";
    const perChild = [this.count, outcomeCount] as const;
    return {
      ...this.rows.inputs(prefix),
      childMask: [f32(this.count), this.mask],
      childLegal: [bool(this.count, actionCount), this.legal],
      childPossible: [bool(...perChild), this.possible],
      childFinished: [bool(...perChild), this.finished],
      childReward: [f32(...perChild), this.logReward],
      ...(dynamicsAreKnown
        ? { childKernel: [f32(this.count, actionCount, outcomeCount), this.logKernel] }
        : {}),
      ...(dynamicsAreKnown && !this.#learnsBackward
        ? {}
        : { childBelievable: [bool(this.count, actionCount, outcomeCount), this.believable] }),
      ...(this.#learnsBackward
        ? {
            childWays: [i32(...perChild, actionCount), this.backwardIndex],
            childWaysLegal: [bool(...perChild, backward.count), this.backwardLegal],
          }
        : {}),
    };
  }

  /** Draws states from the batch and lays them out with their children. */
  async fill(batch: TrajectoryBatch, { generator, rewardsOf }: FillingMeans): Promise<void> {
    const { steps, size } = batch.shape;
    const visited: number[] = [];
    for (let row = 0; row < steps * size; row++) {
      if (Math.floor(row / size) < batch.lengths[row % size]!) visited.push(row);
    }
    const drawn = generator.sampleWithoutReplacement(visited.length, Math.min(this.count, visited.length));
    this.mask.fill(0).fill(1, 0, drawn.length);
    const rewards = new WantedRewards();
    for (let n = 0; n < this.count; n++) {
      // Padding repeats the first state; its mask is 0.
      const row = visited[drawn[n < drawn.length ? n : 0]!]!;
      const context = batch.contexts[row % size];
      this.#layOut(n, { state: stateAt(this.#environment, batch, row), context }, rewards);
    }
    await rewards.write(this.logReward, rewardsOf);
  }

  terms({ heads, dynamics, posterior: computed }: Networks, given: Given): ChildTerms {
    const [count, outcomes] = given["childPossible"]!.shape as [number, number];
    const { model, dynamics: learned } = this.#setting;
    const outputs = heads(statesOf(given, model.reads, prefix));
    const logPolicy = logPolicyOf(outputs.policy.ref.slice([0, count]), given["childLegal"]);
    const happens = given["childPossible"]!;
    const logDynamics =
      dynamics && learned.mode === "learned"
        ? ruleOut(
            nn.logSoftmax(dynamics(firstStates(statesOf(given, learned.model.reads, prefix), count))),
            given["childBelievable"]!.ref,
          )
        : given["childKernel"]!.ref;
    const fixedDynamics = lax.stopGradient(logDynamics);
    const flows = outputs.logFlow.ref.slice([count, count * (1 + outcomes)]).reshape([count, outcomes]);
    const childLogFlow = np.where(given["childFinished"]!.ref, given["childReward"]!.ref, flows);
    return {
      logFlow: outputs.logFlow.ref.slice([0, count]),
      childLogFlow: ruleOut(childLogFlow, happens.ref),
      logPolicy,
      logDynamics: fixedDynamics,
      childLogBackward: sum([
        ...(outputs.backward
          ? [learnedWays(outputs.backward.ref.slice([count, count * (1 + outcomes)]), given)]
          : []),
        ...(computed ? [posterior(logPolicy, fixedDynamics)] : []),
      ]),
      mask: given["childMask"]!.ref,
    };
  }

  #layOut(n: number, at: Place, rewards: WantedRewards): void {
    const { actionCount, outcomeCount } = this.#environment;
    this.#describe(n, at);
    this.possible.fill(0, n * outcomeCount, (n + 1) * outcomeCount);
    for (let a = 0; a < actionCount; a++) this.#intend(n, at.state, a);
    for (let c = 0; c < outcomeCount; c++) this.#child(n, at, c, rewards);
  }

  /** One state as the networks read it; without a backward policy terminal ones have no row in tables. */
  #describe(row: number, { state, context }: Place): void {
    this.rows.write(row, state, context, this.#learnsBackward || !this.#environment.isTerminal(state));
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

  #child(n: number, { state, context }: Place, outcome: number, rewards: WantedRewards): void {
    const { actionCount, outcomeCount, backward } = this.#environment;
    const place = n * outcomeCount + outcome;
    const row = this.count + place;
    this.finished[place] = 0;
    this.logReward[place] = 0;
    for (let a = 0; a < actionCount; a++) {
      this.backwardIndex[place * actionCount + a] = backward.indexOf(a, outcome);
      this.believable[(n * actionCount + a) * outcomeCount + outcome] = this.possible[place]!;
    }
    if (this.possible[place] === 0) {
      this.rows.clear(row);
      this.backwardLegal.fill(0, place * backward.count, (place + 1) * backward.count);
      return;
    }
    const child = this.#environment.next(state, outcome);
    this.#describe(row, { state: child, context });
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
    rewards.want(this.#environment.objectOf(child), context, place);
  }
}

/** A state and the condition it is under. */
interface Place {
  readonly state: unknown;
  readonly context: Context | undefined;
}

/** The first `count` of some states. */
function firstStates(states: StateInputs, count: number): StateInputs {
  const first = Object.entries(states) as [keyof StateInputs, JaxArray][];
  return Object.fromEntries(first.map(([input, array]) => [input, array.slice([0, count])]));
}

/** The state in a row of a batch, found by doing again what happened. */
function stateAt(
  environment: Environment,
  { real, thought, shape, contexts }: TrajectoryBatch,
  row: number,
): unknown {
  let state = initialState(environment, contexts[row % shape.size]);
  for (let at = row % shape.size; at < row; at += shape.size) {
    state = environment.next(state, real[at]!, thought[at]);
  }
  return state;
}

/** log π(a|s) + log P̂(c|s,a) − log q(c|s), [N, C, A]. */
function posterior(logPolicy: JaxArray, logDynamics: JaxArray): JaxArray {
  const [count, actions] = logPolicy.shape as [number, number];
  const joint = np.swapaxes(logPolicy.ref.reshape([count, actions, 1]).add(logDynamics.ref), 1, 2);
  return nn.logSoftmax(joint);
}

/** The learned π_B of every child at the way that each intention is, [N, C, A]. */
function learnedWays(logits: JaxArray, given: Given): JaxArray {
  const legal = given["childWaysLegal"]!;
  const [count, outcomes, ways] = legal.shape as [number, number, number];
  const actions = given["childWays"]!.shape[2]!;
  const all = logPolicyOf(logits.reshape([count, outcomes, ways]), legal);
  const chosen = nn.oneHot(given["childWays"]!.ref, ways);
  const ofPairs = np
    .sum(all.reshape([count, outcomes, 1, ways]).mul(chosen), -1)
    .reshape([count, outcomes, actions]);
  return ruleOut(ofPairs, np.swapaxes(given["childBelievable"]!.ref, 1, 2));
}

/** The factors of the backward policy, as logs. */
const sum = (logs: readonly JaxArray[]): JaxArray => logs.reduce((total, log) => total.add(log));

const ruleOut = (logs: JaxArray, possible: JaxArray): JaxArray => np.where(possible, logs, impossible);
