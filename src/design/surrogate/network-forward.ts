/**
 * One small network, asked in plain loops: searching asks about sequences a few at a time and wants the answer at once,
 * which a compiled program cannot give. Features of a window depend on its letters alone, so each kind of window is
 * computed when it is first met and looked up after that; what is left per sequence is a sum and a layer.
 *
 *     g_f(window) = silu(b_f + Σ weights of its letters)        p_f = scale · Σ_windows (1 + d_{place,f}) g_f
 *     h = silu(c + p·W)                                         value = e + h·v
 */
import type { Windows } from "./network-windows.ts";

/** Features of a window, and units of the layer after them. */
export const featureCount = 16;
export const hiddenCount = 32;

/** The numbers of one network, in the order that the formulas have them. */
export interface NetworkWeights {
  /** Places in a window × letters × features. */
  readonly letter: Float32Array;
  readonly letterBias: Float32Array;
  /** Places × features: by how much a window counts for more, or for less, at a place. */
  readonly place: Float32Array;
  /** Features × units. */
  readonly hidden: Float32Array;
  readonly hiddenBias: Float32Array;
  readonly out: Float32Array;
  readonly outBias: Float32Array;
}

/**
 * What the sum over windows is multiplied by: it is their mean for 14 windows, those of both strands of 8 letters, on
 * which this was tried; of more windows a single one keeps more weight than in a mean, or it would drown.
 */
export const windowScale = (count: number): number => 1 / Math.sqrt(14 * count);

export class SmallNetwork {
  readonly #windows: Windows;
  readonly #weights: NetworkWeights;
  /** What a window's features are multiplied by at each place. */
  readonly #placed: Float64Array;
  /** Units × features, so that the sum of a unit reads along a row. */
  readonly #hidden: Float64Array;
  #features = new Float32Array(0);
  #isKnown = new Uint8Array(0);

  constructor(windows: Windows, weights: NetworkWeights) {
    this.#windows = windows;
    this.#weights = weights;
    const scale = windowScale(windows.count);
    this.#placed = Float64Array.from(weights.place, (value) => scale * (1 + value));
    this.#hidden = Float64Array.from({ length: hiddenCount * featureCount }, (_, at) => {
      const [h, f] = [Math.floor(at / featureCount), at % featureCount];
      return weights.hidden[f * hiddenCount + h]!;
    });
  }

  /** The value of a sequence whose windows stand in `read` from `from` on. */
  value(read: Int32Array, from: number): number {
    const { places, count } = this.#windows;
    for (let w = 0; w < count; w++) this.#meet(read[from + w]!);
    const [features, placed, sums] = [this.#features, this.#placed, pooled];
    // Four features at a time, so that their sums stay in registers.
    for (let f = 0; f < featureCount; f += 4) {
      let [a, b, c, d] = [0, 0, 0, 0];
      for (let w = 0; w < count; w++) {
        const at = read[from + w]! * featureCount + f;
        const by = (w < places ? w : w - places) * featureCount + f;
        a += placed[by]! * features[at]!;
        b += placed[by + 1]! * features[at + 1]!;
        c += placed[by + 2]! * features[at + 2]!;
        d += placed[by + 3]! * features[at + 3]!;
      }
      sums[f] = a;
      sums[f + 1] = b;
      sums[f + 2] = c;
      sums[f + 3] = d;
    }
    const hidden = this.#hidden;
    const { hiddenBias, out, outBias } = this.#weights;
    let value = outBias[0]!;
    for (let h = 0, at = 0; h < hiddenCount; h++) {
      let [sum, other] = [hiddenBias[h]!, 0];
      for (let f = 0; f < featureCount; f += 2, at += 2) {
        sum += sums[f]! * hidden[at]!;
        other += sums[f + 1]! * hidden[at + 1]!;
      }
      value += out[h]! * silu(sum + other);
    }
    return value;
  }

  /** Computes the features of a window that was not met before. */
  #meet(window: number): void {
    if (this.#isKnown[window] === 1) return;
    const { kinds, width, states } = this.#windows;
    if (this.#isKnown.length === 0) {
      this.#features = new Float32Array(kinds * featureCount);
      this.#isKnown = new Uint8Array(kinds);
    }
    this.#isKnown[window] = 1;
    const { letter, letterBias } = this.#weights;
    const [features, at, letters] = [this.#features, window * featureCount, states - 1];
    features.set(letterBias, at);
    let rest = window;
    for (let k = width - 1; k >= 0; k--) {
      const state = rest % states;
      rest = (rest - state) / states;
      if (state === letters) continue;
      const row = (k * letters + state) * featureCount;
      for (let f = 0; f < featureCount; f++) features[at + f] = features[at + f]! + letter[row + f]!;
    }
    for (let f = 0; f < featureCount; f++) features[at + f] = silu(features[at + f]!);
  }
}

/** Sums over windows, of one network at a time. */
const pooled = new Float64Array(featureCount);

/** x / (1 + e^−x): a smooth ramp that never stops learning. */
function silu(x: number): number {
  return x / (1 + Math.exp(-x));
}
