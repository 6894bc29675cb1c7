/**
 * Rounds of design on a table whose truth is hidden, so that ways of searching can be compared: the table plays the
 * laboratory. A protocol says what is measured at the start, and how many rounds of how many orders follow. What comes
 * back is what was really made: an order passes through the errors of the synthesis, and the result is sequenced and
 * measured.
 */
import { WindageError } from "../error.ts";
import { diversity } from "../evaluation/sample/top-k.ts";
import { sequenceTable } from "../evaluation/sample/sequence-table.ts";
import type { Measurement } from "../landscape/assay/assay.ts";
import type { TableLandscape } from "../landscape/exact/table-landscape.ts";
import { foldIn, key } from "../random/key.ts";
import { Generator } from "../random/generator.ts";
import { ModeFinder } from "../assessment/modes/mode-finder.ts";
import { sequenceModes } from "../assessment/modes/mode-set.ts";
import { chooseBatch, NearestMeasured } from "./batch/choose-batch.ts";
import { type Design, propose, type ProposeOptions } from "./propose.ts";
import type { Candidate } from "./search/candidates.ts";
import { DesignSpace } from "./search/design-space.ts";
import { searchWithSampler } from "./search/sampler.ts";
import { searchKinds } from "./search/search.ts";
import type { PredictionOutcome } from "./surrogate/earlier-orders.ts";
import { tableAfterErrors } from "./synthesis/after-errors.ts";
import { uniformErrors } from "./synthesis/error-model.ts";

/** The protocols there are. */
export const protocolNames = ["single", "lowest", "below-median"] as const;
/** The name of a protocol. */
export type ProtocolName = (typeof protocolNames)[number];

/** Ways of choosing orders: the searches, a sampler without a surrogate, and drawing them at random. */
export const protocolSearches = [...searchKinds, "sampler", "random"] as const;
/** One of them. */
export type ProtocolSearch = (typeof protocolSearches)[number];

/** What a protocol does. */
export interface Protocol {
  /** Numbers of the sequences that are measured at the start, from all of them, the worst first. */
  readonly start: (byScore: readonly number[], generator: Generator) => readonly number[];
  readonly rounds: number;
  readonly batch: number;
  readonly minDistance: number;
}

/** What each protocol does, by its name. */
export const protocols: Readonly<Record<ProtocolName, Protocol>> = {
  single: {
    start: (all, generator) => some(all, 3000, generator),
    rounds: 1,
    batch: 100,
    minDistance: 3,
  },
  // The published protocol begins with the 32,898 lowest of 65,536.
  lowest: {
    start: (all) => all.slice(0, Math.round((32_898 / 65_536) * all.length)),
    rounds: 10,
    batch: 128,
    minDistance: 1,
  },
  "below-median": {
    start: (all, generator) => some(all.slice(0, all.length >> 1), 1000, generator),
    rounds: 10,
    batch: 100,
    minDistance: 1,
  },
};

/** How a protocol is gone through. */
export interface ProtocolOptions extends Pick<
  ProposeOptions,
  "aim" | "kappa" | "steps" | "decideAhead" | "minDistance" | "signal"
> {
  readonly search: ProtocolSearch;
  /** Errors of the synthesis: how often a letter is replaced by a random one. */
  readonly alpha: number;
  readonly seed: number;
  /** Rounds, where they are to be fewer. */
  readonly rounds?: number;
}

/** Where a protocol stands after a round; everything since its start together. */
export interface ProtocolRound {
  readonly round: number;
  readonly ordered: number;
  /** Of the orders: how many are truly among the best twentieth, and the mean score as ordered and as made. */
  readonly hits: number;
  readonly meanOrdered: number;
  readonly meanMade: number;
  /** Share of orders whose score lies in its 80 % interval; null where nothing was predicted. */
  readonly covered: number | null;
  /** Mean letters between two designs of the last batch. */
  readonly diversity: number;
  /** Mean letters between a design of the last batch and what had been measured nearest to it. */
  readonly novelty: number;
  /** Of the table's best sequences that are at least two letters apart, how many have been measured, and how many there are. */
  readonly modes: { readonly found: number; readonly total: number };
  /** The best 128 of everything measured. */
  readonly best: { readonly mean: number; readonly highest: number; readonly diversity: number };
  /** Sequences measured with a score of at least 0.9 of the table's best. */
  readonly high: number;
}

/** Sequences a table has to have, so that a start is a small part of it. */
const fewestSequences = 6000;
const bestCount = 128;

