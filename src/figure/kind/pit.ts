/** Where values fell within their forecasts (the probability integral transform): flat where forecasts know how wrong they are. */
import type { Figure } from "../figure.ts";
import { drawPanel } from "../draw/panel.ts";
import { about } from "../draw/say.ts";
import { linearScale } from "../draw/scale.ts";
import { dashEntry, drawKey } from "../draw/series.ts";
import { drawFigure, type DrawOptions } from "../draw/sheet.ts";
import { element } from "../draw/svg.ts";
import { paint } from "../draw/theme.ts";
import { isNumber } from "../draw/thin.ts";

export interface PitData {
  readonly subject?: string;
  /** Shares of values in equal parts of the forecast's law, from its lower to its upper end. */
  readonly shares: readonly number[];
  readonly count: number | null;
}

const mostBins = 200;

export function pitFigure({ subject, shares, count }: PitData, options: DrawOptions = {}): Figure {
  const bins = shares.length <= mostBins ? shares : [];
  const known = bins.filter(isNumber).map((share) => Math.max(0, share));
  const fair = 1 / Math.max(1, bins.length);
  return drawFigure(
    {
      kind: "pit",
      title: about(subject, "Where values fell within their forecasts"),
      help: `Each bar is a tenth or so of what the forecast held possible, from its lowest to its highest values. Bars of the same height are what is wanted; high ends mean that forecasts are too sure of themselves, a hill that they are not sure enough, a slope that they lie too low or too high.${isNumber(count) ? ` ${count.toLocaleString("en")} values.` : ""}`,
      data: {
        columns: ["from", "to", "share"],
        rows: shares.map((share, i) => [i / shares.length, (i + 1) / shares.length, share]),
      },
    },
    options,
    (place) => {
      if (known.length === 0) return null;
      const top = known.reduce((highest, share) => Math.max(highest, share), fair);
      const key = drawKey([dashEntry("all alike", paint.limit, "4 3")], place);
      const { frame, axes, bottom } = drawPanel({
        ...place,
        top: key.bottom,
        height: 220,
        x: {
          title: "part of the forecast, % from its lower end",
          scale: (range) => linearScale([0, 100], range, 5, true),
        },
        y: { title: "values that fell there, %", scale: (range) => linearScale([0, 100 * top], range, 4) },
      });
      const { x, y } = frame;
      const bars = bins.flatMap((share, i) => {
        if (!isNumber(share)) return [];
        const [left, right] = [x.at((100 * i) / bins.length), x.at((100 * (i + 1)) / bins.length)];
        const high = y.at(100 * Math.max(0, share));
        return [
          element("rect", {
            x: left + 1,
            y: high,
            width: Math.max(1, right - left - 2),
            height: Math.max(0, y.at(0) - high),
            fill: paint.blue,
            "fill-opacity": 0.8,
          }),
        ];
      });
      const level = y.at(100 * fair);
      const line = element("line", {
        x1: frame.left,
        x2: frame.right,
        y1: level,
        y2: level,
        stroke: paint.limit,
        "stroke-width": 1.6,
        "stroke-dasharray": "4 3",
      });
      return { nodes: [...key.nodes, axes, ...bars, line], bottom };
    },
  );
}
