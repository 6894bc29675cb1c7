/**
 * What any sampler can reach that never sees the errors: a design is chosen as a whole, and what is made of it is
 * `x ~ K(x|a)`. Over laws `w` of designs, the law of what is made is `Kw`, so the limit is a deconvolution, a convex
 * problem over 65,536 designs for 8-mers. It is never better than the limit with feedback; the difference is what
 * feedback is worth.
 *
 * The answer carries its own proof: by convexity no law is better than this one by more than the gap, which is computed
 * from the gradient alone and does not depend on how the answer was found.
 */
import { WindageError } from "../../error.ts";
import { kl, klToLog, tv } from "../law/distances.ts";
import { expectedOverNoise, openLoopLaw, type SequenceNoise } from "../law/kronecker.ts";
import { logPartition, logTargetLaw } from "../law/log-z.ts";
import { finish, type Steps } from "../long-computation.ts";
import { deconvolve } from "./deconvolve.ts";

export interface OpenLoopLimit {
  /** The divergence of `law`; the true limit lies between `kl − gap` and `kl`. */
  readonly kl: number;
  readonly gap: number;
  readonly tv: number;
  /** The best reachable law of what is made. */
  readonly law: Float64Array;
  /** A law of designs that has it, in lexicographic order. */
  readonly design: Float64Array;
  readonly logZ: number;
}

/** When to stop improving a law of designs. */
export interface OpenLoopOptions {
  /** Stop when the answer is proven to be this near, in nats. */
  readonly gap: number;
  readonly maxSteps: number;
}

const DEFAULTS: OpenLoopOptions = { gap: 1e-8, maxSteps: 60 };

/**
 * The best law of designs ordered as a whole, whose errors nobody sees, by `KL(law‖target)` (`reverse`) or
 * `KL(target‖law)` (`forward`), with a proven gap.
 */
export function openLoopLimit(
  logReward: ArrayLike<number>,
  noise: SequenceNoise,
  direction: "reverse" | "forward",
  options: Partial<OpenLoopOptions> = {},
): OpenLoopLimit {
  return finish(openLoopLimitSteps(logReward, noise, direction, options));
}

/** The same as steps; a million designs take a while. */
export function* openLoopLimitSteps(
  logReward: ArrayLike<number>,
  noise: SequenceNoise,
  direction: "reverse" | "forward",
  options: Partial<OpenLoopOptions> = {},
): Steps<OpenLoopLimit> {
  const logZ = logPartition(logReward);
  const logTarget = logTargetLaw(logReward, logZ);
  const target = logTarget.map(Math.exp);
  const useful = usefulDesigns(target, noise, direction);
  const found = useful
    ? yield* deconvolve(target, noise, direction, useful, { ...DEFAULTS, ...options })
    : { design: new Float64Array(target.length).fill(1 / target.length), gap: 0 };
  const law = openLoopLaw(found.design, noise);
  const divergence = direction === "reverse" ? klToLog(law, logTarget) : kl(target, law);
  if (Number.isNaN(divergence)) {
    throw new WindageError(
      "evaluation/not-finite",
      "openLoopLimit: got log rewards for which the best law is not a number, expected numbers below 1e300 or minus infinity.",
    );
  }
  const gap = divergence === Infinity ? 0 : Math.max(0, found.gap);
  return { kl: divergence, gap, tv: tv(law, target), law, design: found.design, logZ };
}

/**
 * The designs worth considering, as 1 and 0. By the reverse divergence a design that can end in an object of no reward is
 * infinitely bad; where every design is, nothing distinguishes them and the answer is `undefined`.
 */
function usefulDesigns(
  target: Float64Array,
  noise: SequenceNoise,
  direction: "reverse" | "forward",
): Uint8Array | undefined {
  if (direction === "forward") return new Uint8Array(target.length).fill(1);
  const risk = expectedOverNoise(
    target.map((mass) => (mass > 0 ? 0 : 1)),
    noise,
  );
  const useful = Uint8Array.from(risk, (mass) => (mass > 0 ? 0 : 1));
  return useful.includes(1) ? useful : undefined;
}
