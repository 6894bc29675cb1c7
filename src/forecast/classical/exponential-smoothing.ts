/**
 * Simple exponential smoothing with both of its numbers chosen to minimise the squared one-step error: the first
 * level in closed form (the error is linear in it), the smoothing factor by a search over (0, 1).
 */

/** The level after the last value, which is the forecast of every step ahead. */
export function smoothedLevel(values: Float64Array): number {
  return smooth(
    values,
    bestFactor((alpha) => smooth(values, alpha).error),
  ).level;
}

/** One pass with factor `alpha`, and the first level that suits it best. */
function smooth(values: Float64Array, alpha: number): { error: number; level: number } {
  // Write every level as base + share·first: both parts follow the same recursion, and the error is quadratic in first.
  let base = 0;
  let share = 1;
  let aa = 0;
  let ab = 0;
  let bb = 0;
  for (const value of values) {
    const gap = value - base;
    aa += gap * gap;
    ab += gap * share;
    bb += share * share;
    base += alpha * gap;
    share *= 1 - alpha;
  }
  const first = ab / bb;
  return { error: aa - ab * first, level: base + share * first };
}

/** The minimum of a function on [.0001, .9999]: the best of a grid, then golden section around it. */
function bestFactor(error: (alpha: number) => number): number {
  const grid = Array.from({ length: 41 }, (_, i) => 0.0001 + (0.9998 * i) / 40);
  const errors = grid.map(error);
  const best = errors.indexOf(Math.min(...errors));
  let low = grid[Math.max(0, best - 1)]!;
  let high = grid[Math.min(grid.length - 1, best + 1)]!;
  const golden = (Math.sqrt(5) - 1) / 2;
  for (let i = 0; i < 40; i++) {
    const left = high - golden * (high - low);
    const right = low + golden * (high - low);
    if (error(left) < error(right)) high = right;
    else low = left;
  }
  return (low + high) / 2;
}
