/** Every order of a project beside what came of it: predictions, results, and how both went together. */
import type { Design } from "../../design/propose.ts";
import type { Interval } from "../../design/surrogate/calibration.ts";
import { roundOutcome, type RoundOutcome, type Strands, whatCame } from "../../design/rounds.ts";
import type { Measurement } from "../../landscape/assay/assay.ts";
import { measurementsOf } from "../../run/project/measurements-of.ts";
import type { Project } from "../../run/project/project.ts";
import { inFileUnit, intervalInFileUnit } from "./score-format.ts";

/** A design beside its result. */
export interface MeasuredDesign {
  readonly order: string;
  /** What it changes of the parent, where there is one. */
  readonly mutations?: string;
  readonly predicted: Interval;
  /** What was measured of it; null where nothing was. */
  readonly came: number | null;
  /** Where that lies by the 80 % interval. */
  readonly lies: "inside" | "above" | "below" | null;
}

/** Every design of an order beside its result, as ordered; `before` is what was known when it was made. */
export function designResults(
  designs: readonly Design[],
  before: readonly Measurement[],
  after: readonly Measurement[],
  strands: Strands,
): readonly MeasuredDesign[] {
  const scores = new Map(
    whatCame(designs, before, after, strands).map(({ design, score }) => [design, score]),
  );
  return designs.map((design) => {
    const { order, mutations, predicted } = design;
    const came = scores.get(design) ?? null;
    const lies = came === null ? null : sideOf(came, predicted);
    return { order, ...(mutations === undefined ? {} : { mutations }), predicted, came, lies };
  });
}

function sideOf(score: number, { low, high }: Interval): "inside" | "above" | "below" {
  if (score > high) return "above";
  return score < low ? "below" : "inside";
}

/** The same in the unit of the files. */
export function resultInFileUnit(result: MeasuredDesign, log: boolean): MeasuredDesign {
  const { order, mutations, predicted, came, lies } = result;
  return {
    order,
    ...(mutations === undefined ? {} : { mutations }),
    predicted: intervalInFileUnit(predicted, log),
    came: came === null ? null : inFileUnit(came, log),
    lies,
  };
}

/** An order of a project and what came of it. */
export interface Round extends RoundOutcome {
  readonly round: number;
  /** Results of this order and of those before it. */
  readonly resultsSoFar: number;
  readonly designs: readonly MeasuredDesign[];
}

/** All orders of a project, from the first to the last. */
export function roundsOf(project: Project): readonly Round[] {
  const now = measurementsOf(project);
  let resultsSoFar = 0;
  const { minimize, round: settings } = project.settings;
  const { doubleStranded } = settings;
  return project.orders.map(({ round, toldFiles, proposal: { designs } }, at) => {
    const before = measurementsOf(project, toldFiles);
    const after = measurementsOf(project, project.orders[at + 1]?.toldFiles);
    const outcome = roundOutcome(designs, { before, after, now }, { minimize, doubleStranded });
    resultsSoFar += outcome.measured;
    return { round, ...outcome, resultsSoFar, designs: designResults(designs, before, now, settings) };
  });
}

/** An order for a document, with its scores in the unit of the files. */
export function roundDocument(round: Round, log: boolean): Round {
  const { meanPredicted, meanMeasured, best, designs } = round;
  return {
    ...round,
    meanPredicted: meanPredicted === null ? null : inFileUnit(meanPredicted, log),
    meanMeasured: meanMeasured === null ? null : inFileUnit(meanMeasured, log),
    best: inFileUnit(best, log),
    designs: designs.map((design) => resultInFileUnit(design, log)),
  };
}
