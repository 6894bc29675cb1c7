/** Layer normalisation over rows: mean 0 and variance 1 within each row, then a learned scale and shift. */
import { np, ones, parameter, zeros } from "../../engine/index.ts";
import type { ArraysOf, JaxArray, ParameterSpec } from "../../engine/index.ts";

export interface LayerNorm {
  readonly [name: string]: ParameterSpec;
  readonly scale: ParameterSpec;
  readonly shift: ParameterSpec;
}

export const layerNormOf = (width: number): LayerNorm => ({
  scale: parameter([width], ones),
  shift: parameter([width], zeros),
});

/** x [rows, width]; 1e-5 under the root, as everywhere. */
export function layerNorm({ scale, shift }: ArraysOf<LayerNorm>, x: JaxArray): JaxArray {
  const centred = x.ref.sub(np.mean(x, -1, { keepdims: true }));
  const variance = np.mean(np.square(centred.ref), -1, { keepdims: true });
  return centred
    .div(np.sqrt(variance.add(1e-5)))
    .mul(scale)
    .add(shift);
}
