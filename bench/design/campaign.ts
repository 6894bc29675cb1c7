/**
 * A campaign on a truth that can be listed: some sequences drawn at random are measured, then batches are ordered and
 * measured round after round. `windage` orders by `propose` with its defaults, as `windage design` does; the others order
 * the highest predictions of a simple model, or at random.
 */
import { propose } from "../../src/design/propose.ts";
import type { Design, ProposeOptions } from "../../src/design/propose.ts";
import type { PredictionOutcome } from "../../src/design/surrogate/earlier-orders.ts";
import { cautionsOn } from "../../src/job/design/cautions.ts";
import type { Measurement } from "../../src/landscape/assay/assay.ts";
import { Generator } from "../../src/random/generator.ts";
import { perceptrons, ridge, type SimpleModel } from "./simple-models.ts";

export const methods = ["windage", "ridge", "perceptrons", "random"] as const;
export type Method = (typeof methods)[number];

/** Everything that can be measured. */
export interface Truth {
  readonly alphabet: string;
  readonly sequences: readonly string[];
  readonly scores: ArrayLike<number>;
  /** Sequences of the space whose score is not known, and which cannot be ordered. */
  readonly unknown?: readonly string[];
  /** What is read of a sequence; its score unless given. */
  readonly read?: (index: number, generator: Generator) => number;
}

export interface CampaignPlan {
  readonly start: number;
  readonly batch: number;
  readonly rounds: number;
  readonly seed: number;
  /** Settings of `windage` beside its defaults. */
  readonly options?: ProposeOptions;
  readonly onRound?: (round: CampaignRound) => void;
}

/** A batch, and everything known after it. */
export interface CampaignRound {
  readonly round: number;
  readonly batchMean: number;
  /** What `windage` predicted it to be. */
  readonly predictedMean: number | null;
  /** The share of results in their 80 % intervals. */
  readonly held: number | null;
  readonly cautions: readonly string[];
  readonly model: string;
  /** Of everything measured: the mean of the best of a batch's size, those among the best hundredth, the best score. */
  readonly bestMean: number;
  readonly top: number;
  readonly best: number;
  readonly batchTop: number;
  /** The mean true rank of the batch, from 1. */
  readonly meanRank: number;
  readonly processorSeconds: number;
}

/** Goes through a campaign; the same plan starts from the same sequences by every method. */
export async function campaign(
  truth: Truth,
  method: Method,
  plan: CampaignPlan,
): Promise<readonly CampaignRound[]> {
  const { alphabet, sequences, scores, unknown = [] } = truth;
  const { start, batch, rounds, seed } = plan;
  const generator = Generator.fromSeed(40_000 + seed);
  const chance = generator.split();
  const drawing = generator.split();
  const ranked = Array.from(sequences.keys()).sort((a, b) => scores[b]! - scores[a]! || a - b);
  const rankOf = new Int32Array(sequences.length);
  for (const [rank, index] of ranked.entries()) rankOf[index] = rank;
  const topCount = Math.round(sequences.length / 100);
  const known = new Map<number, number>();
  const indexOf = new Map(sequences.map((sequence, index) => [sequence, index]));
  const tokens = sequences.map((sequence) => Uint8Array.from(sequence, (letter) => alphabet.indexOf(letter)));
  const measure = (index: number): void => {
    known.set(index, truth.read?.(index, chance) ?? scores[index]!);
  };
  for (const index of generator.sampleWithoutReplacement(sequences.length, start)) measure(index);
  const earlier: (readonly PredictionOutcome[])[] = [];
  const done: CampaignRound[] = [];
  const simple: Partial<Record<Method, SimpleModel>> = { ridge, perceptrons };
  for (let round = 1; round <= rounds; round++) {
    const before = process.cpuUsage();
    let orders: readonly number[];
    let designs: readonly Design[] = [];
    let [cautions, model]: [readonly string[], string] = [[], ""];
    const measured: Measurement[] = Array.from(known, ([index, score]) => ({
      sequence: sequences[index]!,
      score,
      count: 1,
      spread: 0,
    }));
    if (method === "windage") {
      const proposal = await propose(measured, alphabet, {
        batch,
        exclude: unknown,
        earlier,
        // As projects count: every round draws its own numbers.
        seed: seed + round - 1,
        ...plan.options,
      });
      ({ designs } = proposal);
      orders = designs.map(({ order }) => indexOf.get(order)!);
      const all = measured.map(({ score }) => score);
      cautions = cautionsOn(proposal, { minimize: false, measured: all, round });
      const { name, settings } = proposal.models[proposal.chosen]!;
      model = `${name}: ${settings}`;
    } else if (method === "random") {
      const others = Array.from(sequences.keys()).filter((index) => !known.has(index));
      orders = Array.from(drawing.sampleWithoutReplacement(others.length, batch), (i) => others[i]!);
    } else {
      const rows = Array.from(known.keys(), (index) => tokens[index]!);
      const predict = simple[method]!(rows, [...known.values()], alphabet.length, seed + round);
      const predicted = Float64Array.from(tokens, predict);
      orders = Array.from(sequences.keys())
        .filter((index) => !known.has(index))
        .sort((a, b) => predicted[b]! - predicted[a]! || a - b)
        .slice(0, batch);
    }
    const { user, system } = process.cpuUsage(before);
    for (const index of orders) measure(index);
    const came = designs.map(({ order, predicted }) => ({
      predicted,
      score: known.get(indexOf.get(order)!)!,
    }));
    earlier.push(came);
    const best = Array.from(known.keys())
      .sort((a, b) => rankOf[a]! - rankOf[b]!)
      .slice(0, batch);
    const result: CampaignRound = {
      round,
      batchMean: mean(orders.map((index) => scores[index]!)),
      predictedMean: came.length === 0 ? null : mean(came.map(({ predicted }) => predicted.middle)),
      held:
        came.length === 0
          ? null
          : mean(
              came.map(({ predicted, score }) => (score >= predicted.low && score <= predicted.high ? 1 : 0)),
            ),
      cautions,
      model,
      bestMean: mean(best.map((index) => scores[index]!)),
      top: Array.from(known.keys()).filter((index) => rankOf[index]! < topCount).length,
      best: scores[best[0]!]!,
      batchTop: orders.filter((index) => rankOf[index]! < topCount).length,
      meanRank: mean(orders.map((index) => rankOf[index]! + 1)),
      processorSeconds: (user + system) / 1e6,
    };
    done.push(result);
    plan.onRound?.(result);
  }
  return done;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
