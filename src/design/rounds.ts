/**
 * What came of earlier orders: predictions beside measurements, round by round, and measurements of several files as
 * one. Sequences that came back without having been ordered (synthesis errors make them) count as measurements but
 * not for or against a prediction.
 */
import { reverseComplement } from "../landscape/exact/reverse-complement.ts";
import type { Measurement } from "../landscape/assay/assay.ts";
import type { Design } from "./propose.ts";
import type { PredictionOutcome } from "./surrogate/earlier-orders.ts";

/** Whether a sequence and its reverse complement are the same molecule. */
export interface Strands {
  readonly doubleStranded: boolean;
}

/** One name for a molecule, whichever strand it is written by. */
function moleculeOf(sequence: string, { doubleStranded }: Strands): string {
  if (!doubleStranded) return sequence;
  const other = reverseComplement(sequence);
  return other < sequence ? other : sequence;
}

/**
 * Measurements of several files: repeats across files are averaged as repeats within one are, and of two strands that are
 * one molecule too, under the one that was written first.
 */
export function mergeMeasurements(
  files: readonly (readonly Measurement[])[],
  strands: Strands,
): readonly Measurement[] {
  const merged = new Map<string, Measurement>();
  for (const next of files.flat()) {
    const molecule = moleculeOf(next.sequence, strands);
    const earlier = merged.get(molecule);
    merged.set(molecule, earlier === undefined ? next : pooled(earlier, next));
  }
  return [...merged.values()];
}

function pooled(a: Measurement, b: Measurement): Measurement {
  const count = a.count + b.count;
  // Bounds on one side leave the one that says more; beside a value they count as their limit.
  if (a.bound !== undefined && a.bound === b.bound) {
    const further = a.bound === "above" ? Math.max(a.score, b.score) : Math.min(a.score, b.score);
    return { ...a, count, score: further };
  }
  const score = (a.count * a.score + b.count * b.score) / count;
  const squares =
    (a.count - 1) * a.spread ** 2 +
    (b.count - 1) * b.spread ** 2 +
    a.count * (a.score - score) ** 2 +
    b.count * (b.score - score) ** 2;
  return { sequence: a.sequence, score, count, spread: Math.sqrt(squares / (count - 1)) };
}

/** Which designs of an order were measured since, and how they scored; `before` is what was known when it was made. */
export function whatCame(
  designs: readonly Design[],
  before: readonly Measurement[],
  after: readonly Measurement[],
  strands: Strands,
): readonly (PredictionOutcome & { readonly design: Design })[] {
  const known = new Map(after.map((one) => [moleculeOf(one.sequence, strands), one]));
  const earlier = new Set(before.map(({ sequence }) => moleculeOf(sequence, strands)));
  return designs.flatMap((design) => {
    const ordered = moleculeOf(design.order, strands);
    const came = earlier.has(ordered) ? undefined : known.get(ordered);
    return came === undefined ? [] : [{ design, predicted: design.predicted, score: within(came, design) }];
  });
}

/** What came; of a bound what was predicted, where that lies on its side, and else the bound: no miss that nobody saw. */
function within({ score, bound }: Measurement, { predicted: { middle } }: Design): number {
  if (bound === "above") return Math.max(score, middle);
  return bound === "below" ? Math.min(score, middle) : score;
}

/** How one order turned out. */
export interface RoundOutcome {
  readonly ordered: number;
  readonly measured: number;
  /** Means over what was measured of the order; null where nothing was. */
  readonly meanPredicted: number | null;
  readonly meanMeasured: number | null;
  /** Share of measured values in their 80 % interval. */
  readonly covered: number | null;
  /** Designs that beat everything known when they were ordered. */
  readonly records: number;
  /** The best score known after the round. */
  readonly best: number;
}

/** What was known when an order was made, when the next one was, and now. */
export interface RoundKnowledge {
  readonly before: readonly Measurement[];
  readonly after: readonly Measurement[];
  readonly now: readonly Measurement[];
}

/** Compares an order with what is known now. */
export function roundOutcome(
  designs: readonly Design[],
  { before, after, now }: RoundKnowledge,
  { minimize, ...strands }: Strands & { readonly minimize: boolean },
): RoundOutcome {
  const direction = minimize ? -1 : 1;
  const bestOf = (list: readonly Measurement[]): number =>
    direction * list.reduce((best, { score }) => Math.max(best, direction * score), Number.NEGATIVE_INFINITY);
  const bestBefore = bestOf(before);
  const came = whatCame(designs, before, now, strands);
  const mean = (values: readonly number[]): number | null =>
    values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    ordered: designs.length,
    measured: came.length,
    meanPredicted: mean(came.map(({ design }) => design.predicted.middle)),
    meanMeasured: mean(came.map(({ score }) => score)),
    covered: mean(
      came.map(({ design: { predicted }, score }) =>
        score >= predicted.low && score <= predicted.high ? 1 : 0,
      ),
    ),
    records: came.filter(({ score }) => direction * (score - bestBefore) > 0).length,
    best: bestOf(after),
  };
}
