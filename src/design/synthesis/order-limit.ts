/**
 * What the errors of a synthesis leave possible. A sampler wants what is *made* to come out in proportion to its worth;
 * orders are placed as a whole and nobody sees the errors, so that all it can choose is a law of orders. The limit is the
 * least divergence that any such law can reach (a deconvolution, `openLoopLimit`). Beside it stand the divergence of
 * ordering as if nothing went wrong, and the limit of an instrument that could react to its errors: the difference is
 * what feedback would be worth.
 */
import {
  klToLog,
  limitReverseKl,
  logPartition,
  noiseKernel,
  openLoopLaw,
  openLoopLimit,
  targetLaw,
} from "../../evaluation/index.ts";
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

/** Near enough for the three digits that are shown. */
const closeEnough = 1e-3;
/** Sequences of a space whose limit takes a second or two. */
const mostSequences = 2 ** 16;

/** The limit for the worth of every sequence in lexicographic order; a text says why there is none. */
export function orderLimit(worth: Float64Array | null, errors: ErrorModel): OrderLimit | string {
  if (worth === null || worth.length > mostSequences) {
    return `known for up to ${mostSequences.toLocaleString("en-US")} sequences of one length`;
  }
  const first = matrixAt(errors, 0);
  if (errors.matrices.some((matrix) => matrix.some((value, at) => value !== first[at]))) {
    return "known for errors that are the same at every place";
  }
  const kernel = noiseKernel(errors.letters, first);
  const logWorth = worth.map(Math.log);
  const options = { gap: closeEnough };
  const reverse = openLoopLimit(logWorth, kernel, "reverse", options);
  const forward = openLoopLimit(logWorth, kernel, "forward", options);
  const target = targetLaw(logWorth);
  const logZ = logPartition(logWorth);
  return {
    klReverse: reverse.kl,
    klForward: forward.kl,
    gap: Math.max(reverse.gap, forward.gap),
    tv: reverse.tv,
    ignoringErrors: klToLog(
      openLoopLaw(target, kernel),
      logWorth.map((value) => value - logZ),
    ),
    withFeedback: kernel.stickyAlpha === null ? null : limitReverseKl(logWorth, kernel).kl,
  };
}
