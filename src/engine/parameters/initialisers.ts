/**
 * How parameters start. The last axis of a weight is what it produces, all others what it reads, as in
 * `x @ weight`.
 */
import type { Generator } from "../../random/generator.ts";

/** Fills `out`, a parameter of `shape`. */
export type Initialiser = (out: Float32Array, shape: readonly number[], generator: Generator) => void;

/** Starts every number of a parameter at 0. */
export const zeros: Initialiser = (out) => {
  out.fill(0);
};

/** Starts a parameter at 1. */
export const ones: Initialiser = (out) => {
  out.fill(1);
};

/** Starts a parameter at one value. */
export const constant =
  (value: number): Initialiser =>
  (out) => {
    out.fill(value);
  };

/** Starts a parameter at normal values with the given standard deviation. */
export const normal =
  (deviation: number): Initialiser =>
  (out, _shape, generator) => {
    generator.fillNormal(out);
    for (let i = 0; i < out.length; i++) out[i]! *= deviation;
  };

/** Uniform on [−bound, bound). */
export const uniform =
  (bound: number): Initialiser =>
  (out, _shape, generator) => {
    generator.fillUniform(out);
    for (let i = 0; i < out.length; i++) out[i] = (2 * out[i]! - 1) * bound;
  };

const fanIn = (shape: readonly number[]): number => shape.slice(0, -1).reduce((n, dim) => n * dim, 1);

/**
 * Starts a matrix so that the variance of activations is kept through ReLU layers (He et al. 2015): normal, deviation
 * √(2 / inputs).
 */
export const heNormal: Initialiser = (out, shape, generator) =>
  normal(Math.sqrt(2 / fanIn(shape)))(out, shape, generator);

/** Keeps variance through linear layers (LeCun et al. 1998): normal, deviation √(1 / inputs). */
export const lecunNormal: Initialiser = (out, shape, generator) =>
  normal(Math.sqrt(1 / fanIn(shape)))(out, shape, generator);

/**
 * Starts a matrix so that variance is balanced forward and backward (Glorot & Bengio 2010): uniform, bound √(6 /
 * (inputs + outputs)).
 */
export const glorotUniform: Initialiser = (out, shape, generator) =>
  uniform(Math.sqrt(6 / (fanIn(shape) + shape.at(-1)!)))(out, shape, generator);
