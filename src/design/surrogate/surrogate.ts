/**
 * The surrogate: what measurements say about sequences nobody has measured. Several models are fitted and judged by
 * the same cross-validation, on scores that are stretched at the better end (`stretch.ts`); the one with the smallest
 * held-out error there is used and all are reported. Scores are predicted as they were measured.
 */
import { takeSteps } from "../../assessment/take-steps.ts";
import type { AsyncSteps } from "../../evaluation/long-computation.ts";
import { ranks, spearman } from "../../evaluation/sample/correlation.ts";
import { foldIn } from "../../random/key.ts";
import { Generator } from "../../random/generator.ts";
import type { Key } from "../../random/key.ts";
import { Calibration, type Interval } from "./calibration.ts";
import { dealFolds } from "./folds.ts";
import { type FittedModel, rootMeanSquare } from "./model.ts";
import { modelKinds } from "./model-kinds.ts";
import { poolModels } from "./pool-model.ts";
import { rowsToLearn, withOthers } from "./rows-to-learn.ts";
import { eitherStrand } from "./sparse-features.ts";
import { createLevels } from "./levels.ts";
import { createStretch, type Stretch } from "./stretch.ts";

/** What there is to learn from. */
export interface SurrogateData {
  /** Measured sequences as tokens. */
  readonly sequences: readonly ArrayLike<number>[];
  readonly values: ArrayLike<number>;
  readonly repeats?: ArrayLike<number>;
  /** The size of the alphabet. */
  readonly letters: number;
  /** The longest sequence that will be asked about. */
  readonly length: number;
  /** Whether all sequences, measured and asked about, have that length. */
  readonly oneLength: boolean;
  /** The letters that tokens stand for, where they may be amino acids, whose properties say something then. */
  readonly alphabet?: string;
  /** Whether tokens 0 … 3 are A, C, G, T, so that another strand exists. */
  readonly dna: boolean;
  /** Whether a sequence is known to be the same as its other strand; else what is measured decides. */
  readonly doubleStranded?: boolean;
  /** −1 where lower values are better; 1 unless given. */
  readonly direction?: 1 | -1;
}

/** How a model did on rows it had not seen. */
export interface ModelReport {
  readonly name: string;
  readonly settings: string;
  readonly spearman: number;
  readonly rmse: number;
  /** The same of stretched scores, which decides. */
  readonly betterEnd: number;
  /** Share of measured values in their 80 % interval. */
  readonly coverage: number;
  /**
   * By how many standard errors of chance the tenth predicted highest ranks above the others: what is ordered is chosen
   * there, and a model may tell the best from the rest without ordering the rest. Orders of older versions have none.
   */
  readonly lift?: number;
}

const foldCount = 7;
/** The highest predictions that are looked at together, at least. */
const fewestOfBest = 5;
/** Sequences looked at together. */
const chunk = 8192;

/**
 * Fits models of the scores to measurements, tells how each does on rows it has not seen, and keeps the best;
 * `onFitted` hears about them as they come.
 */
export function fitSurrogate(
  data: SurrogateData,
  seed: Key,
  onFitted: (report: ModelReport) => void = () => undefined,
): Promise<Surrogate> {
  return takeSteps(fitSurrogateSteps(data, seed, onFitted), "Fitting models");
}

