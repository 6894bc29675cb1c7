/** Layer normalisation over rows: mean 0 and variance 1 within each row, then a learned scale and shift. */
import { lax, np } from "../../engine/jax.ts";
import { parameter } from "../../engine/parameters/parameters.ts";
import { zeros, ones } from "../../engine/parameters/initialisers.ts";
import type { ArraysOf, ParameterSpec } from "../../engine/parameters/parameters.ts";
import type { JaxArray } from "../../engine/jax.ts";

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
  return normed(x).mul(scale).add(shift);
}

/**
 * (x − mean) / std of each row. Its gradient g ↦ (u − mean u − n·mean(u·n)) / std, with n the result and u = g, is written
 * down as that of a linear term that is zero: what automatic differentiation makes of the formula takes twice as many
 * passes over memory.
 */
export function normed(x: JaxArray): JaxArray {
  const columns = x.shape[1]!;
  const sum = (rows: JaxArray): JaxArray => np.sum(rows, -1, { keepdims: true });
  const fixed = lax.stopGradient(x.ref);
  const centred = fixed.ref.sub(sum(fixed.ref).mul(1 / columns));
  const inverse = np.reciprocal(
    np.sqrt(
      sum(np.square(centred.ref))
        .mul(1 / columns)
        .add(1e-5),
    ),
  );
  const n = centred.mul(inverse.ref);
  const nothing = x.sub(fixed);
  const level = sum(nothing.ref).mul(-1 / columns);
  const along = n.ref.mul(sum(n.ref.mul(nothing.ref)).mul(-1 / columns));
  return n.add(nothing.add(level).add(along).mul(inverse));
}
