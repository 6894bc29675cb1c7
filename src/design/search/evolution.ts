/**
 * Search by evolution, in the manner of AdaLead: the best sequences so far are recombined and mutated, children that
 * are worth at least as much as a share of the best survive, and the surrogate is asked about each child. Greedy, fast,
 * and good at the mean; it tends to stay near where it began, so compare the diversity of its batch.
 */
import { foldIn, Generator } from "../../random/index.ts";
import { Candidates } from "./candidates.ts";
import type { Search } from "./search.ts";
import { turn } from "./stopped.ts";

const parents = 200;
const children = 1000;

export const searchWithEvolution: Search = async ({ worth, measured, steps, seed, signal, onStep }) => {
  const { space } = worth;
  const generator = Generator.fromKey(foldIn(seed, 1));
  const candidates = new Candidates();
  const start = measured.slice(0, parents).map(({ tokens }) => tokens);
  let population = start.map((tokens, i) => ({ tokens, worth: worth.of([start[i]!])[0]! }));
  let best = Math.max(...population.map((one) => one.worth));
  for (let step = 1; step <= steps; step++) {
    await turn(signal);
    const born = new Map<string, Uint8Array>();
    for (let i = 0; i < children; i++) {
      const mother = population[generator.integer(population.length)]!.tokens;
      const father = population[generator.integer(population.length)]!.tokens;
      const child = mutate(recombine(mother, father, generator), space.alphabet.length, generator);
      born.set(space.decode(child), child);
    }
    const sequences = [...born.keys()];
    const tokens = [...born.values()];
    const values = worth.of(tokens);
    for (const [i, sequence] of sequences.entries()) candidates.add(sequence, values[i]!);
    const merged = new Map(population.map((one) => [space.decode(one.tokens), one]));
    for (const [i, sequence] of sequences.entries())
      merged.set(sequence, { tokens: tokens[i]!, worth: values[i]! });
    population = [...merged.values()].sort((a, b) => b.worth - a.worth).slice(0, parents);
    best = population[0]!.worth;
    onStep?.({ step, steps, candidates: candidates.count, best });
  }
  return candidates;
};

/** The first letters of one and the rest of the other, cut at a random place; as long as the first. */
function recombine(mother: Uint8Array, father: Uint8Array, generator: Generator): Uint8Array {
  const child = mother.slice();
  const cut = generator.integer(mother.length + 1);
  for (let t = cut; t < Math.min(mother.length, father.length); t++) child[t] = father[t]!;
  return child;
}

/** One letter in expectation is replaced, and at least one where nothing else changed is as likely as not. */
function mutate(tokens: Uint8Array, letters: number, generator: Generator): Uint8Array {
  for (let t = 0; t < tokens.length; t++) {
    if (generator.float64() < 1 / tokens.length) tokens[t] = generator.integer(letters);
  }
  return tokens;
}
