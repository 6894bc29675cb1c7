/** The graph's side of local objectives: from states with their children to `terms.local` (see `local-states.ts`). */
import { bool, f32, i32, lax, nn, np } from "../engine/index.ts";
import type { JaxArray } from "../engine/index.ts";
import type { DynamicsModel, HeadOutputs, Model } from "../model/index.ts";
import { logPolicyOf } from "../objective/index.ts";
import type { LocalTerms } from "../objective/index.ts";
import type { Environment } from "../environment/index.ts";
import type { LocalStates } from "./local-states.ts";
import { learnsBackward } from "./update-inputs.ts";
import type { UpdateInputs } from "./update-inputs.ts";

/** Stands for the logarithm of 0. */
const impossible = -1e9;

/** The arrays of local states, under names of their own. */
export function localInputs(
  local: LocalStates,
  { featureCount, actionCount, outcomeCount, backward }: Environment,
  model: Model,
  dynamicsAreKnown: boolean,
): UpdateInputs {
  const rows = local.count * (1 + outcomeCount);
  const perChild = [local.count, outcomeCount] as const;
  return {
    localFeatures: [f32(rows, featureCount), local.features],
    ...(model.needsIndex ? { localIndex: [i32(rows), local.index] } : {}),
    localMask: [f32(local.count), local.mask],
    localLegal: [bool(local.count, actionCount), local.legal],
    localPossible: [bool(...perChild), local.possible],
    localFinished: [bool(...perChild), local.finished],
    localReward: [f32(...perChild), local.logReward],
    ...(dynamicsAreKnown
      ? { localKernel: [f32(local.count, actionCount, outcomeCount), local.logKernel] }
      : {}),
    ...(dynamicsAreKnown && !learnsBackward(model)
      ? {}
      : { localBelievable: [bool(local.count, actionCount, outcomeCount), local.believable] }),
    ...(learnsBackward(model)
      ? {
          localWays: [i32(...perChild, actionCount), local.backwardIndex],
          localWaysLegal: [bool(...perChild, backward.count), local.backwardLegal],
        }
      : {}),
  };
}

/** What the networks of an update are to these states. */
export interface LocalNetworks {
  /** Whether the backward policy, or its part about the intention, is computed. */
  readonly posterior: boolean;
  readonly heads: (states: { features: JaxArray; index?: JaxArray }) => HeadOutputs;
  /** Logits over outcomes, or nothing where the kernel is given. */
  readonly dynamics?: (features: JaxArray) => ReturnType<DynamicsModel["apply"]>;
}

export function localTerms(
  { heads, dynamics, posterior: computed }: LocalNetworks,
  given: Readonly<Record<string, JaxArray>>,
): LocalTerms {
  const [count, outcomes] = given["localPossible"]!.shape as [number, number];
  const outputs = heads({
    features: given["localFeatures"]!.ref,
    ...(given["localIndex"] ? { index: given["localIndex"].ref } : {}),
  });
  const logPolicy = logPolicyOf(outputs.policy.ref.slice([0, count]), given["localLegal"]);
  const happens = given["localPossible"]!;
  const logDynamics = dynamics
    ? ruleOut(
        nn.logSoftmax(dynamics(given["localFeatures"]!.ref.slice([0, count]))),
        given["localBelievable"]!.ref,
      )
    : given["localKernel"]!.ref;
  const fixedDynamics = lax.stopGradient(logDynamics);
  const flows = outputs.logFlow.ref.slice([count, count * (1 + outcomes)]).reshape([count, outcomes]);
  const childLogFlow = np.where(given["localFinished"]!.ref, given["localReward"]!.ref, flows);
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
    mask: given["localMask"]!.ref,
  };
}

/** log π(a|s) + log P̂(c|s,a) − log q(c|s), [N, C, A]. */
function posterior(logPolicy: JaxArray, logDynamics: JaxArray): JaxArray {
  const [count, actions] = logPolicy.shape as [number, number];
  const joint = np.swapaxes(logPolicy.ref.reshape([count, actions, 1]).add(logDynamics.ref), 1, 2);
  return nn.logSoftmax(joint);
}

/** The learned π_B of every child at the way that each intention is, [N, C, A]. */
function learnedWays(logits: JaxArray, given: Readonly<Record<string, JaxArray>>): JaxArray {
  const legal = given["localWaysLegal"]!;
  const [count, outcomes, ways] = legal.shape as [number, number, number];
  const actions = given["localWays"]!.shape[2]!;
  const all = logPolicyOf(logits.reshape([count, outcomes, ways]), legal);
  const chosen = nn.oneHot(given["localWays"]!.ref, ways);
  const ofPairs = np
    .sum(all.reshape([count, outcomes, 1, ways]).mul(chosen), -1)
    .reshape([count, outcomes, actions]);
  return ruleOut(ofPairs, np.swapaxes(given["localBelievable"]!.ref, 1, 2));
}

/** The factors of the backward policy, as logs. */
const sum = (logs: readonly JaxArray[]): JaxArray => logs.reduce((total, log) => total.add(log));

const ruleOut = (logs: JaxArray, possible: JaxArray): JaxArray => np.where(possible, logs, impossible);
