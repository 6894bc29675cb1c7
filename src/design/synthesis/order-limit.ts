/**
 * What the errors of a synthesis leave possible. A sampler wants what is *made* to come out in proportion to its worth;
 * orders are placed as a whole and nobody sees the errors, so that all it can choose is a law of orders. The limit is the
 * least divergence that any such law can reach (a deconvolution, `openLoopLimit`). Beside it stand the divergence of
 * ordering as if nothing went wrong, and the limit of an instrument that could react to its errors: the difference is
 * what feedback would be worth.
 */
import { klToLog } from "../../evaluation/law/distances.ts";
import { logPartition, targetLaw } from "../../evaluation/law/log-z.ts";
import { noiseKernel, placedKernel } from "../../evaluation/law/kernel.ts";
import type { SequenceNoise } from "../../evaluation/law/kronecker.ts";
import type { Steps } from "../../evaluation/long-computation.ts";
import { finish } from "../../evaluation/long-computation.ts";
import { limitReverseKlSteps } from "../../evaluation/limit/reverse-kl-limit.ts";
import { openLoopLaw } from "../../evaluation/law/kronecker.ts";
import { openLoopLimitSteps } from "../../evaluation/limit/open-loop-limit.ts";
import { type ErrorModel, matrixAt } from "./error-model.ts";

/** Divergences of the law of what is made from the law that follows the worth, in nats. */
export interface OrderLimit {
  /** No law of orders has a smaller KL(made‖worth) than this less `gap`. */
  readonly klReverse: number;
  /** The same of KL(worth‖made). */
  readonly klForward: number;
  /** How far the limits may be too high. */
  readonly gap: number;
  /** Total variation of the law that reaches `klReverse`. */
  readonly tv: number;
  /** KL(made‖worth) of orders placed in proportion to worth, as if nothing went wrong. */
  readonly ignoringErrors: number;
  /** The limit of KL(made‖worth) for an instrument that sees its errors; null where it would take too long. */
  readonly withFeedback: number | null;
}

/** Near enough for the three digits that are shown, in a space whose limit takes seconds; for two digits in others. */
const closeEnough = { gap: 1e-3, upTo: 2 ** 17, beyond: 5e-3 } as const;

/** Sequences of one length, or of several. */
interface Lengths {
  readonly minLength: number;
  readonly maxLength: number;
}

/** The limit for the worth of every sequence in lexicographic order; a text says why there is none. */
export function orderLimit(
  worth: Float64Array | null,
  lengths: Lengths,
  errors: ErrorModel,
): OrderLimit | string {
  return finish(orderLimitSteps(worth, lengths, errors));
}

/** The same as steps. */
export function* orderLimitSteps(
  worth: Float64Array | null,
  lengths: Lengths,
  errors: ErrorModel,
): Steps<OrderLimit | string> {
  if (worth === null) return whyNot(lengths, errors.letters);
  const noise = noiseOf(errors, lengths.maxLength);
  const logWorth = worth.map(Math.log);
  const options = { gap: worth.length > closeEnough.upTo ? closeEnough.beyond : closeEnough.gap };
  const reverse = yield* openLoopLimitSteps(logWorth, noise, "reverse", options);
  const forward = yield* openLoopLimitSteps(logWorth, noise, "forward", options);
  const target = targetLaw(logWorth);
  const logZ = logPartition(logWorth);
  const sticky = "stickyAlpha" in noise && noise.stickyAlpha !== null;
  return {
    klReverse: reverse.kl,
    klForward: forward.kl,
    gap: Math.max(reverse.gap, forward.gap),
    tv: reverse.tv,
    ignoringErrors: klToLog(
      openLoopLaw(target, noise),
      logWorth.map((value) => value - logZ),
    ),
    withFeedback: sticky ? (yield* limitReverseKlSteps(logWorth, noise)).kl : null,
  };
}

/** One kernel where errors are the same at every place, as its limit with feedback is known; else one for each. */
function noiseOf(errors: ErrorModel, length: number): SequenceNoise {
  const places = Array.from({ length }, (_, place) => matrixAt(errors, place));
  const [first] = places;
  return places.every((matrix) => matrix.every((value, at) => value === first![at]))
    ? noiseKernel(errors.letters, first!)
    : placedKernel(errors.letters, places);
}

/** A law of orders gives every sequence a share, so that all of them have to be looked at. */
function whyNot({ minLength, maxLength }: Lengths, letters: number): string {
  const here =
    minLength === maxLength
      ? `about 10^${Math.floor(maxLength * Math.log10(letters))}`
      : `lengths from ${minLength} to ${maxLength}`;
  return `it needs the worth of every single sequence, which is worked out for up to 1,048,576 of one length; here there are ${here}`;
}
