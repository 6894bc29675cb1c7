/** What came of an order for a terminal, design by design: what was ordered, what was predicted, what was measured. */
import type { MeasuredDesign } from "../../job/design/project-rounds.ts";
import { type Fact, fittingTable } from "../terminal/fitting-table.ts";
import { printableLine } from "../terminal/printable.ts";
import type { TerminalStyle } from "../terminal/style.ts";

/** One that was measured. */
type Measured = MeasuredDesign & { readonly came: number };

/** Results shown in full; of more, the best and those that were missed by most. */
const mostShown = 12;
const mostOfEach = 5;

/** Tables of the results of an order: all of few, or the best and the largest misses; undefined where nothing came. */
export function resultsText(
  round: number,
  results: readonly MeasuredDesign[],
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
    {
      header: "order",
      align: "left",
      rank: 0,
      cell: ({ order, mutations }) => printableLine(mutations ?? order),
    },
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
