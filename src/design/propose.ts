/**
 * One round, from measurements to a batch to order: fit the surrogate, say what a score is worth, search, choose. The
 * same measurements, settings and seed give the same batch. What to do with it (print it, keep it, order it) is for
 * the caller.
 */
import { takeSteps } from "../assessment/take-steps.ts";
import { WindageError } from "../error.ts";
import type { AsyncSteps, Steps } from "../evaluation/long-computation.ts";
import { DNA } from "../landscape/exact/sequence-space.ts";
import type { Bound, Measurement, Parent } from "../landscape/assay/assay.ts";
import { LARGEST_SCORE } from "../landscape/score-range.ts";
import { foldIn, key } from "../random/key.ts";
import { Generator } from "../random/generator.ts";
import { chooseBatch, meanApart, NearestMeasured } from "./batch/choose-batch.ts";
import { type DistanceReport, pricedDistances, usualDistance } from "./batch/usual-distance.ts";
import { expectedValues } from "./request/censored.ts";
import { type Coding, ReverseTranslation } from "./coding/reverse-translation.ts";
import { layPlates, type PlateRequest, type Well } from "./plate/lay-plates.ts";
import { frameOf } from "./request/frame.ts";
import type { RuleValues } from "./rules/rule.ts";
import { type Rules, type RulesReport, ruleSpace, reportOf } from "./rules/ruled-space.ts";
import { worthUnderRules } from "./rules/worth-of-rules.ts";
import { askedWithin, measuredWithin, wholeProposal } from "./request/within-frame.ts";
import type { Candidate } from "./search/candidates.ts";
import { DesignSpace } from "./search/design-space.ts";
import { checkDecideAhead } from "./search/gflownet.ts";
import { searches, usualSteps } from "./search/registry.ts";
import type { SearchKind, SearchStep } from "./search/search.ts";
import type { MemoryEstimate } from "../training/setup/memory-estimate.ts";
import { stopped } from "./search/stopped.ts";
import { createWorth } from "./search/worth.ts";
import { otherStrand } from "./surrogate/sparse-features.ts";
import { type Values, valuesAfterErrors } from "./synthesis/after-errors.ts";
import { type OrderLimit, orderLimitSteps } from "./synthesis/order-limit.ts";
import { cleanShare, type ErrorModel, isFaultless, uniformErrors } from "./synthesis/error-model.ts";
import type { Interval } from "./surrogate/calibration.ts";
import { EarlierOrders, type PredictionOutcome } from "./surrogate/earlier-orders.ts";
import { fitSurrogateSteps, type ModelReport, type Surrogate } from "./surrogate/surrogate.ts";
import { acquisition, type AcquisitionKind } from "./utility/acquisition.ts";
import {
  checkUtility,
  createUtility,
  type UtilityKind,
  type UtilityMap,
  utilityFloor,
} from "./utility/utility-map.ts";

/** Settings of `propose`: size of the batch, errors, search and worth; all have defaults. */
export interface ProposeOptions {
  readonly minimize?: boolean;
  readonly utility?: UtilityKind;
  readonly utilityWidth?: number;
  readonly aim?: AcquisitionKind;
  readonly kappa?: number;
  readonly threshold?: number;
  readonly errors?: ErrorModel;
  readonly search?: SearchKind;
  readonly steps?: number;
  /** Letters that `gflownet` looks ahead in samples that it draws on top, once it is trained; 0, or none, unless given. */
  readonly decideAhead?: number;
  readonly batch?: number;
  /** Letters by which two designs differ at least; unless given it follows the room there is. */
  readonly minDistance?: number;
  readonly minNovelty?: number;
  readonly doubleStranded?: boolean;
  readonly exclude?: Iterable<string>;
  /** What every design has to obey (docs/rules.md). */
  readonly rules?: RuleValues;
  /** How DNA codes for designs of proteins, which then have it. */
  readonly coding?: Coding;
  /** Lays the batch out on plates. */
  readonly plate?: PlateRequest;
  /** Hears what rules leave, before anything is fitted. */
  readonly onRules?: (report: RulesReport) => void;
  /** What was measured are variants of this, and designs are written as changes of it too. */
  readonly parent?: Parent;
  /** Places that never varied and may be changed all the same, such as "5,12-14", or "all"; others are held. */
  readonly free?: string;
  /** What came of earlier orders, from the first to the last: intervals are widened by how far those were missed. */
  readonly earlier?: readonly (readonly PredictionOutcome[])[];
  readonly seed?: number;
  readonly signal?: AbortSignal;
  readonly onModel?: (report: ModelReport) => void;
  /** Hears of what takes long beside the search: the name of it, and which share is done. */
  readonly onProgress?: (doing: string, share: number) => void;
  readonly onStep?: (step: SearchStep) => void;
  /** Is told what memory the search will need before it is taken; what it throws ends the search. */
  readonly onMemory?: (estimate: MemoryEstimate) => void;
}

