/**
 * Residuals as tokens: `count` bins, the inner ones of equal width from −reach to reach, the outer two open. A token
 * stands for a density and never for a value: uniform inside an inner bin, exponential in an open one.
 */
import { WindageError } from "../../error.ts";

/** Bins of a residual measured in units of its series. */
export interface Bins {
  readonly count: number;
  /** Where the open bins begin. */
  readonly reach: number;
  /** Width of an inner bin. */
  readonly width: number;
}

/** Mean distance beyond the reach in an open bin, as a share of the reach. */
const tail = 0.25;

export function binsOf(count: number, reach: number): Bins {
  if (Number.isInteger(count) && count >= 4 && reach > 0)
    return { count, reach, width: (2 * reach) / (count - 2) };
  throw new WindageError(
    "forecast/bad-bins",
    `tokens: got ${count} bins up to ±${reach}, expected a whole number of at least 4 bins and a positive reach.`,
  );
}

/** The bin a residual falls into. */
export function tokenOf({ count, reach, width }: Bins, residual: number): number {
  return Math.min(count - 1, Math.max(0, 1 + Math.floor((residual + reach) / width)));
}

/** The residual that lies a share `u` (0 ≤ u < 1) into a bin's density. */
export function residualIn({ count, reach, width }: Bins, token: number, u: number): number {
  if (token === 0) return -reach + tail * reach * Math.log(Math.max(u, 1e-12));
  if (token === count - 1) return reach - tail * reach * Math.log(Math.max(1 - u, 1e-12));
  return -reach + (token - 1 + u) * width;
}

/** A bin in one number, for networks to see. */
export function centreOf(bins: Bins, token: number): number {
  return residualIn(bins, token, 0.5);
}

/** The residual below which a share `level` of the masses (which sum to `total`) lies. */
export function quantileOf(bins: Bins, masses: ArrayLike<number>, total: number, level: number): number {
  let left = level * total;
  for (let token = 0; token < bins.count - 1; token++) {
    const mass = masses[token]!;
    if (left < mass) return residualIn(bins, token, left / mass);
    left -= mass;
  }
  const last = masses[bins.count - 1]!;
  return residualIn(bins, bins.count - 1, last > 0 ? Math.min(left / last, 1 - 1e-9) : 0);
}

/** The share of the masses that lies below a residual, as if it were drawn evenly inside its bin. */
export function levelOf(bins: Bins, masses: ArrayLike<number>, total: number, residual: number): number {
  const token = tokenOf(bins, residual);
  let below = 0;
  for (let k = 0; k < token; k++) below += masses[k]!;
  return (below + masses[token]! * shareInside(bins, token, residual)) / total;
}

/** How much of a bin's density lies below a residual; the inverse of `residualIn`. */
function shareInside({ count, reach, width }: Bins, token: number, residual: number): number {
  if (token === 0) return Math.exp((residual + reach) / (tail * reach));
  if (token === count - 1) return 1 - Math.exp(-(residual - reach) / (tail * reach));
  return (residual + reach) / width - (token - 1);
}

/**
 * Adds an ordinal target to a row of `count` numbers: a normal kernel of `smoothing` bins around the token, which says
 * that the next bin is nearly as good as this one. No smoothing is the plain one-hot target.
 */
export function addTarget(
  { count }: Bins,
  token: number,
  smoothing: number,
  out: Float32Array,
  from: number,
): void {
  const reach = Math.ceil(3 * smoothing);
  const [low, high] = [Math.max(0, token - reach), Math.min(count - 1, token + reach)];
  let total = 0;
  for (let bin = low; bin <= high; bin++) {
    const weight = bin === token ? 1 : Math.exp(-(((bin - token) / smoothing) ** 2) / 2);
    out[from + bin] = weight;
    total += weight;
  }
  for (let bin = low; bin <= high; bin++) out[from + bin]! /= total;
}