/** Plays rounds of design against a table whose truth is hidden, and tells after each how the search stands. */
export async function* runProtocol(
  { table: truth, space }: TableLandscape,
  name: ProtocolName,
  options: ProtocolOptions,
): AsyncGenerator<ProtocolRound> {
  if (truth.length < fewestSequences) {
    throw new WindageError(
      "design/small-table",
      `protocol ${name}: got a table of ${truth.length} sequences, expected at least ${fewestSequences}, of which some are hidden; use a larger table`,
    );
  }
  const { start, batch, ...protocol } = protocols[name];
  const { search, alpha, seed, rounds = protocol.rounds, minDistance = protocol.minDistance } = options;
  const errors = uniformErrors(alpha, space.alphabet.length);
  const made = tableAfterErrors(Float64Array.from(truth), space.length, errors);
  const byScore = Array.from(truth.keys()).sort((a, b) => truth[a]! - truth[b]! || a - b);
  const topTwentieth = truth[byScore[Math.floor(0.95 * truth.length)]!]!;
  const generator = Generator.fromKey(foldIn(key(seed), 77));
  const noise = generator.split();
  const known = new Map<number, number>();
  for (const index of start(byScore, generator)) known.set(index, truth[index]!);
  const sequences = Array.from(truth.keys(), (index) => space.sequenceAt(index));
  const modes = new ModeFinder(sequenceModes({ objects: sequences, scores: Float64Array.from(truth) }));
  const whole = new DesignSpace(space.alphabet, space.length, space.length);
  const ordered: number[] = [];
  const earlier: (readonly PredictionOutcome[])[] = [];
  let inside = 0;
  for (let round = 1; round <= rounds; round++) {
    const measured: Measurement[] = Array.from(known, ([index, score]) => ({
      sequence: space.sequenceAt(index),
      score,
      count: 1,
      spread: 0,
    }));
    let orders: readonly string[];
    let designs: readonly Design[] = [];
    if (search === "random" || search === "sampler") {
      const { steps, signal } = options;
      const asked = { space: whole, measured, steps, seed: foldIn(key(seed + round), 1), signal };
      const candidates =
        search === "random"
          ? drawnAtRandom(space, 40 * batch, generator)
          : (await searchWithSampler(asked)).ranked();
      const rules = { size: batch, minDistance, minNovelty: 1, doubleStranded: false };
      const taken = measured.map(({ sequence }) => sequence);
      orders = chooseBatch(candidates, whole, taken, [], rules).map(({ sequence }) => sequence);
    } else {
      ({ designs } = await propose(measured, space.alphabet, {
        ...options,
        search,
        batch,
        minDistance,
        errors,
        earlier,
        seed: seed + round,
      }));
      for (const { order, predicted } of designs) {
        const score = truth[space.indexOf(order)]!;
        if (score >= predicted.low && score <= predicted.high) inside++;
      }
      orders = designs.map(({ order }) => order);
    }
    const neighbours = new NearestMeasured(measured, { oneLength: true });
    for (const order of orders) {
      ordered.push(space.indexOf(order));
      const index = space.indexOf(slipped(order, alpha, space.alphabet, noise));
      known.set(index, truth[index]!);
    }
    // Where errors changed an order, what it would have scored is known only if something else became it.
    earlier.push(
      designs.flatMap(({ order, predicted }) => {
        const score = known.get(space.indexOf(order));
        return score === undefined ? [] : [{ predicted, score }];
      }),
    );
    const best = [...known].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, bestCount);
    const mean = (values: readonly number[]): number =>
      values.reduce((sum, value) => sum + value, 0) / values.length;
    yield {
      round,
      ordered: ordered.length,
      hits: ordered.filter((index) => truth[index]! >= topTwentieth).length,
      meanOrdered: mean(ordered.map((index) => truth[index]!)),
      meanMade: mean(ordered.map((index) => made[index]!)),
      covered: search === "random" || search === "sampler" ? null : inside / ordered.length,
      diversity: apart(orders),
      novelty: mean(orders.map((order) => neighbours.to(order).distance)),
      modes: modes.report([...known.keys()].map((index) => sequences[index]!)),
      best: {
        mean: mean(best.map(([, score]) => score)),
        highest: best[0]![1],
        diversity: apart(best.map(([index]) => space.sequenceAt(index))),
      },
      high: [...known.values()].filter((score) => score >= 0.9 * truth[byScore.at(-1)!]!).length,
    };
  }
}

function some(all: readonly number[], count: number, generator: Generator): readonly number[] {
  return Array.from(generator.sampleWithoutReplacement(all.length, count), (i) => all[i]!);
}

/** Sequences in random order, all worth the same. */
function drawnAtRandom(
  space: TableLandscape["space"],
  count: number,
  generator: Generator,
): readonly Candidate[] {
  const drawn = generator.sampleWithoutReplacement(space.size, Math.min(space.size, count));
  return Array.from(drawn, (index) => ({ sequence: space.sequenceAt(index), worth: 1 }));
}

/** What a synthesis makes of an order. */
function slipped(order: string, alpha: number, alphabet: string, generator: Generator): string {
  return Array.from(order, (letter) =>
    generator.float64() < alpha ? alphabet[generator.integer(alphabet.length)]! : letter,
  ).join("");
}

/** Mean letters by which two sequences differ. */
function apart(sequences: readonly string[]): number {
  return diversity(sequenceTable(sequences), [...sequences.keys()]);
}
