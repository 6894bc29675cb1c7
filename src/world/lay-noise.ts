/** Sequences that go wrong as a configuration says. */
import {
  repeatNoise,
  sequenceEnvironment,
  stickyNoise,
  wearNoise,
  withMemory,
  withNoise,
} from "../environment/index.ts";
import type { Environment, SequenceOptions } from "../environment/index.ts";
import type { TableLandscape } from "../landscape/index.ts";
import { withMatrixNoise } from "./matrix-noise.ts";
import type { GeneralConfig } from "./settings/general-settings.ts";
import type { TaskWorld } from "./task/task.ts";

type NoiseConfig = Pick<GeneralConfig, "alpha" | "noise" | "noiseMatrix" | "wearUses">;

/** Sequences of a shape under the noise that a configuration describes. */
export async function noisySequences(
  shape: SequenceOptions,
  { alpha, noise, noiseMatrix, wearUses: uses }: NoiseConfig,
): Promise<Environment> {
  const plain = sequenceEnvironment(shape);
  if (noiseMatrix !== null) return withMatrixNoise(plain, noiseMatrix);
  if (alpha === null || alpha === 0) return plain;
  switch (noise) {
    case "sticky":
      return withNoise(plain, stickyNoise(alpha));
    case "repeat":
      return withMemory(plain, repeatNoise(alpha));
    case "wear":
      return withMemory(plain, wearNoise({ alpha, uses }));
    default:
      return noise satisfies never;
  }
}

/** The world of a table: its sequences, of which each has a score. */
export async function overTable(landscape: TableLandscape, config: NoiseConfig): Promise<TaskWorld> {
  const { alphabet, length } = landscape.space;
  const environment = await noisySequences({ alphabet, minLength: length, maxLength: length }, config);
  return { landscape, free: true, environment };
}
