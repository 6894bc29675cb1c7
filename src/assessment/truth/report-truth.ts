/**
 * A sampler against the truth where nothing can be listed: both divergences, their regret and the total variation, each a
 * plain mean over samples with its standard error, because log Z and the target are known exactly.
 */
import type { Estimate } from "../../evaluation/sample/estimate.ts";
import { marginals } from "../../evaluation/automaton/outcome-law.ts";
import { estimateMean } from "../../evaluation/sample/estimate.ts";
import type { Context } from "../../landscape/context.ts";
import type { Policy } from "../../training/method.ts";
import type { Samples } from "../samples.ts";
import type { World } from "../world.ts";
import { logLawOf } from "./law-of-objects.ts";
import { drawTarget, type Truth } from "./truth.ts";

/** Both divergences. */
interface Divergences<T> {
  /** KL(sampler‖target). */
  readonly klReverse: T;
  /** KL(target‖sampler). */
  readonly klForward: T;
}

/** What is known of a sampler in a world that nobody can list; figures of it are means over samples. */
export interface TruthReport {
  readonly kl: Divergences<Estimate | null>;
  /**
   * What KL(sampler‖target) is at most, where one object can be built in many ways: log Z less the lower bound on it that
   * the ways give; null where the divergence itself is known, and where nothing is.
   */
  readonly klReverseAtMost: Estimate | null;
  /** Above the limit that no policy can beat. */
  readonly regret: Divergences<Estimate | null>;
  /** Regret by letter of the longest sequence. */
  readonly regretPerLetter: Divergences<Estimate | null>;
  /** Total variation, `E_P[(1 − target/P)⁺]` and `E_target[(1 − P/target)⁺]`, the mean of both. */
  readonly tv: Estimate | null;
  readonly best: Truth["best"];
  /** The share of each letter at each place, `[place][letter]`: among the samples, and under the target exactly. */
  readonly marginals?: {
    readonly letters: string;
    readonly sampler: readonly (readonly number[])[];
    readonly target: readonly (readonly number[])[];
  };
}

/** What samples are compared with the truth in. */
export interface TruthOptions {
  readonly seed: number;
  /** Which of several sets under one seed this is. */
  readonly part: number;
  readonly context?: Context | undefined;
}

/** Compares a policy and its samples with the truth; as many samples of the target are drawn for the other direction. */
export async function reportTruth(
  truth: Truth,
  { environment, landscape, reward }: Pick<World, "environment" | "landscape" | "reward">,
  policy: Policy | null,
  samples: Samples,
  { seed, part, context }: TruthOptions,
): Promise<TruthReport> {
  const { alphabet, automaton, limit, logZ, target, best } = truth;
  const shares = {
    letters: alphabet,
    sampler: sampledShares(samples.objects, alphabet, automaton.maxLength),
    target: marginals(automaton, target).map((row) => Array.from(row)),
  };
  const { logLaw, logWay } = samples;
  if (policy === null || logLaw === null || logLaw.length < 2) {
    const none = { klReverse: null, klForward: null };
    const gaps = reward.logRewards(samples.scores).map((value, i) => logZ + (logWay?.[i] ?? NaN) - value);
    const klReverseAtMost = logWay === null ? null : known(estimateMean(gaps));
    return {
      kl: none,
      klReverseAtMost,
      regret: none,
      regretPerLetter: none,
      tv: null,
      best,
      marginals: shares,
    };
  }
  const drawn = drawTarget(truth, logLaw.length, seed, part);
  const [there, law] = [await landscape.score(drawn), await logLawOf(environment, policy, drawn, context)];
  const excess = reward.logRewards(samples.scores).map((value, i) => value - logZ - logLaw[i]!);
  const missed = reward.logRewards(there).map((value, i) => value - logZ - law[i]!);
  const kl = {
    klReverse: known(estimateMean(excess.map((value) => -value))),
    klForward: known(estimateMean(missed)),
  };
  const regret = {
    klReverse: above(kl.klReverse, limit?.klReverse),
    klForward: above(kl.klForward, limit?.klForward),
  };
  const byLetter = (one: Estimate | null): Estimate | null => one && scaled(one, 1 / automaton.maxLength);
  return {
    kl,
    klReverseAtMost: null,
    regret,
    regretPerLetter: { klReverse: byLetter(regret.klReverse), klForward: byLetter(regret.klForward) },
    tv: meanOfBoth(
      estimateMean(excess.map((value) => Math.max(0, 1 - Math.exp(value)))),
      estimateMean(missed.map((value) => Math.max(0, 1 - Math.exp(-value)))),
    ),
    best,
    marginals: shares,
  };
}

/** JSON has no infinity: a sampler that leaves something out has no divergence in that direction. */
function known(one: Estimate): Estimate | null {
  return Number.isFinite(one.estimate) && Number.isFinite(one.standardError) ? one : null;
}

function above(one: Estimate | null, limit: number | undefined): Estimate | null {
  if (one === null || limit === undefined || !Number.isFinite(limit)) return null;
  return { ...one, estimate: one.estimate - limit };
}

function scaled({ estimate, standardError, samples }: Estimate, factor: number): Estimate {
  return { estimate: estimate * factor, standardError: standardError * factor, samples };
}

function meanOfBoth(one: Estimate, other: Estimate): Estimate {
  return {
    estimate: (one.estimate + other.estimate) / 2,
    standardError: Math.hypot(one.standardError, other.standardError) / 2,
    samples: one.samples + other.samples,
  };
}

function sampledShares(objects: readonly string[], alphabet: string, length: number): number[][] {
  const shares = Array.from({ length }, () => Array.from(alphabet, () => 0));
  for (const object of objects) {
    for (let t = 0; t < object.length; t++) shares[t]![alphabet.indexOf(object[t]!)]! += 1 / objects.length;
  }
  return shares;
}
