/** Words that titles and tables of several kinds share. */
import { shortLabel } from "./labels.ts";
import type { LinePanel } from "./lines.ts";
import type { FigureTable } from "../figure.ts";

/** A title, with what it is about in front where that is known. */
export function about(subject: string | undefined, title: string): string {
  const name = subject === undefined ? "" : shortLabel(subject, 80);
  return name === "" ? title : `${name}: ${title[0]!.toLowerCase()}${title.slice(1)}`;
}

/** The same words as a sentence begins. */
export function capital(words: string): string {
  const [first = ""] = words;
  return first.toUpperCase() + words.slice(first.length);
}

/** The points of panels as rows, with the limit as a series of its own. */
export function lineTable(x: string, panels: readonly LinePanel[], limitName = "limit"): FigureTable {
  const hasPanels = panels.length > 1;
  const number = (value: number | null | undefined): number | null => value ?? null;
  const rows = panels.flatMap(({ title, measure, series, limit = [] }) => {
    const panel = hasPanels ? [title ?? measure] : [];
    return [
      ...series.flatMap(({ name, points }) =>
        points.map((point) => [...panel, name, point.x, point.y, number(point.low), number(point.high)]),
      ),
      ...limit.map((point) => [...panel, limitName, point.x, point.y, null, null]),
    ];
  });
  return { columns: [...(hasPanels ? ["panel"] : []), "series", x, "value", "low", "high"], rows };
}
