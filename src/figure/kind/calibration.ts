/** Whether intervals hold what they promise: how many values lay in them, by how many should have. */
import type { Figure } from "../figure.ts";
import { drawLines } from "../draw/lines.ts";
import { about } from "../draw/say.ts";
import { drawFigure, type DrawOptions } from "../draw/sheet.ts";

export interface CalibrationData {
  readonly subject?: string;
  /** Whose intervals, such as a model or an order. */
  readonly series: readonly {
    readonly name: string;
    readonly points: readonly {
      /** The share of values that the interval should hold. */
      readonly stated: number;
      /** The share that it did hold. */
      readonly held: number;
    }[];
    /** Values that were looked at. */
    readonly count: number | null;
  }[];
  /** How intervals came about, in words. */
  readonly note?: string;
}

export function calibrationFigure(data: CalibrationData, options: DrawOptions = {}): Figure {
  const { subject, note } = data;
  const series = data.series.map(({ name, points, count }) => ({
    name: count === null ? name : `${name} (${count.toLocaleString("en")})`,
    points: points.map(({ stated, held }) => ({ x: 100 * stated, y: 100 * held })),
  }));
  return drawFigure(
    {
      kind: "calibration",
      title: about(subject, "Do intervals hold what they promise?"),
      help: `On the dashed line an interval holds as many values as it says; below it the intervals are too narrow and trust themselves too much, above it they are wider than they had to be. In brackets: values looked at.${note === undefined ? "" : ` ${note}.`}`,
      data: {
        columns: ["series", "stated", "held", "values"],
        rows: data.series.flatMap(({ name, points, count }) =>
          points.map(({ stated, held }) => [name, stated, held, count]),
        ),
      },
    },
    options,
    (place) =>
      drawLines(place, {
        x: { title: "values that should lie inside, %", exact: true },
        limitName: "as promised",
        panels: [
          {
            measure: "values that do, %",
            covers: [0, 100],
            series,
            limit: [
              { x: 0, y: 0 },
              { x: 100, y: 100 },
            ],
          },
        ],
      }),
  );
}
