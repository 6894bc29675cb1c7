/** The environment that builds what a landscape scores, where the landscape knows its own space. */
import { WindageError } from "../error.ts";
import type { AutomatonLandscape } from "../landscape/automaton/automaton-landscape.ts";
import type { GridLandscape } from "../landscape/exact/grid-landscape.ts";
import type { Landscape } from "../landscape/landscape.ts";
import type { Environment } from "./environment.ts";
import { gridEnvironment } from "./grid.ts";
import { withNoise } from "./noise/noise.ts";
import type { Noise } from "./noise/noise.ts";
import { sequenceEnvironment } from "./sequence/sequence.ts";

/**
 * The environment that fits a landscape: sequences of a table's or an automaton's letters and lengths, or points of a
 * grid, under noise if any is given.
 */
export function environmentOf(landscape: Landscape, noise?: Noise): Environment {
  const plain = plainEnvironment(landscape);
  return noise === undefined ? plain : withNoise(plain, noise);
}

function plainEnvironment(landscape: Landscape): Environment {
  if (landscape.enumerable) {
    const { alphabet, length } = landscape.space;
    return sequenceEnvironment({ alphabet, length });
  }
  const { alphabet: letters, automaton } = landscape as Partial<AutomatonLandscape>;
  if (letters !== undefined && automaton !== undefined) {
    const { minLength, maxLength } = automaton;
    return sequenceEnvironment({ alphabet: letters, minLength, maxLength });
  }
  const { side, dimensions } = landscape as Partial<GridLandscape>;
  if (side !== undefined && dimensions !== undefined) return gridEnvironment({ side, dimensions });
  throw new WindageError(
    "environment/unknown-space",
    `environment: got the landscape "${landscape.name}", which does not say what it scores, expected a table, an automaton or a grid; ` +
      'make an environment for it, such as sequenceEnvironment({ alphabet: "ACGT", length: 8 }).',
  );
}