/** The same as steps, for whoever has a signal to listen to meanwhile; `onProgress` hears what takes long. */
export async function* fitSurrogateSteps(
  data: SurrogateData,
  seed: Key,
  onFitted: (report: ModelReport) => void = () => undefined,
  onProgress: (doing: string, share: number) => void = () => undefined,
): AsyncSteps<Surrogate> {
  const repeats = data.repeats ?? new Float64Array(data.values.length).fill(1);
  const direction = data.direction ?? 1;
  const stretch = createLevels(data.values, direction) ?? createStretch(data.values, direction);
  const values = Float64Array.from(data.values);
  const stretched = values.map(stretch.of);
  const dealer = Generator.fromKey(foldIn(seed, 0));
  const rows = rowsToLearn(stretched, dealer);
  const part = { ...data, sequences: rows.kept.map((row) => data.sequences[row]!) };
  const folds = dealFolds(
    rows.kept.map((row) => stretched[row]!),
    rows.kept.map((row) => repeats[row]!),
    foldCount,
    dealer,
    // A sequence and its other strand may score the same, and orders are rarely of the one where the other is known.
    data.dna ? part.sequences.map((tokens) => eitherStrand(tokens, data.letters)) : undefined,
  );
  const models: FittedModel[] = [];
  const reports: ModelReport[] = [];
  const judge = (model: FittedModel): ModelReport => {
    models.push(model);
    const heldOut = model.heldOut.map(stretch.back);
    const report = {
      name: model.name,
      settings: model.settings,
      spearman: spearman(heldOut, values),
      rmse: rootMeanSquare(heldOut, values),
      betterEnd: rootMeanSquare(model.heldOut, stretched),
      coverage: new Calibration(model.heldOut, stretched).coverage(),
      lift: liftOf(model.heldOut, stretched),
    };
    reports.push(report);
    onFitted(report);
    return report;
  };
  const { sparse } = stretch;
  const kinds = modelKinds(part, folds, seed, { allRows: rows.others.length === 0, sparse });
  for (let next = kinds.next(); next.done !== true;) {
    const { name, steps } = next.value;
    const fitting = onProgress.bind(undefined, `Fitting ${name}`);
    fitting(0);
    const model = yield* steps(fitting);
    if (model === null) {
      next = kinds.next(null);
      continue;
    }
    const share = onProgress.bind(undefined, `Checking ${model.name} on rows it has not seen`);
    next = kinds.next(judge(yield* withOthers(model, data.sequences, rows, share)));
  }
  yield undefined;
  // A pool with the process in it would take its time at every question, for little.
  const quick = models.filter((model) => model.quick);
  judge(poolModels("pool", quick, stretched));
  // The pool is used unless a model is clearly better: what looks best by a little is so by chance.
  let best = reports.length - 1;
  const bar = reports[best]!.betterEnd / (1 + 1 / Math.sqrt(values.length));
  for (const [i, { betterEnd }] of reports.entries())
    if (betterEnd < Math.min(bar, reports[best]!.betterEnd)) best = i;
  return new Surrogate(models[best]!, stretch, stretched, reports, best);
}

/** A prediction: the value, its interval, and how far fits to parts of the data disagree. */
export interface Prediction extends Interval {
  readonly mean: number;
  readonly spread: number;
}

export class Surrogate {
  readonly reports: readonly ModelReport[];
  /** Which of the reports is of the model in use. */
  readonly chosen: number;
  /** Predicts stretched scores. */
  readonly #model: FittedModel;
  readonly #stretch: Stretch;
  readonly #calibration: Calibration;
  /** The best stretched score that was measured. */
  readonly #best: number;

  /** `values` are stretched, as what the model predicts is. */
  constructor(
    model: FittedModel,
    stretch: Stretch,
    values: ArrayLike<number>,
    reports: readonly ModelReport[],
    chosen: number,
  ) {
    this.#model = model;
    this.#stretch = stretch;
    this.#calibration = new Calibration(model.heldOut, values);
    this.#best = Array.from(values).reduce((best, value) => Math.max(best, value), Number.NEGATIVE_INFINITY);
    this.reports = reports;
    this.chosen = chosen;
  }

  /** Predicted values alone. */
  means(sequences: readonly ArrayLike<number>[]): Float64Array {
    return this.#model.predict(sequences).map(this.#stretch.back);
  }

  /**
   * Predicted values and their standard errors: those of a delete-a-fold jackknife, which come from how far the fits
   * without one fold lie apart. Stretched scores are turned back at one standard error to either side.
   */
  meansAndSpreads(sequences: readonly ArrayLike<number>[]): {
    readonly mean: Float64Array;
    readonly spread: Float64Array;
  } {
    const all = this.#model.predictAll(sequences);
    const { folds } = this.#model;
    const { back } = this.#stretch;
    const columns = folds + 1;
    const mean = new Float64Array(sequences.length);
    const spread = new Float64Array(sequences.length);
    for (let i = 0; i < sequences.length; i++) {
      const row = all.subarray(i * columns, (i + 1) * columns);
      let centre = 0;
      for (let j = 0; j < folds; j++) centre += row[j]! / folds;
      let squares = 0;
      for (let j = 0; j < folds; j++) squares += (row[j]! - centre) ** 2;
      const fit = row[folds]!;
      const error = Math.sqrt((squares * (folds - 1)) / folds);
      mean[i] = back(fit);
      spread[i] = Math.abs(back(fit + error) - back(fit - error)) / 2;
    }
    return { mean, spread };
  }

