/**
 * From a batch of trajectories to the named terms of docs/methods.md section 1, inside a graph: both networks over all
 * states of the batch, then what each transition says about flows and policies.
 */
import { lax, nn, np, tree } from "../../engine/jax.ts";
import type { ArraysOf, ParameterTree } from "../../engine/parameters/parameters.ts";
import type { Data, Spec } from "../../engine/spec.ts";
import type { JaxArray } from "../../engine/jax.ts";
import type { Environment } from "../../environment/environment.ts";
import type { Model } from "../../model/model.ts";
import { logOfOutcome } from "../../objective/dynamics-loss.ts";
import { transitionTerms } from "../../objective/terms.ts";
import { withPosterior } from "../../objective/posterior.ts";
import { logPolicyOf } from "../../objective/log-probability.ts";
import type { ExtraName, Objective, Terms } from "../../objective/objective.ts";
import type { TrajectoryBatch } from "../../sampling/trajectory-batch.ts";
import type { KnownDynamics, LearnedDynamics } from "../setup/options.ts";
import type { NamedInputs } from "../policy/state-rows.ts";
import { designsOf, inputsOf, levelsOf, trajectoriesOf } from "./batch-inputs.ts";
import type { EntropyRatioUse } from "./entropy-ratio-use.ts";
import type { LookingAhead } from "./looking-ahead.ts";
import type { Masks } from "./masks.ts";
import type { Peers } from "./peers.ts";
import type { Given, Networks, TermSource, TermSources } from "./term-source.ts";

export interface UpdateParts {
  readonly environment: Environment;
  readonly model: Model;
  readonly dynamics: LearnedDynamics | KnownDynamics;
  readonly objective: Objective;
  readonly observes?: "intentions";
  readonly masks: Masks;
  /** Heads that predict, where there are any. */
  readonly lookAhead?: LookingAhead;
  readonly entropyRatio?: EntropyRatioUse;
  /** Whether intentions in the backward policy come from the posterior. */
  readonly posterior: boolean;
  /** What the objective reads beside transitions comes from here. */
  readonly sources?: TermSources;
  /** Which trajectories are compared, where conditions make a difference to that. */
  readonly peers?: Peers;
}

/** What a graph over a batch is fed: shapes, and the arrays of the batch that are filled again and again. */
export function batchInputs(
  { model, dynamics, masks, lookAhead, sources = {}, peers }: UpdateParts,
  batch: TrajectoryBatch,
): { readonly specs: Record<string, Spec>; readonly data: Record<string, Data> } {
  const arrays = Object.assign(
    {},
    inputsOf(model, dynamics, masks, batch),
    lookAhead?.inputs,
    ...Object.values(sources).map(({ inputs }) => inputs),
    peers?.inputs,
  ) as NamedInputs;
  return {
    specs: Object.fromEntries(Object.entries(arrays).map(([name, [spec]]) => [name, spec])),
    data: Object.fromEntries(Object.entries(arrays).map(([name, [, values]]) => [name, values])),
  };
}

export interface BatchTerms {
  readonly terms: Terms;
  /** Logits of π at s_0 … s_{T−1}, [T, B, A]. */
  readonly policyLogits: JaxArray;
  /** log F, [levels, B]. */
  readonly logFlow: JaxArray;
  /** log P̂(c_t | s_t, a_t) with its gradient, [T, B]. */
  readonly logDynamics: JaxArray;
}

export function batchTerms(
  parts: UpdateParts,
  batch: TrajectoryBatch,
  arrays: ArraysOf<ParameterTree>,
  given: Given,
): BatchTerms {
  const { model, dynamics } = parts;
  const { steps, size, actionCount, backwardCount, oneLength } = batch.shape;
  const levels = levelsOf(model, batch);
  const trajectories = model.reconstructs
    ? designsOf(given, batch.shape, levels, parts.observes !== "intentions")
    : trajectoriesOf(given, model.reads, batch.shape, levels);
  const heads = model.apply(tree.ref(arrays["policy"]) as never, trajectories);
  const allLogits = heads.policy.reshape([levels, size, actionCount]);
  const policyLogits = levels === steps ? allLogits : allLogits.slice([0, steps]);
  const logFlow = heads.logFlow.reshape([levels, size]);
  // The posterior needs the dynamics of every intention, but only those of the intentions taken have to learn: fixing
  // the others keeps the whole gradient of [T, B, A, hidden units] out of memory.
  const logDynamicsOfAll =
    parts.posterior || model.reconstructs ? dynamicsOfAll(dynamics, batch, fixed(arrays), given) : undefined;
  const logDynamics = dynamicsOfTaken(dynamics, batch, arrays, given);
  const legal = given["legal"] ? { legal: given["legal"] } : {};
  const learnedLogits = heads.backward?.reshape([levels, size, backwardCount]);
  // What the step itself tells of its intention; a model of designs adds what the rest of the result tells.
  const backwardLogits =
    learnedLogits && model.reconstructs
      ? learnedLogits.add(
          lax.stopGradient(logPolicyOf(policyLogits, given["legal"]).add(logDynamicsOfAll!.ref)),
        )
      : learnedLogits;
  const learned = transitionTerms({
    policyLogits,
    // Without a backward head what is computed from this is replaced below.
    backwardLogits: backwardLogits ?? policyLogits,
    logFlow: levels === steps && !oneLength ? np.concatenate([logFlow.ref, np.zeros([1, size])], 0) : logFlow,
    dynamics: { logDynamics },
    thought: given["thought"]!,
    ...(heads.backward ? { backwardIndex: given["backwardIndex"]! } : {}),
    logReward: given["logReward"]!,
    ...(oneLength ? {} : { lengths: given["lengths"]! }),
    onPolicy: given["onPolicy"]!,
    ...legal,
    ...(given["backwardLegal"] ? { backwardLegal: given["backwardLegal"] } : {}),
  });
  const terms: Terms = {
    ...(parts.posterior && logDynamicsOfAll
      ? withPosterior(learned, {
          policyLogits,
          logDynamicsOfAll,
          overParents: heads.backward !== undefined,
          oneLength,
          isRemembered: parts.environment.memory !== undefined || model.reads.includes("thoughts"),
          ...legal,
        })
      : heads.backward
        ? learned
        : { ...learned, logBackward: np.zeros([steps, size]) }),
    ...extraTerms(parts, networksOf(parts, arrays, policyLogits, learned.mask), given),
    ...(parts.peers ? { peers: parts.peers.terms(given) } : {}),
  };
  return { terms, policyLogits, logFlow, logDynamics };
}

