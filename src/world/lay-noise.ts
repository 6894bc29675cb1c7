/** Sequences that go wrong as a configuration says. */
import { placedNoise } from "../environment/noise/placed-noise.ts";
import { repeatNoise } from "../environment/memory/repeat-noise.ts";
import { sequenceEnvironment } from "../environment/sequence/sequence.ts";
import { stickyNoise } from "../environment/noise/sticky-noise.ts";
import { substitutionNoise } from "../environment/noise/substitution-noise.ts";
import { wearNoise } from "../environment/memory/wear-noise.ts";
import { withMemory } from "../environment/memory/with-memory.ts";
import { withNoise } from "../environment/noise/noise.ts";
import type { Environment } from "../environment/environment.ts";
import type { SequenceEnvironment, SequenceOptions } from "../environment/sequence/sequence.ts";
import type { AutomatonLandscape } from "../landscape/automaton/automaton-landscape.ts";
import type { TableLandscape } from "../landscape/exact/table-landscape.ts";
import type { GeneralConfig } from "./settings/general-settings.ts";
import type { TaskWorld } from "./task/task.ts";

type NoiseConfig = Pick<GeneralConfig, "alpha" | "noise" | "noiseMatrix" | "wearUses">;

/** Letters that are replaced: wanted × real, one for all places or one for each. */
export type NoiseMatrices = readonly (readonly (readonly number[])[])[];

/** Sequences of a shape under the noise that a configuration describes, which may stand in a file. */
export async function noisySequences(shape: SequenceOptions, config: NoiseConfig): Promise<Environment> {
  const plain = sequenceEnvironment(shape);
  if (config.noiseMatrix === null) return underNoise(plain, config);
  const { readNoiseMatrices } = await import("./matrix-noise.ts");
  return underMatrices(plain, await readNoiseMatrices(config.noiseMatrix, plain.alphabet.symbols));
}

/** The same, with what the file said of it. */
export function sequencesOf(
  shape: SequenceOptions,
  config: NoiseConfig,
  matrices: NoiseMatrices | null,
): Environment {
  const plain = sequenceEnvironment(shape);
  return matrices === null ? underNoise(plain, config) : underMatrices(plain, matrices);
}

function underNoise(plain: SequenceEnvironment, { alpha, noise, wearUses: uses }: NoiseConfig): Environment {
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

function underMatrices(plain: SequenceEnvironment, matrices: NoiseMatrices): Environment {
  return matrices.length === 1
    ? withNoise(plain, substitutionNoise(matrices[0]!))
    : withNoise(plain, placedNoise(matrices));
}

/** The world of an automaton: sequences of its letters and lengths. */
export async function overAutomaton(landscape: AutomatonLandscape, config: NoiseConfig): Promise<TaskWorld> {
  const { alphabet, automaton } = landscape;
  const { minLength, maxLength } = automaton;
  return {
    landscape,
    free: true,
    environment: await noisySequences({ alphabet, minLength, maxLength }, config),
  };
}

/** The world of a table: its sequences, of which each has a score. */
export async function overTable(landscape: TableLandscape, config: NoiseConfig): Promise<TaskWorld> {
  const { alphabet, length } = landscape.space;
  const environment = await noisySequences({ alphabet, minLength: length, maxLength: length }, config);
  return { landscape, free: true, environment };
}
