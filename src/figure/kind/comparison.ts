/** A comparison of methods: a metric against calls or noise with intervals over seeds, or method beside method. */
import type { Figure } from "../figure.ts";
import { drawLines, type LinePanel } from "../draw/lines.ts";
import { drawRows, rowColour } from "../draw/rows.ts";
import { about, capital, lineTable } from "../draw/say.ts";
import { drawFigure, type DrawOptions } from "../draw/sheet.ts";

export interface ComparisonData {
  readonly subject?: string;
  /** The metric with its unit, as on an axis: `total variation`. */
  readonly metric: string;
  /** What all of it was measured under: `noise α = 0.25`. */
  readonly setting?: string;
  /** What the metric measures and in which direction it is better. */
  readonly explanation: string;
  /** What points and intervals are: `Means of 3 seeds with 95 % intervals`. */
  readonly note: string;
  /** Against what: `oracle calls`, `noise α`; where there is none, each method has one row. */
  readonly against: string | null;
  readonly limitName: string;
  readonly panels: readonly ComparisonPanel[];
}

/** Methods under one noise level, or at all of them. */
export interface ComparisonPanel {
  readonly title: string;
  readonly log: boolean;
  readonly series: LinePanel["series"];
  readonly limit: readonly { readonly x: number; readonly y: number }[];
}

export function comparisonFigure(data: ComparisonData, options: DrawOptions = {}): Figure {
  const { metric: measure, setting, explanation, note, against, limitName } = data;
  const panels = data.panels.map((panel): LinePanel => ({ ...panel, measure }));
  const what = capital(setting === undefined ? measure : `${measure} at ${setting}`);
  const title = against === null ? `${what}, method beside method` : `${what} against ${against}`;
  return drawFigure(
    {
      kind: "comparison",
      title: about(data.subject, title),
      help: `${explanation} ${note}.`,
      data: lineTable((against ?? "row").replaceAll(/\W+/g, "_"), panels, limitName),
    },
    options,
    (place) => {
      if (against !== null) {
        return drawLines(place, { x: { title: against }, limitName, panels, sameScale: true });
      }
      const [panel] = panels;
      const rows = (panel?.series ?? []).map(({ name, points: [point] }, i) => ({
        name,
        value: point?.y ?? null,
        low: point?.low ?? null,
        high: point?.high ?? null,
        limit: panel?.limit?.[0]?.y ?? null,
        colour: rowColour(i),
      }));
      const log = panel?.log === true;
      return drawRows(place, { measure, kind: "dots", rows, limitName, log });
    },
  );
}
