/**
 * Water-filling: the closed-form step of both limits under sticky noise. No policy can put less than `α/V` on
 * a token, so tokens that want less are fixed at that floor and the rest share what remains.
 */

/**
 * Writes to `out` the distribution `q_c = max(floor, weight_c / λ)` with `λ` such that it sums to one. Weights
 * are given as logarithms of any scale; all of them minus infinity gives the uniform distribution.
 */
export function waterFill(logWeight: ArrayLike<number>, floor: number, out: Float64Array): void {
  const size = logWeight.length;
  out.fill(-1);
  let free = size;
  let budget = 1;
  for (;;) {
    let top = -Infinity;
    for (let c = 0; c < size; c++) if (out[c]! < 0 && logWeight[c]! > top) top = logWeight[c]!;
    if (top === -Infinity) {
      shareEqually(out, budget, free);
      return;
    }
    let sum = 0;
    for (let c = 0; c < size; c++) if (out[c]! < 0) sum += Math.exp(logWeight[c]! - top);
    let fixed = 0;
    for (let c = 0; c < size; c++) {
      if (out[c]! < 0 && (budget * Math.exp(logWeight[c]! - top)) / sum < floor) {
        out[c] = floor;
        fixed++;
      }
    }
    // Fixing a token only takes from the others, so a token once below the floor stays below it.
    if (fixed === 0 || fixed === free) {
      for (let c = 0; c < size; c++) {
        if (out[c]! < 0) out[c] = (budget * Math.exp(logWeight[c]! - top)) / sum;
      }
      return;
    }
    free -= fixed;
    budget -= fixed * floor;
  }
}

function shareEqually(out: Float64Array, budget: number, free: number): void {
  for (let c = 0; c < out.length; c++) if (out[c]! < 0) out[c] = budget / free;
}
