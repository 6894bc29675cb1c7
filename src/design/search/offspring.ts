/** Children of sequences, as evolution makes them: recombined at one place, and a letter changed here and there. */
import type { Generator } from "../../random/generator.ts";
import type { Rules } from "../rules/ruled-space.ts";

/** A child of two parents: the first letters of one and the rest of the other, one letter in expectation replaced. */
function childOf(mother: Uint8Array, father: Uint8Array, letters: number, generator: Generator): Uint8Array {
  const child = mother.slice();
  const cut = generator.integer(mother.length + 1);
  for (let t = cut; t < Math.min(mother.length, father.length); t++) child[t] = father[t]!;
  for (let t = 0; t < child.length; t++) {
    if (generator.float64() < 1 / child.length) child[t] = generator.integer(letters);
  }
  return child;
}

/** Different children of random pairs, by what they are; at most so many. What rules forbid is drawn anew. */
export function litter(
  parents: readonly Uint8Array[],
  count: number,
  letters: number,
  generator: Generator,
  decode: (tokens: Uint8Array) => string,
  rules: Rules | null = null,
): ReadonlyMap<string, Uint8Array> {
  const born = new Map<string, Uint8Array>();
  for (let i = 0; i < count; i++) {
    const mother = parents[generator.integer(parents.length)]!;
    const father = parents[generator.integer(parents.length)]!;
    const bare = childOf(mother, father, letters, generator);
    const child = rules === null ? bare : rules.machine.repaired(bare, generator);
    born.set(decode(child), child);
  }
  return born;
}
