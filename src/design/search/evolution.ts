/**
 * Search by evolution, in the manner of AdaLead: the best sequences so far are recombined and mutated, children that
 * are worth at least as much as a share of the best survive, and the surrogate is asked about each child. Greedy, fast,
 * and good at the mean; it tends to stay near where it began, so compare the diversity of its batch.
 */
import { foldIn } from "../../random/key.ts";
import { Generator } from "../../random/generator.ts";
import { Candidates } from "./candidates.ts";
import { litter } from "./offspring.ts";
import type { Search } from "./search.ts";
import { turn } from "./stopped.ts";
import { climbed, finalists } from "./worth.ts";

const parents = 200;
const children = 1000;

export const searchWithEvolution: Search = async (task) => {
  const { worth, measured, batch, steps, seed, signal, onStep } = task;
  const { space } = worth;
  const worthOf = climbed(worth);
  const generator = Generator.fromKey(foldIn(seed, 1));
  const candidates = new Candidates();
  const { rules } = space;
  const known = measured.slice(0, parents).map(({ tokens }) => tokens);
  // What was measured need not obey rules, and is where they are obeyed next to it.
  const start = rules === null ? known : known.map((tokens) => rules.machine.repaired(tokens, generator));
  const worths = worthOf(start);
  let population = start.map((tokens, i) => ({ tokens, worth: worths[i]! }));
  let best = Math.max(...population.map((one) => one.worth));
  for (let step = 1; step <= steps; step++) {
    await turn(signal);
    const living = population.map(({ tokens }) => tokens);
    const decode = (child: Uint8Array): string => space.decode(child);
    const born = litter(living, children, space.alphabet.length, generator, decode, rules);
    const [sequences, tokens] = [[...born.keys()], [...born.values()]];
    const values = worthOf(tokens);
    for (const [i, sequence] of sequences.entries()) candidates.add(sequence, values[i]!);
    const merged = new Map(population.map((one) => [space.decode(one.tokens), one]));
    for (const [i, sequence] of sequences.entries())
      merged.set(sequence, { tokens: tokens[i]!, worth: values[i]! });
    population = [...merged.values()].sort((a, b) => b.worth - a.worth).slice(0, parents);
    best = population[0]!.worth;
    onStep?.({ step, steps, candidates: candidates.count, best });
  }
  return finalists(worth, candidates, batch, task);
};
