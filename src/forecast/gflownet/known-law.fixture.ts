/** Series whose law is known: a season of 8 that all share, a level of their own, and autoregressive noise. */
import { Generator } from "../../random/generator.ts";

export const phi = 0.7;
export const season = 8;
const shape = (t: number): number => 3 * Math.sin((2 * Math.PI * t) / season);

export interface KnownSeries {
  readonly values: Float64Array;
  readonly level: number;
  /** The noise at the last value. */
  readonly noise: number;
}

export function knownSeries(count: number, length: number, seed = 1): KnownSeries[] {
  return Array.from({ length: count }, (_, s) => {
    const generator = Generator.fromSeed(seed * 1000 + s);
    const level = 20 * generator.normal();
    let noise = generator.normal() / Math.sqrt(1 - phi * phi);
    const values = Float64Array.from({ length }, (_, t) => {
      noise = phi * noise + generator.normal();
      return level + shape(t) + noise;
    });
    return { values, level, noise };
  });
}

/** Mean and standard deviation of the value `step` ahead (0 is the next one), given everything before. */
export function lawAhead({ values, level, noise }: KnownSeries, step: number): [number, number] {
  const mean = level + shape(values.length + step) + phi ** (step + 1) * noise;
  return [mean, Math.sqrt((1 - phi ** (2 * (step + 1))) / (1 - phi * phi))];
}
