/**
 * The surrogate: what measurements say about sequences nobody has measured. Several models are fitted and judged by
 * the same cross-validation; the one with the smallest held-out error is used and all are reported. Scores are
 * predicted as they were measured, whichever direction is better.
 */
import { spearman } from "../../evaluation/index.ts";
import { foldIn, Generator, type Key } from "../../random/index.ts";
import { Calibration, type Interval } from "./calibration.ts";
import { dealFolds } from "./folds.ts";
import { type FittedModel, rootMeanSquare } from "./model.ts";
import { poolModels } from "./pool-model.ts";
import { fitProcess } from "./process-model.ts";
import { fitRidge } from "./ridge-model.ts";
import { SparseFeatures } from "./sparse-features.ts";

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
  /** Whether tokens 0 … 3 are A, C, G, T, so that another strand exists. */
  readonly dna: boolean;
}

/** How a model did on rows it had not seen. */
export interface ModelReport {
  readonly name: string;
  readonly settings: string;
  readonly spearman: number;
  readonly rmse: number;
  /** Share of measured values in their 80 % interval. */
  readonly coverage: number;
}

const foldCount = 8;

/** Fits all models, tells about each, and keeps the best; `onFitted` hears about them as they come. */
export function fitSurrogate(
  data: SurrogateData,
  seed: Key,
  onFitted: (report: ModelReport) => void = () => undefined,
): Surrogate {
  const repeats = data.repeats ?? new Float64Array(data.values.length).fill(1);
  const folds = dealFolds(data.values, repeats, foldCount, Generator.fromKey(foldIn(seed, 0)));
  const models: FittedModel[] = [];
  const reports: ModelReport[] = [];
  // A pool with the process in it would take its time at every question, for little.
  const pool = (): FittedModel =>
    poolModels(
      "pool of ridges",
      models.filter(({ quick }) => quick),
      folds.values,
    );
  for (const fit of [...modelKinds(data, folds, seed), pool]) {
    const model = fit();
    models.push(model);
    const report = {
      name: model.name,
      settings: model.settings,
      spearman: spearman(model.heldOut, folds.values),
      rmse: rootMeanSquare(model.heldOut, folds.values),
      coverage: new Calibration(model.heldOut, folds.values).coverage(),
    };
    reports.push(report);
    onFitted(report);
  }
  let best = 0;
  for (const [i, { rmse }] of reports.entries()) if (rmse < reports[best]!.rmse) best = i;
  return new Surrogate(models[best]!, folds.values, reports, best);
}

function modelKinds(
  data: SurrogateData,
  folds: ReturnType<typeof dealFolds>,
  seed: Key,
): readonly (() => FittedModel)[] {
  const { sequences, letters, length, dna, oneLength } = data;
  const words = letters <= 4 ? [4, 5, 6] : letters <= 8 ? [3, 4] : [2, 3];
  const named = letters <= 4 ? "4- to 6-mers" : letters <= 8 ? "3- and 4-mers" : "2- and 3-mers";
  const ridge =
    (name: string, choice: { pairs: boolean; words: readonly number[]; bothStrands: boolean }) =>
    (): FittedModel =>
      fitRidge(
        name,
        new SparseFeatures({ letters: choice.pairs, oneLength, ...choice }, letters, length),
        sequences,
        folds,
      );
  const process = (name: string, bothStrands: boolean) => (): FittedModel =>
    fitProcess(name, sequences, folds, { letters, bothStrands }, Generator.fromKey(foldIn(seed, 1)));
  const oneStrand = [
    ridge("pairs", { pairs: true, words: [], bothStrands: false }),
    ridge(`pairs and ${named}`, { pairs: true, words, bothStrands: false }),
  ];
  if (!dna)
    return [
      ...oneStrand,
      ridge(named, { pairs: false, words, bothStrands: false }),
      process("Gaussian process", false),
    ];
  return [
    ...oneStrand,
    ridge(`${named}, both strands`, { pairs: false, words, bothStrands: true }),
    ridge(`pairs and ${named}, both strands`, { pairs: true, words, bothStrands: true }),
    process("Gaussian process, both strands", true),
  ];
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
  readonly #model: FittedModel;
  readonly #calibration: Calibration;

  constructor(
    model: FittedModel,
    values: ArrayLike<number>,
    reports: readonly ModelReport[],
    chosen: number,
  ) {
    this.#model = model;
    this.#calibration = new Calibration(model.heldOut, values);
    this.reports = reports;
    this.chosen = chosen;
  }

  /** Predicted values alone. */
  means(sequences: readonly ArrayLike<number>[]): Float64Array {
    return this.#model.predict(sequences);
  }

  /**
   * Predicted values and their standard errors: those of a delete-a-fold jackknife, which come from how far the fits
   * without one fold lie apart.
   */
  meansAndSpreads(sequences: readonly ArrayLike<number>[]): {
    readonly mean: Float64Array;
    readonly spread: Float64Array;
  } {
    const all = this.#model.predictAll(sequences);
    const { folds } = this.#model;
    const columns = folds + 1;
    const mean = new Float64Array(sequences.length);
    const spread = new Float64Array(sequences.length);
    for (let i = 0; i < sequences.length; i++) {
      const row = all.subarray(i * columns, (i + 1) * columns);
      let centre = 0;
      for (let j = 0; j < folds; j++) centre += row[j]! / folds;
      let squares = 0;
      for (let j = 0; j < folds; j++) squares += (row[j]! - centre) ** 2;
      mean[i] = row[folds]!;
      spread[i] = Math.sqrt((squares * (folds - 1)) / folds);
    }
    return { mean, spread };
  }

  /**
   * Functions drawn from what the jackknife leaves open, at some sequences: the fit plus a random mixture of the folds'
   * deviations. Sequences are looked at once; `draw` of the answer gives the values of one function.
   */
  drawMany(
    sequences: readonly ArrayLike<number>[],
    count: number,
    generator: Generator,
  ): (draw: number) => Float64Array {
    const { folds } = this.#model;
    const columns = folds + 1;
    const all = this.#model.predictAll(sequences);
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
        return value;
      });
    };
  }

  /** The 80 % interval around a predicted value. */
  interval(mean: number): Interval {
    return this.#calibration.interval(mean);
  }

  /** The probability that what is predicted to be `mean` turns out beyond a score, upwards (1) or downwards (−1). */
  probabilityBeyond(mean: number, score: number, direction: 1 | -1): number {
    return this.#calibration.probabilityBeyond(mean, score, direction);
  }

  /** Everything about some sequences. */
  predict(sequences: readonly ArrayLike<number>[]): readonly Prediction[] {
    const { mean, spread } = this.meansAndSpreads(sequences);
    return Array.from(mean, (value, i) => ({ mean: value, spread: spread[i]!, ...this.interval(value) }));
  }
}
