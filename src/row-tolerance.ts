/**
 * How far the outcome probabilities of a step may be from summing to one before they are refused, wherever they are looked
 * at: rounding in single precision passes. A check that believed more than evaluation does would call environments sound
 * that cannot be evaluated.
 */
export const rowTolerance = 1e-6;