/** One sequence to order. */
export interface Design {
  readonly order: string;
  /** What it changes of the parent, where there is one. */
  readonly mutations?: string;
  /** DNA that codes for it, where that was asked for; absent where none obeys the rules on it. */
  readonly dna?: string;
  /** The score it should have if it is made as ordered, with its 80 % interval. */
  readonly predicted: Interval;
  /** The mean score of what synthesis makes of it, with the interval of a prediction of that size. */
  readonly afterErrors: Interval;
  readonly worth: number;
  readonly nearest: {
    readonly sequence: string;
    readonly mutations?: string;
    readonly score: number;
    /** On which side of that the true score is, where nothing more is known. */
    readonly bound?: Bound;
    readonly distance: number;
  };
}

/** A batch of sequences to order, with the models it was chosen by and what they predict of each. */
export interface Proposal {
  readonly designs: readonly Design[];
  readonly models: readonly ModelReport[];
  /** Which model was used. */
  readonly chosen: number;
  readonly utility: { readonly kind: UtilityKind; readonly description: string };
  readonly search: SearchKind;
  /** Different sequences the search looked at. */
  readonly candidates: number;
  /** What every design obeys, and how many sequences do; absent where there are no rules. */
  readonly rules?: RulesReport;
  /** Where each design and each control stands, where plates were asked for. */
  readonly wells?: readonly Well[];
  /** Share of orders that come out without any error. */
  readonly clean: number;
  /** What errors leave possible to any orders, or why that is not known; absent where there are no errors. */
  readonly limit?: OrderLimit | string;
  /** By how many letters designs differ at least, and what more or fewer would cost; orders of older versions have none. */
  readonly distance?: DistanceReport;
  /** Mean letters by which two designs differ. */
  readonly diversity: number;
  /** Mean letters by which a design differs from the nearest measured sequence. */
  readonly novelty: number;
  /** Designs that should beat the best measured score, as the sum of their probabilities. */
  readonly expectedRecords: number;
}

/** What a surrogate needs at least; with fewer rows, folds would be a handful of values. */
const fewestRows = 20;

/** Proposes a batch of sequences to order from measurements over an alphabet, under errors of the synthesis. */
export async function propose(
  measurements: readonly Measurement[],
  alphabet: string,
  options: ProposeOptions = {},
): Promise<Proposal> {
  const { parent } = options;
  checkMeasurements(measurements);
  // Either strand may be written, so that places are not what they are called.
  const free = options.doubleStranded === true ? "all" : options.free;
  const frame = frameOf(
    measurements.map(({ sequence }) => sequence),
    { free, numbers: parent?.numbers },
  );
  const measured = measuredWithin(measurements, frame);
  const lengths = DesignSpace.of(measurements, alphabet).lengths;
  const rules = ruleSpace(options.rules ?? {}, { alphabet, ...lengths, parent }, frame) ?? null;
  const report = rules === null ? undefined : reportOf(rules);
  if (report !== undefined) options.onRules?.(report);
  const proposal = await proposeVarying(measured, alphabet, askedWithin(options, frame), rules);
  const made = withDna(wholeProposal(proposal, frame, alphabet, options), options);
  const whole = options.plate === undefined ? made : onPlates(made, options.plate, options.seed);
  // By each rule's own words, and not by the automaton that the search was given.
  const broken = rules === null ? undefined : whole.designs.find(({ order }) => !rules.obeys(order));
  if (broken !== undefined) throw new Error(`the batch has ${broken.order}, which breaks a rule`);
  return report === undefined ? whole : { ...whole, rules: report };
}

/** The same with a well for each design and control. */
function onPlates(proposal: Proposal, plate: PlateRequest, seed = 0): Proposal {
  return { ...proposal, wells: layPlates(proposal.designs.length, plate, foldIn(key(seed), 3)) };
}

/** The same with the DNA of each design. */
function withDna(proposal: Proposal, { coding, seed = 0 }: ProposeOptions): Proposal {
  if (coding === undefined) return proposal;
  const generator = coding.choice === "drawn" ? Generator.fromKey(foldIn(key(seed), 2)) : undefined;
  const byLength = new Map<number, ReverseTranslation>();
  const designs = proposal.designs.map((design) => {
    const { order } = design;
    const coder = byLength.get(order.length) ?? new ReverseTranslation(coding, order.length);
    byLength.set(order.length, coder);
    const dna = coder.of(order, generator);
    return dna === undefined ? design : { ...design, dna };
  });
  return { ...proposal, designs };
}

