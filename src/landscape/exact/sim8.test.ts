import { describe, expect, test } from "vitest";
import { reverseComplement } from "./reverse-complement.ts";
import { sha256 } from "../../file/sha256.ts";
import { SIM8_DOMAINS, SIM8_HALF_SATURATION, SIM8_LEAST_OVERLAP, createSim8 } from "./sim8.ts";

const landscape = createSim8();
const { space, table } = landscape;

/** The model as docs/landscapes.md writes it: energies in kT, exponentials, one sequence at a time. */
function occupancy(sequence: string): number {
  let weight = 0;
  for (const strand of [sequence, reverseComplement(sequence)]) {
    for (const { affinity, strength } of SIM8_DOMAINS) {
      for (let offset = -affinity.length + 1; offset < strand.length; offset++) {
        const window = affinity.map((_, position) => strand[offset + position] ?? "?");
        if (window.filter((base) => base !== "?").length < SIM8_LEAST_OVERLAP) continue;
        const energies = window.map((base, position) => {
          const row = affinity[position]!;
          if (base === "?") return -Math.log(row.reduce((sum, one) => sum + one) / 4);
          return -Math.log(row["ACGT".indexOf(base)]!);
        });
        weight += Math.exp(Math.log(strength) - energies.reduce((sum, energy) => sum + energy, 0));
      }
    }
  }
  const chemicalPotential = -Math.log(SIM8_HALF_SATURATION);
  return 1 / (1 + Math.exp(-(Math.log(weight) + chemicalPotential)));
}

describe("sim8", () => {
  test("equals the thermodynamic formula written with energies", () => {
    const picked = Array.from({ length: 400 }, (_, at) => (at * 40_503) % space.size);
    const slow = picked.map((index) => occupancy(space.sequenceAt(index)));
    const [low, high] = [table.indexOf(0), table.indexOf(1)].map((index) =>
      occupancy(space.sequenceAt(index)),
    );
    for (const [at, index] of picked.entries()) {
      expect(table[index]).toBeCloseTo((slow[at]! - low!) / (high! - low!), 12);
    }
  });

  test("every sequence scores exactly as its reverse complement", () => {
    const differing = table.findIndex(
      (score, index) => landscape.scoreOf(reverseComplement(space.sequenceAt(index))) !== score,
    );
    expect(differing).toBe(-1);
  });

  test("has the character of a real binding table", () => {
    const atLeast = (threshold: number): number => table.filter((score) => score >= threshold).length;
    expect(landscape.summary()).toEqual({ min: 0, mean: expect.closeTo(0.4655, 4), max: 1 });
    expect([atLeast(0.8), atLeast(0.9), atLeast(0.95)]).toEqual([2944, 718, 178]);
    expect(localMaxima(table)).toBe(25);
    expect(landscape.scoreOf("AATGACGC")).toBe(1);
  });

  test("is the same on every machine, to the bit", () => {
    const bytes = new Uint8Array(table.length * 8);
    const view = new DataView(bytes.buffer);
    for (const [index, score] of table.entries()) view.setFloat64(index * 8, score, true);
    expect(sha256(bytes)).toBe("52c3f467e2d858c2e21a3c9e8502b2d910d5ec64b9ea45b9e56ce083e43a0c89");
  });

  test("takes well under 50 ms once warm", () => {
    const times = Array.from({ length: 5 }, () => {
      const start = performance.now();
      createSim8();
      return performance.now() - start;
    });
    // Twice the promise, because the machine that tests may be busy with other things.
    expect(Math.min(...times)).toBeLessThan(100);
  });
});

/** Sequences that no single substitution improves. */
function localMaxima(scores: Float64Array): number {
  let count = 0;
  for (const [index, score] of scores.entries()) {
    let isMaximum = true;
    for (let shift = 0; shift < 16; shift += 2) {
      for (let change = 1; change < 4; change++) isMaximum &&= scores[index ^ (change << shift)]! <= score;
    }
    if (isMaximum) count++;
  }
  return count;
}
