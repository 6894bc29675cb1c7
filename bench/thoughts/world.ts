/** The landscapes of `thoughts.ts` and `thoughts-limits.ts`: sequences of five letters out of four. */
import { Generator, SequenceSpace, TableLandscape } from "windage";

export const letters = "ACGT";
export const length = 5;

/** Scores from preferences for letters by place and for neighbours, drawn at random, from 0 to 1. */
export function landscapeOf(world: number): TableLandscape {
  const generator = Generator.fromSeed(world);
  const place = Float64Array.from({ length: length * 4 }, () => generator.normal());
  const pair = Float64Array.from({ length: 16 }, () => generator.normal());
  const space = new SequenceSpace(letters, length);
  const energies = Float64Array.from({ length: 4 ** length }, (_, i) => {
    const word = Array.from(space.sequenceAt(i), (letter) => letters.indexOf(letter));
    return word.reduce((sum, letter, at) => {
      const before = at === 0 ? 0 : pair[word[at - 1]! * 4 + letter]!;
      return sum + place[at * 4 + letter]! + before;
    }, 0);
  });
  const most = energies.reduce((a, b) => Math.max(a, b));
  return new TableLandscape(
    `preferences ${world}`,
    space,
    energies.map((e) => Math.exp((e - most) / 2)),
  );
}