/** The same where every place may be changed. */
async function proposeVarying(
  measurements: readonly Measurement[],
  alphabet: string,
  options: ProposeOptions,
  rules: Rules | null,
): Promise<Proposal> {
  const { utility: kind = "rank", search = "gflownet", batch = 100, minNovelty = 1 } = options;
  const direction = options.minimize === true ? -1 : 1;
  checkMeasurements(measurements);
  if (options.doubleStranded === true && alphabet !== DNA) {
    throw new WindageError(
      "design/not-dna",
      `double-stranded: got the alphabet ${alphabet}, expected ${DNA}; only DNA has a reverse complement, so leave --double-stranded out`,
    );
  }
  const space = DesignSpace.of(measurements, alphabet, rules);
  if (search === "gflownet") checkDecideAhead(space, options.decideAhead ?? 0);
  const measured = measurements
    .map(({ sequence, score, count, bound }) => ({
      sequence,
      score,
      count,
      tokens: space.encode(sequence),
      ...(bound === undefined ? {} : { bound }),
    }))
    .sort((a, b) => direction * (b.score - a.score) || (a.sequence < b.sequence ? -1 : 1));
  const oriented = measured.map(({ score }) => direction * score);
  const map = createUtility(kind, oriented, options.utilityWidth);
  checkUtility(map, oriented);
  const seed = key(options.seed ?? 0);
  const errors = options.errors ?? uniformErrors(0, alphabet.length);
  if (errors.lengths !== undefined && space.oneLength) {
    throw new WindageError(
      "design/fixed-length",
      `got insertions and deletions, and measured sequences that all have ${space.maxLength} letters, expected several lengths: nothing that was measured says what a sequence of another length scores; leave the columns "deleted" and "inserted" out of --noise-matrix, and take such products for lost`,
    );
  }
  const fitting = fitSurrogateSteps(
    {
      sequences: measured.map(({ tokens }) => tokens),
      values: expectedValues(
        measured.map(({ tokens }) => tokens),
        measured.map(({ score }) => score),
        measured.map(({ bound }) => (bound === undefined ? 0 : bound === "above" ? 1 : -1)),
        { letters: alphabet.length, oneLength: space.oneLength },
      ),
      repeats: measured.map(({ count }) => count),
      letters: alphabet.length,
      alphabet,
      length: space.maxLength,
      oneLength: space.oneLength,
      dna: alphabet === DNA,
      doubleStranded: options.doubleStranded ?? false,
      direction,
    },
    foldIn(seed, 0),
    options.onModel,
    options.onProgress,
  );
  const { signal, onProgress } = options;
  const inSteps = <Result>(steps: Steps<Result> | AsyncSteps<Result>): Promise<Result> =>
    takeSteps(steps, "Designing", { signal }).catch((error: unknown) => {
      throw signal?.aborted === true ? stopped() : error;
    });
  const surrogate = await inSteps(fitting);
  const utility = utilityOf(surrogate, map, direction, oriented[0]!, options);
  const share = onProgress?.bind(undefined, "Predicting every sequence");
  const before = measured.flatMap(({ tokens }) =>
    options.doubleStranded === true ? [tokens, otherStrand(tokens, alphabet.length)] : [tokens],
  );
  const worth = worthUnderRules(await inSteps(createWorth(space, utility, errors, before, share)));
  const candidates = await searches[search]({
    worth,
    surrogate,
    direction,
    measured,
    batch,
    steps: options.steps ?? usualSteps(search, space.all !== null),
    decideAhead: options.decideAhead ?? 0,
    seed: foldIn(seed, 1),
    ...(signal ? { signal } : {}),
    ...(options.onStep ? { onStep: options.onStep } : {}),
    ...(onProgress ? { onProgress } : {}),
    ...(options.onMemory ? { onMemory: options.onMemory } : {}),
  });
  onProgress?.("Choosing the batch", 0);
  const known = measured.map(({ sequence }) => sequence);
  const minDistance =
    options.minDistance ??
    usualDistance(known, alphabet.length, space.oneLength, batch, Generator.fromKey(foldIn(seed, 2)));
  const ranked = candidates.ranked().filter(({ sequence }) => space.obeys(space.encode(sequence)));
  const excluded = [...(options.exclude ?? [])];
  const batchAt = (letters: number): readonly Candidate[] =>
    chooseBatch(ranked, space, known, excluded, {
      size: batch,
      minDistance: letters,
      minNovelty,
      doubleStranded: options.doubleStranded ?? false,
    });
  const chosen = batchAt(minDistance);
  const orders = chosen.map(({ sequence }) => space.encode(sequence));
  onProgress?.("Predicting the batch", 0);
  const means: Values = (asked) => surrogate.means(asked);
  const predicted = means(orders);
  // Lengths nobody measured count as the worst there is.
  const lengths = { ...space.lengths, otherwise: measured.at(-1)!.score };
  const after = isFaultless(errors) ? predicted : valuesAfterErrors(means, errors, lengths)(orders);
  const worths = worth.of(orders);
  if (!isFaultless(errors)) onProgress?.("Working out what errors leave possible", 0);
  const limit = isFaultless(errors)
    ? undefined
    : await inSteps(orderLimitSteps(worth.made, space.lengths, errors));
  const earlier = new EarlierOrders(options.earlier ?? []);
  const best = measured[0]!.score;
  const neighbours = new NearestMeasured(measured, space);
  const designs = chosen.map(({ sequence }, i) => {
    const near = neighbours.to(sequence);
    return {
      order: sequence,
      predicted: earlier.widen(surrogate.interval(predicted[i]!)),
      afterErrors: earlier.widen(surrogate.interval(after[i]!)),
      worth: worths[i]!,
      nearest: {
        sequence: near.measured.sequence,
        score: near.measured.score,
        ...(near.measured.bound === undefined ? {} : { bound: near.measured.bound }),
        distance: near.distance,
      },
    };
  });
  return {
    designs,
    models: surrogate.reports,
    chosen: surrogate.chosen,
    utility: { kind: map.kind, description: map.description },
    search,
    candidates: candidates.count,
    clean: cleanShare(errors, orders),
    ...(limit === undefined ? {} : { limit }),
    distance: pricedDistances(
      minDistance,
      options.minDistance === undefined,
      space.oneLength,
      batchAt,
      (some) =>
        Array.from(
          means(some.map(({ sequence }) => space.encode(sequence))),
          (mean) => surrogate.interval(mean).middle,
        ),
    ),
    diversity: meanApart(
      designs.map(({ order }) => order),
      space,
    ),
    novelty: designs.reduce((sum, { nearest }) => sum + nearest.distance, 0) / Math.max(1, designs.length),
    expectedRecords: designs.reduce((sum, design, i) => {
      const known = surrogate.probabilityBetter(predicted[i]!, best);
      return sum + Math.max(known, earlier.shareBetter(design.predicted, best, direction));
    }, 0),
  };
}