/** What the objective's own sources make of this batch. */
function extraTerms({ sources = {} }: UpdateParts, networks: Networks, given: Given): Partial<Terms> {
  const named = Object.entries(sources) as [ExtraName, TermSource][];
  return Object.fromEntries(named.map(([name, source]) => [name, source.terms(networks, given)]));
}

/** The networks of an update as functions of states. */
function networksOf(
  { model, dynamics, posterior }: UpdateParts,
  arrays: ArraysOf<ParameterTree>,
  policyLogits: JaxArray,
  mask: JaxArray,
): Networks {
  return {
    posterior,
    policyLogits,
    mask,
    heads: (states) => model.apply(tree.ref(arrays["policy"]) as never, states),
    ...(dynamics.mode === "known"
      ? {}
      : { dynamics: (states) => dynamics.model.apply(tree.ref(arrays["dynamics"]) as never, states) }),
  };
}

/** The same numbers, which no gradient reaches. */
function fixed(arrays: ArraysOf<ParameterTree>): ArraysOf<ParameterTree> {
  return tree.map((array: JaxArray) => lax.stopGradient(array.ref), arrays);
}

/** log P̂(c_t | s_t, a) for every intention a, [T, B, A]. */
function dynamicsOfAll(
  dynamics: LearnedDynamics | KnownDynamics,
  batch: TrajectoryBatch,
  arrays: ArraysOf<ParameterTree>,
  given: Given,
): JaxArray {
  if (dynamics.mode === "known") return given["logKernel"]!.ref;
  const { steps, size, actionCount } = batch.shape;
  const rows = steps * size;
  const visited = trajectoriesOf(given, dynamics.model.reads, batch.shape, steps);
  const parameters = tree.ref(arrays["dynamics"]) as never;
  const real = given["real"]!.ref.reshape([rows]);
  if (dynamics.model.logOfOutcome) {
    return dynamics.model.logOfOutcome(parameters, visited, real).reshape([steps, size, actionCount]);
  }
  const logits = dynamics.model.apply(parameters, visited);
  const outcomes = logits.shape[2]!;
  const happened = nn.oneHot(real, outcomes).reshape([rows, 1, outcomes]);
  return np.sum(nn.logSoftmax(logits).mul(happened), -1).reshape([steps, size, actionCount]);
}

/** log P̂(c_t | s_t, a_t) of the intentions that were taken, [T, B]. */
function dynamicsOfTaken(
  dynamics: LearnedDynamics | KnownDynamics,
  batch: TrajectoryBatch,
  arrays: ArraysOf<ParameterTree>,
  given: Given,
): JaxArray {
  if (dynamics.mode === "known" || !dynamics.model.applyTaken) {
    return taken(dynamicsOfAll(dynamics, batch, arrays, given), given);
  }
  const { steps, size } = batch.shape;
  const intention = given["thought"]!.ref.reshape([steps * size]);
  const logits = dynamics.model.applyTaken(
    tree.ref(arrays["dynamics"]) as never,
    trajectoriesOf(given, dynamics.model.reads, batch.shape, steps),
    intention,
  );
  return logOfOutcome(logits.reshape([steps, size, logits.shape[1]!]), given["real"]!);
}

/** Of [T, B, A], the entries of the intentions that were taken. */
function taken(ofAll: JaxArray, given: Given): JaxArray {
  return np.sum(ofAll.ref.mul(nn.oneHot(given["thought"]!.ref, ofAll.shape[2]!)), -1);
}
