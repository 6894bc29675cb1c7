/** Figures of a design project: what each order brought, predicted against measured, and whether intervals held. */
import { normalCdf } from "../../evaluation/sample/normal-cdf.ts";
import { extent } from "../../figure/draw/extent.ts";
import type { FigureData } from "../../figure/figures.ts";
import type { Order } from "../../run/project/project-document.ts";
import { measurementsOf } from "../../run/project/measurements-of.ts";
import type { Project } from "../../run/project/project.ts";
import type { Round } from "../design/project-rounds.ts";
import { inFileUnit, intervalInFileUnit } from "../design/score-format.ts";
import type { Picture } from "./account.ts";
import { picture } from "./training-pictures.ts";

/** Half the width of an 80 % interval of a normal law, in standard deviations. */
const eighty = 1.2815515594;
const stated = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95];
/** Of fewer results nothing can be said about intervals. */
const fewestResults = 5;

/** The figures that there are so far. */
export function projectPictures(project: Project, rounds: readonly Round[]): readonly Picture[] {
  const { minimize, log } = project.settings;
  if (rounds.length === 0) return [];
  const unit = (value: number | null): number | null => (value === null ? null : inFileUnit(value, log));
  const came = rounds.filter((one) => one.measured > 0);
  const judged = came.filter((one) => one.measured >= fewestResults).map(calibrationOf);
  const before = { round: 0, best: bestBefore(project), measured: null, predicted: null };
  return [
    picture("rounds", {
      minimize,
      log,
      rounds: [
        before,
        ...rounds.map(({ round, best, meanMeasured, meanPredicted }) => ({
          round,
          best: unit(best),
          measured: unit(meanMeasured),
          predicted: unit(meanPredicted ?? meanOf(project.orders[round - 1])),
        })),
      ],
    }),
    ...(came.length === 0
      ? []
      : [picture("predicted", { minimize, log, orders: came.map((one) => pointsOf(one, log)) })]),
    ...(judged.length === 0
      ? []
      : [
          picture("calibration", {
            note: "Levels other than 80 % take the intervals for those of a normal law",
            series: judged,
          }),
        ]),
  ];
}

function pointsOf({ round, designs }: Round, log: boolean): FigureData<"predicted">["orders"][number] {
  return {
    name: `order ${round}`,
    points: designs.flatMap(({ predicted, came }) => {
      if (came === null) return [];
      const { low, middle, high } = intervalInFileUnit(predicted, log);
      return [{ predicted: middle, low, high, measured: inFileUnit(came, log) }];
    }),
  };
}

function calibrationOf({ round, designs }: Round): FigureData<"calibration">["series"][number] {
  const deviations = designs.flatMap(({ predicted: { low, middle, high }, came }) => {
    if (came === null) return [];
    const half = came > middle ? high - middle : middle - low;
    return half > 0 ? [(Math.abs(came - middle) / half) * eighty] : [];
  });
  const held = (share: number): number =>
    deviations.filter((z) => 2 * normalCdf(z) - 1 <= share).length / deviations.length;
  return {
    name: `order ${round}`,
    count: deviations.length,
    points: deviations.length === 0 ? [] : stated.map((share) => ({ stated: share, held: held(share) })),
  };
}

/** The best score that was known before the first order, in the unit of the files. */
function bestBefore(project: Project): number | null {
  const { minimize, log } = project.settings;
  const known = measurementsOf(project, project.orders[0]?.toldFiles ?? 0).map(({ score }) => score);
  if (known.length === 0) return null;
  const [least, greatest] = extent(known);
  return inFileUnit(minimize ? least : greatest, log);
}

function meanOf(order: Order | undefined): number | null {
  const designs = order?.proposal.designs ?? [];
  return designs.length === 0
    ? null
    : designs.reduce((sum, { predicted }) => sum + predicted.middle / designs.length, 0);
}