  /**
   * Functions drawn from what the jackknife leaves open, at some sequences: the fit plus a random mixture of the folds'
   * deviations. They are mixed as stretched scores and turned back after that: turned back one by one, deviations would
   * be largest where little is predicted, and the best of a drawn function would be whatever is least known. Sequences
   * are looked at once; `draw` of the answer gives the values of one function.
   */
  drawMany(
    sequences: readonly ArrayLike<number>[],
    count: number,
    generator: Generator,
  ): (draw: number) => Float64Array {
    const { folds } = this.#model;
    const { back } = this.#stretch;
    const columns = folds + 1;
    const all = this.#predictAllInParts(sequences, columns);
    const scale = Math.sqrt((folds - 1) / folds);
    const weights = Array.from({ length: count }, () =>
      Float64Array.from({ length: folds }, () => generator.normal() * scale),
    );
    // Weights without their mean act on deviations from the folds' mean.
    for (const row of weights) {
      const mean = row.reduce((sum, weight) => sum + weight, 0) / folds;
      for (let j = 0; j < folds; j++) row[j] = row[j]! - mean;
    }
    return (draw) => {
      const row = weights[draw]!;
      return Float64Array.from(sequences, (_, i) => {
        let value = all[i * columns + folds]!;
        for (let j = 0; j < folds; j++) value += row[j]! * all[i * columns + j]!;
        return back(value);
      });
    };
  }

  /** The features of a million sequences at once would take gigabytes. */
  #predictAllInParts(sequences: readonly ArrayLike<number>[], columns: number): Float64Array {
    const all = new Float64Array(sequences.length * columns);
    for (let from = 0; from < sequences.length; from += chunk)
      all.set(this.#model.predictAll(sequences.slice(from, from + chunk)), from * columns);
    return all;
  }

  /**
   * The 80 % interval around a predicted value. Misses are compared as stretched scores, which are about as large
   * everywhere; as scores they shrink towards the best, and intervals of the best would be too wide.
   */
  interval(mean: number): Interval {
    const { of, back } = this.#stretch;
    // What the stretch cuts off of a prediction far out is put back.
    const beyond = mean - back(of(mean));
    const { low, middle, high } = this.#calibration.interval(of(mean));
    const [one, other] = [back(low) + beyond, back(high) + beyond];
    const ends = { low: Math.min(one, other), high: Math.max(one, other) };
    if (!this.#stretch.sparse) return { ...ends, middle: back(middle) + beyond };
    // A few that come out far better make up most of a batch's mean, so what is expected is a mean there. Beyond the best
    // measured nobody knows how a landscape goes on, and a logarithm turned back would go on without end.
    const most = Math.max(this.#best, middle);
    const outcomes = this.#calibration.outcomes(of(mean)).map((level) => back(Math.min(level, most)));
    const expected = outcomes.reduce((sum, value) => sum + value, 0) / outcomes.length;
    return { ...ends, middle: Math.min(ends.high, Math.max(ends.low, expected)) };
  }

  /** The probability that what is predicted to be `mean` turns out better than a score. */
  probabilityBetter(mean: number, score: number): number {
    const { of } = this.#stretch;
    return this.#calibration.probabilityAbove(of(mean), of(score));
  }

  /** Everything about some sequences. */
  predict(sequences: readonly ArrayLike<number>[]): readonly Prediction[] {
    const { mean, spread } = this.meansAndSpreads(sequences);
    return Array.from(mean, (value, i) => ({ mean: value, spread: spread[i]!, ...this.interval(value) }));
  }
}

/** The mean rank of the tenth predicted highest, above that of all, in standard errors of such a mean by chance. */
export function liftOf(predicted: ArrayLike<number>, values: ArrayLike<number>): number {
  const rows = values.length;
  const count = Math.max(fewestOfBest, Math.round(rows / 10));
  if (count >= rows) return 0;
  const order = ranks(values);
  const highest = Array.from({ length: rows }, (_, row) => row)
    .sort((a, b) => predicted[b]! - predicted[a]! || a - b)
    .slice(0, count);
  const mean = highest.reduce((sum, row) => sum + order[row]!, 0) / count;
  const centre = order.reduce((sum, rank) => sum + rank, 0) / rows;
  const squares = order.reduce((sum, rank) => sum + (rank - centre) ** 2, 0);
  if (squares === 0) return 0;
  return (mean - centre) / Math.sqrt((squares / (rows - 1)) * ((rows - count) / rows / count));
}
