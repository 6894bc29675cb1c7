/**
 * `sim8`: the built-in simulated binding landscape over all 65,536 DNA 8-mers. It is a thermodynamic model of
 * a protein with two binding domains that can sit on either strand and at any offset, also partly over the
 * edge. It imitates the statistics of a real binding assay (docs/landscapes.md has the comparison) but it is
 * invented: no protein has these energies, and no real data went into a single score.
 *
 * Energies are kept as relative affinities exp(−ΔΔG/kT), so the whole table needs only sums, products and
 * divisions, which IEEE 754 defines to the last bit: the table is the same on every machine.
 */

import { reverseComplementIndex } from "./reverse-complement.ts";
import { DNA, SequenceSpace } from "./sequence-space.ts";
import { TableLandscape } from "./table-landscape.ts";

/** One binding domain: relative affinity of each base (A, C, G, T) at each position of its site. */
export interface BindingDomain {
  readonly name: string;
  readonly affinity: readonly (readonly [number, number, number, number])[];
  /** Affinity of its best site relative to the first domain's best site. */
  readonly strength: number;
}

/** The two domains of the protein that `sim8` simulates; best sites TGACGC and AATTAC. */
export const SIM8_DOMAINS: readonly BindingDomain[] = [
  {
    name: "strong domain",
    affinity: [
      [0.1, 0.9, 0.2, 1],
      [0.1, 0.7, 1, 0.15],
      [1, 0.2, 0.65, 0.05],
      [0.15, 1, 0.15, 0.65],
      [0.1, 0.05, 1, 0.15],
      [0.05, 1, 0.75, 0.05],
    ],
    strength: 1,
  },
  {
    name: "weak domain",
    affinity: [
      [1, 0.25, 0.75, 0.15],
      [1, 0.75, 0.2, 0.25],
      [0.4, 0.9, 0.15, 1],
      [0.05, 0.8, 0.75, 1],
      [1, 0.05, 0.1, 0.2],
      [0.25, 1, 0.1, 0.75],
    ],
    strength: 0.5,
  },
];

/** exp(−μ/kT): the statistical weight at which the DNA is bound half of the time. */
export const SIM8_HALF_SATURATION = 0.3;

/** A site counts when at least this many of its positions lie on the 8-mer. */
export const SIM8_LEAST_OVERLAP = 4;

const LENGTH = 8;

/**
 * The built-in landscape `sim8`: scores of all 65,536 DNA 8-mers under a simulated binding protein, computed in 20 to
 * 40 ms.
 */
export function createSim8(): TableLandscape {
  const space = new SequenceSpace(DNA, LENGTH);
  const table = new Float64Array(space.size);
  const bases = new Uint8Array(LENGTH);
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < table.length; index++) {
    // Both strands are one molecule: the score is computed once and shared, so symmetry holds to the bit.
    const partner = reverseComplementIndex(index, LENGTH);
    if (partner < index) {
      table[index] = table[partner]!;
      continue;
    }
    const weight = strandWeight(index, bases) + strandWeight(partner, bases);
    const occupancy = weight / (weight + SIM8_HALF_SATURATION);
    table[index] = occupancy;
    min = Math.min(min, occupancy);
    max = Math.max(max, occupancy);
  }
  for (let index = 0; index < table.length; index++) table[index] = (table[index]! - min) / (max - min);
  return new TableLandscape("sim8", space, table);
}

/** The summed Boltzmann weight of every site on one strand, relative to the best site of the strong domain. */
function strandWeight(index: number, bases: Uint8Array): number {
  for (let at = LENGTH - 1, rest = index; at >= 0; at--, rest >>= 2) bases[at] = rest & 3;
  let total = 0;
  for (const { affinity, strength } of SIM8_DOMAINS) {
    const width = affinity.length;
    for (let offset = SIM8_LEAST_OVERLAP - width; offset <= LENGTH - SIM8_LEAST_OVERLAP; offset++) {
      let weight = strength;
      for (let position = 0; position < width; position++) {
        const row = affinity[position]!;
        const at = offset + position;
        // Beyond the edge lies unknown DNA, so the mean over the four bases stands in.
        weight *= at < 0 || at >= LENGTH ? (row[0] + row[1] + row[2] + row[3]) / 4 : row[bases[at]!]!;
      }
      total += weight;
    }
  }
  return total;
}
