/** Learning curves: how far a sampler is from its target against what it has asked, with the limit. */
import type { Figure } from "../figure.ts";
import { extent } from "../draw/extent.ts";
import { drawLines, type LinePanel, type LineSeries } from "../draw/lines.ts";
import { about, capital, lineTable } from "../draw/say.ts";
import { drawFigure, type DrawOptions } from "../draw/sheet.ts";
import { isNumber } from "../draw/thin.ts";

export interface LearningPanel {
  /** What is measured, with its unit: `total variation`, `KL, nats`. */
  readonly measure: string;
  readonly log?: boolean;
  readonly series: readonly LineSeries[];
  /** The best that can be reached. */
  readonly limit?: number | null;
}

export interface LearningData {
  readonly subject?: string;
  /** What was spent; calls of the oracle, unless given. */
  readonly spent?: string;
  readonly panels: readonly LearningPanel[];
}

const limitName = "best policy";

export function learningFigure(data: LearningData, options: DrawOptions = {}): Figure {
  const { spent = "oracle calls" } = data;
  const several = data.panels.length > 1;
  const panels = data.panels.map(({ measure, series, log, limit }): LinePanel => {
    const calls = series.flatMap(({ points }) => points.map(({ x }) => x).filter(isNumber));
    // A limit of 0 is the axis itself, or out of sight on a logarithmic one.
    const line = isNumber(limit) && limit > 0 && calls.length > 0 ? extent(calls) : [];
    return { measure, series, ...(log && { log }), limit: line.map((x) => ({ x, y: limit! })) };
  });
  const hasLimit = panels.some(({ limit = [] }) => limit.length > 0);
  const what = several
    ? "the distance to the target"
    : (data.panels[0]?.measure ?? "the distance to the target");
  const title = `${capital(what)} while training`;
  return drawFigure(
    {
      kind: "learning",
      title: about(data.subject, title),
      help: `Lines that still fall say that training longer would help${hasLimit ? "; the dashed line is the best that can be done in this noise" : ""}.`,
      data: lineTable(spent.replaceAll(/\W+/g, "_"), panels, limitName),
    },
    options,
    (place) => drawLines(place, { x: { title: spent }, limitName, panels, marks: false }),
  );
}
