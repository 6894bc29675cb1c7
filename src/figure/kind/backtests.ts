/** Backtests by window: how far each model was off, from the oldest cutoff to the newest. */
import type { Figure } from "../figure.ts";
import { drawLines } from "../draw/lines.ts";
import { drawRows, rowColour } from "../draw/rows.ts";
import { about, lineTable } from "../draw/say.ts";
import { drawFigure, type DrawOptions } from "../draw/sheet.ts";
import { isNumber } from "../draw/thin.ts";

export interface BacktestsData {
  readonly subject?: string;
  /** What is measured, such as `MASE`. */
  readonly measure: string;
  /** Each model with its error in each window, the oldest first; null where it has none. */
  readonly models: readonly { readonly name: string; readonly errors: readonly (number | null)[] }[];
}

const most = 8;

export function backtestsFigure(data: BacktestsData, options: DrawOptions = {}): Figure {
  const { subject, measure } = data;
  const mean = (errors: readonly (number | null)[]): number => {
    const known = errors.filter(isNumber);
    return known.length === 0
      ? Number.POSITIVE_INFINITY
      : known.reduce((sum, error) => sum + error / known.length, 0);
  };
  const models = data.models.toSorted((a, b) => mean(a.errors) - mean(b.errors) || 0).slice(0, most);
  const windows = models.reduce((longest, { errors }) => Math.max(longest, errors.length), 0);
  const series = models.map(({ name, errors }) => ({
    name,
    points: errors.flatMap((y, i) => (isNumber(y) ? [{ x: i + 1, y }] : [])),
  }));
  const left = data.models.length - models.length;
  return drawFigure(
    {
      kind: "backtests",
      title: about(subject, "How far forecasts were off in the past"),
      help: `Each window hides the end of the history and forecasts it; lower is better, and 1 is a forecast that repeats the last season.${left > 0 ? ` The best ${models.length} of ${data.models.length} models are shown.` : ""}`,
      data: lineTable("window", [{ measure, series }]),
    },
    options,
    (place) =>
      windows > 1
        ? drawLines(place, {
            x: { title: "window, oldest first", kind: "count", exact: true },
            panels: [{ measure, series, covers: [0] }],
          })
        : drawRows(place, {
            measure,
            kind: "dots",
            rows: models.map(({ name, errors }, i) => ({
              name,
              value: errors[0] ?? null,
              colour: rowColour(i),
            })),
          }),
  );
}
