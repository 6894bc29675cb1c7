/**
 * Thompson sampling: for each design one function is drawn from what the measurements leave open, and the best new
 * sequence of that function is taken. It explores by itself, since functions differ where little is known. Small spaces
 * are searched whole; in others the functions choose among what evolution has found. Synthesis errors are left out of
 * the drawn functions; the batch is reported with them all the same.
 */
import { foldIn } from "../../random/key.ts";
import { Generator } from "../../random/generator.ts";
import { Candidates } from "./candidates.ts";
import { searchWithEvolution } from "./evolution.ts";
import type { Search, SearchTask } from "./search.ts";
import { turn } from "./stopped.ts";

/** Functions drawn per wanted design, and how many of each function's best are taken, since many will be too near. */
const drawsPerDesign = 1;
const takenPerDesign = 10;
const largest = 20_000;
/** Sequences that fill a batch up where what functions chose lies too near together. */
const mostSpare = 100_000;

export const searchWithThompson: Search = async (task) => {
  const { worth, surrogate, direction, batch, seed } = task;
  const { space } = worth;
  const generator = Generator.fromKey(foldIn(seed, 2));
  const field = await newSequences(task);
  const draws = Math.max(20, drawsPerDesign * batch);
  const taken = Math.max(100, takenPerDesign * batch);
  const functions = surrogate.drawMany(field, draws, generator);
  // The earlier a function was drawn, the sooner its choice is taken: ranks replace worth.
  const candidates = new Candidates();
  for (let draw = 0; draw < draws; draw++) {
    await turn(task.signal);
    const values = functions(draw);
    for (const [place, i] of bestOf(values, direction, taken).entries()) {
      const sequence = space.decode(field[i]!);
      candidates.addFirst(sequence, -(place * draws + draw));
    }
    task.onStep?.({ step: draw + 1, steps: draws, candidates: candidates.count, best: Number.NaN });
  }
  for (const [place, tokens] of field.slice(0, mostSpare).entries())
    candidates.addFirst(space.decode(tokens), -(taken * draws + place));
  return candidates;
};

/** What functions choose among, the most worthwhile first: what was measured cannot be chosen again. */
async function newSequences(task: SearchTask): Promise<readonly Uint8Array[]> {
  const { space, table } = task.worth;
  const measured = new Set(task.measured.map(({ sequence }) => sequence));
  if (table === null) {
    const found = (await searchWithEvolution(task)).ranked();
    return found
      .filter(({ sequence }) => !measured.has(sequence))
      .map(({ sequence }) => space.encode(sequence))
      .filter((tokens) => space.obeys(tokens))
      .slice(0, largest);
  }
  return Array.from(table.keys())
    .sort((a, b) => table[b]! - table[a]! || a - b)
    .map((index) => space.tokensAt(index))
    .filter((tokens) => !measured.has(space.decode(tokens)) && space.obeys(tokens));
}

/** The indices of the best `count` values. */
function bestOf(values: Float64Array, direction: 1 | -1, count: number): readonly number[] {
  const sorted = Float64Array.from(values, (value) => direction * value).sort();
  const least = sorted[Math.max(0, sorted.length - count)]!;
  const good: number[] = [];
  for (let i = 0; i < values.length; i++) if (direction * values[i]! >= least) good.push(i);
  return good.sort((a, b) => direction * (values[b]! - values[a]!) || a - b).slice(0, count);
}