/** Measurements that no model can be fitted to: too few, all the same, or too large to be squared. */
export function checkMeasurements(measurements: readonly Measurement[]): void {
  if (measurements.length < fewestRows) {
    throw new WindageError(
      "design/too-few",
      `got ${measurements.length} measured sequence${measurements.length === 1 ? "" : "s"}, expected at least ${fewestRows} to learn from; measure more first, such as a random set`,
    );
  }
  const first = measurements[0]!.score;
  if (measurements.every(({ score }) => score === first)) {
    throw new WindageError(
      "design/equal-scores",
      `got the score ${first} for all ${measurements.length} sequences, expected scores that differ: there is nothing to learn from; check --score-column`,
    );
  }
  const extreme = measurements.find(({ score }) => Math.abs(score) > LARGEST_SCORE);
  if (extreme !== undefined) {
    throw new WindageError(
      "design/huge-score",
      `got the score ${extreme.score} for ${extreme.sequence}, expected at most ${LARGEST_SCORE}, since squares of scores have to be numbers too; mend or leave out that row, or use --log`,
    );
  }
}

/** The utility of sequences before errors. */
function utilityOf(
  surrogate: Surrogate,
  map: UtilityMap,
  direction: 1 | -1,
  best: number,
  { search, aim = "mean", kappa = 1, threshold }: ProposeOptions,
): Values {
  // Drawn functions take the place of an aim.
  if (aim === "mean" || search === "thompson")
    return (asked) => surrogate.means(asked).map((mean) => map.of(direction * mean));
  const score = acquisition({
    kind: aim,
    kappa,
    best,
    ...(threshold === undefined ? {} : { threshold: direction * threshold }),
  });
  // An improvement or a probability is a utility already.
  const isUtility = aim === "improvement" || aim === "exceed";
  return (asked) => {
    const { mean, spread } = surrogate.meansAndSpreads(asked);
    return mean.map((value, i) => {
      const aimed = score(direction * value, spread[i]!);
      return isUtility ? Math.max(utilityFloor, aimed) : map.of(aimed);
    });
  };
}
