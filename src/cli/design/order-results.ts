/** What came of an order, design by design: what was ordered, what was predicted, what was measured. */
import type { Design, Interval } from "../../design/index.ts";
import { type Strands, whatCame } from "../../design/rounds.ts";
import type { Measurement } from "../../landscape/index.ts";
import { type Fact, fittingTable } from "../terminal/fitting-table.ts";
import { printableLine } from "../terminal/printable.ts";
import type { TerminalStyle } from "../terminal/style.ts";
import { inFileUnit, intervalInFileUnit } from "./score-format.ts";

/** A design beside its result. */
export interface DesignResult {
  readonly order: string;
  readonly predicted: Interval;
  /** What was measured of it; null where nothing was. */
  readonly came: number | null;
  /** Where that lies by the 80 % interval. */
  readonly lies: "inside" | "above" | "below" | null;
}

/** One that was measured. */
type Measured = DesignResult & { readonly came: number };

/** Results shown in full; of more, the best and those that were missed by most. */
const mostShown = 12;
const mostOfEach = 5;

/** Every design of an order beside its result, as ordered; `before` is what was known when it was made. */
export function designResults(
  designs: readonly Design[],
  before: readonly Measurement[],
  after: readonly Measurement[],
  strands: Strands,
): readonly DesignResult[] {
  const scores = new Map(
    whatCame(designs, before, after, strands).map(({ design, score }) => [design, score]),
  );
  return designs.map((design) => {
    const { order, predicted } = design;
    const came = scores.get(design) ?? null;
    return { order, predicted, came, lies: came === null ? null : sideOf(came, predicted) };
  });
}

function sideOf(score: number, { low, high }: Interval): "inside" | "above" | "below" {
  if (score > high) return "above";
  return score < low ? "below" : "inside";
}

/** The same in the unit of the files. */
export function resultInFileUnit(result: DesignResult, log: boolean): DesignResult {
  const { order, predicted, came, lies } = result;
  return {
    order,
    predicted: intervalInFileUnit(predicted, log),
    came: came === null ? null : inFileUnit(came, log),
    lies,
  };
}

/** Tables of the results of an order: all of few, or the best and the largest misses; undefined where nothing came. */
export function resultsText(
  round: number,
  results: readonly DesignResult[],
  minimize: boolean,
  format: (value: number) => string,
  style: TerminalStyle,
  width: number | undefined,
): string | undefined {
  const measured = results.filter((result): result is Measured => result.came !== null);
  if (measured.length === 0) return undefined;
  const direction = minimize ? -1 : 1;
  const best = measured.toSorted((a, b) => direction * (b.came - a.came));
  const missed = measured.toSorted((a, b) => missOf(b) - missOf(a));
  const columns: readonly Fact<Measured>[] = [
    { header: "order", align: "left", rank: 0, cell: ({ order }) => printableLine(order) },
    { header: "predicted", align: "right", rank: 1, cell: ({ predicted }) => format(predicted.middle) },
    {
      header: "80 % interval",
      align: "left",
      rank: 2,
      cell: ({ predicted: { low, high } }) => `${format(low)} … ${format(high)}`,
    },
    { header: "came", align: "right", rank: 0, cell: ({ came }) => format(came) },
    { header: "lies", align: "left", rank: 1, cell: ({ lies }) => lies ?? "" },
  ];
  const table = (title: string, rows: readonly Measured[]): string =>
    `${style.bold(title)}\n${fittingTable(columns, rows, style, width)}`;
  if (measured.length <= mostShown) return table(`Results of order ${round}, best first`, best);
  return [
    table(`The ${mostOfEach} best results of order ${round}`, best.slice(0, mostOfEach)),
    table(`The ${mostOfEach} largest misses of order ${round}`, missed.slice(0, mostOfEach)),
  ].join("\n\n");
}

function missOf({ came, predicted }: Measured): number {
  return Math.abs(came - predicted.middle);
}
