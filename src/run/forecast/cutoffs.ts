/**
 * Where the backtests of a forecast were cut off. Windows are counted from the end of each series, so series that end at
 * different times have different cutoffs; those of one series stand for all, and it is said whose they are.
 */
import type { SeriesTable } from "../../forecast/series/read-series.ts";
import type { Window } from "../../forecast/pool/backtest.ts";
import { timeAt } from "../../forecast/series/grid.ts";
import { formatTime } from "../../forecast/series/parse-time.ts";

/** Stamps of the cutoffs, oldest first, and the series they are of where others have different ones. */
export interface Cutoffs {
  readonly cutoffs: readonly string[];
  readonly cutoffsOf?: string;
}

export function cutoffsIn(table: SeriesTable, windows: readonly Window[]): Cutoffs {
  const stampOf = (window: Window, at: number): string => {
    const one = table.series[window.series[at]!]!;
    return formatTime(timeAt(one, table.frequency, window.histories[at]!.length - 1), table);
  };
  // Every series of an earlier window is in the later ones too, unless nothing was measured in them.
  const first = windows.reduce<number | undefined>((chosen, { series }) => chosen ?? series[0], undefined);
  const cutoffs = windows.map((window) => stampOf(window, Math.max(0, window.series.indexOf(first!))));
  const vary = windows.some((window, w) => window.series.some((_, at) => stampOf(window, at) !== cutoffs[w]));
  return { cutoffs, ...(vary ? { cutoffsOf: table.series[first!]!.id } : {}) };
}
