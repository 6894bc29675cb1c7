/**
 * The exact part of a report, in the shape `windage evaluate --json` prints: how far a law is from the target,
 * how close any policy could have come, and what is left between the two. Limits depend on the landscape and
 * the noise but not on the model, so they are computed once and passed in.
 */
import { pearson, spearman } from "../sample/correlation.ts";
import { jsd, kl, klToLog, l1, tv } from "./distances.ts";
import { elbo, eubo } from "./elbo-eubo.ts";
import { logPartition, logTargetLaw } from "./log-z.ts";

/** A limit; where it is not exact, the true one lies between `kl − gap` and `kl`. */
export interface KnownLimit {
  readonly kl: number;
  readonly tv: number;
  readonly gap?: number;
}

/** The law that samplers aim at, R(x)/Z, worked out once for as many of them as are held against it. */
export interface Target {
  readonly logZ: number;
  readonly logLaw: Float64Array;
  readonly law: Float64Array;
}

/** The target of these log rewards. */
export function targetOf(logReward: ArrayLike<number>): Target {
  const logZ = logPartition(logReward);
  const logLaw = logTargetLaw(logReward, logZ);
  return { logZ, logLaw, law: logLaw.map(Math.exp) };
}

/** A law, the rewards it should be proportional to, and what no policy can beat. */
export interface ExactEvaluationInput {
  /** The sampler's exact law over all objects. */
  readonly law: Float64Array;
  readonly logReward: ArrayLike<number>;
  /** What `targetOf` makes of these rewards, where it has been worked out. */
  readonly target?: Target;
  /** The reverse-KL limit, from `limitReverseKl` or `graphLimit`. */
  readonly limit: KnownLimit;
  /** The forward-KL limit, where it has been computed. */
  readonly forwardLimit?: KnownLimit;
  /** The law of the naive policy, where it has been computed. */
  readonly naiveLaw?: Float64Array;
  /** `log F(s_0)`, where the model has a flow head. */
  readonly learnedLogZ?: number;
}

/** Every exact figure of a law beside the target and the limit. */
export interface ExactEvaluation {
  readonly exact: {
    readonly tv: number;
    readonly l1: number;
    readonly klReverse: number;
    readonly klForward: number;
    readonly jsd: number;
  };
  readonly limit: {
    readonly klReverse: number;
    readonly tv: number;
    readonly klForward: number | null;
    /** How far below these figures the true limits may lie, in nats; 0 where they are exact. */
    readonly gap: { readonly klReverse: number; readonly klForward: number | null };
  };
  /** What a better policy could still gain. */
  readonly regret: { readonly klReverse: number; readonly klForward: number | null };
  readonly naive: { readonly tv: number | null };
  readonly logZ: { readonly learned: number | null; readonly exact: number; readonly error: number | null };
  readonly elbo: number;
  readonly eubo: number;
  /** Of log P and log R over all objects. */
  readonly correlation: { readonly pearson: number; readonly spearman: number };
}

/** How far a law is from its target, and from what a policy could reach: what is watched while one learns. */
export interface Distance {
  readonly tv: number;
  readonly klReverse: number;
  /** KL(law‖target) above its limit. */
  readonly regret: number;
}

/** The few of `evaluateExact`'s figures that are taken again and again, in a fraction of its time. */
export function distanceTo(target: Target, law: Float64Array, limit: Pick<KnownLimit, "kl">): Distance {
  const klReverse = klToLog(law, target.logLaw);
  return { tv: tv(law, target.law), klReverse, regret: klReverse - limit.kl };
}

/**
 * The exact report of a law: divergences from the target, limits and regret, correlation and bounds on log Z, each up
 * to float64 rounding.
 */
export function evaluateExact(input: ExactEvaluationInput): ExactEvaluation {
  const { law, logReward, limit, forwardLimit, naiveLaw, learnedLogZ } = input;
  const { logZ, logLaw: logTarget, law: target } = input.target ?? targetOf(logReward);
  const klReverse = klToLog(law, logTarget);
  const klForward = kl(target, law);
  const logLaw = law.map(Math.log);
  return {
    exact: { tv: tv(law, target), l1: l1(law, target), klReverse, klForward, jsd: jsd(law, target) },
    limit: {
      klReverse: limit.kl,
      tv: limit.tv,
      klForward: forwardLimit?.kl ?? null,
      gap: {
        klReverse: limit.gap ?? 0,
        klForward: forwardLimit === undefined ? null : (forwardLimit.gap ?? 0),
      },
    },
    regret: {
      klReverse: klReverse - limit.kl,
      klForward: forwardLimit === undefined ? null : klForward - forwardLimit.kl,
    },
    naive: { tv: naiveLaw === undefined ? null : tv(naiveLaw, target) },
    logZ: {
      learned: learnedLogZ ?? null,
      exact: logZ,
      error: learnedLogZ === undefined ? null : learnedLogZ - logZ,
    },
    elbo: elbo(law, logReward),
    eubo: eubo(law, target, logReward),
    correlation: { pearson: pearson(logLaw, logReward), spearman: spearman(logLaw, logReward) },
  };
}
