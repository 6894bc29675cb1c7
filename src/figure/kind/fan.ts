/**
 * Forecast fans: the end of each history, the median and the 50, 80 and 95 % intervals; a second fan, for futures that
 * meet a condition, is drawn over the first in another colour. At most six series, one panel each.
 */
import type { Figure, FigureTable } from "../figure.ts";
import { extent } from "../draw/extent.ts";
import { shortLabel, textWidth } from "../draw/labels.ts";
import { drawPanel, panelColumns, type Frame } from "../draw/panel.ts";
import { about } from "../draw/say.ts";
import { linearScale, type Scale } from "../draw/scale.ts";
import { boxEntry, dashEntry, drawKey, type KeyEntry } from "../draw/series.ts";
import { drawFigure, type Drawn, type DrawOptions, type Place } from "../draw/sheet.ts";
import { areaBetween, element, pathThrough, type Point, type SvgNode } from "../draw/svg.ts";
import { paint } from "../draw/theme.ts";
import { isNumber, thinned } from "../draw/thin.ts";
import { sizes, words } from "../draw/words.ts";

/** Quantiles at `fanLevels`, `[level][step]`. */
export type Fan = readonly ArrayLike<number>[];

export const fanLevels: readonly number[] = [0.025, 0.1, 0.25, 0.5, 0.75, 0.9, 0.975];

export interface FanPanel {
  readonly title: string;
  /** The end of the history, oldest first. */
  readonly history: ArrayLike<number>;
  readonly fan: Fan;
  /** The fan given a condition. */
  readonly given?: Fan;
  /** The stamps of the first value shown, of the last one known and of the last one forecast. */
  readonly times: readonly [string, string, string];
}

export interface FanData {
  /** What is forecast. */
  readonly subject: string;
  /** What it was made from. */
  readonly note?: string;
  readonly panels: readonly FanPanel[];
  /** What the second fan is conditioned on. */
  readonly condition?: string;
}

const mostPanels = 6;
/** Bands lie upon one another, so that the inner ones are darker. */
const shades = [0.16, 0.22, 0.3];
const middle = Math.floor(fanLevels.length / 2);

export function fanFigure(data: FanData, options: DrawOptions = {}): Figure {
  const { subject, note, condition } = data;
  const panels = data.panels.slice(0, mostPanels);
  const given = condition === undefined ? "" : `, given ${shortLabel(condition, 80)}`;
  const sentence =
    "Of 100 futures, about 95 should stay within the outermost band, 80 within the next, 50 within the innermost";
  const over = condition === undefined ? "" : "; the second fan has only the futures that meet the condition";
  return drawFigure(
    {
      kind: condition === undefined ? "fan" : "conditional-fan",
      title: about(subject, `Forecast and its intervals${given}`),
      help: `${sentence}${over}.${note === undefined ? "" : ` ${shortLabel(note, 200)}.`}`,
      data: tableOf(panels),
    },
    options,
    (place) => drawFans(place, panels, condition),
  );
}

function tableOf(panels: readonly FanPanel[]): FigureTable {
  const percent = fanLevels.map((level) => `q${100 * level}`);
  const rows = panels.flatMap(({ title, history, fan, given }) => [
    ...Array.from(history, (value, t) => [
      title,
      t + 1 - history.length,
      "history",
      value,
      ...percent.map(() => null),
    ]),
    ...rowsOf(title, "forecast", fan),
    ...(given === undefined ? [] : rowsOf(title, "given", given)),
  ]);
  return { columns: ["series", "step", "what", "value", ...percent], rows };
}

function rowsOf(title: string, what: string, fan: Fan): (string | number | null)[][] {
  return Array.from({ length: stepsOf(fan) }, (_, t) => [
    title,
    t + 1,
    what,
    fan[middle]?.[t] ?? null,
    ...fanLevels.map((__, level) => fan[level]?.[t] ?? null),
  ]);
}

function stepsOf(fan: Fan): number {
  return fan.reduce((most, row) => Math.max(most, row.length), 0);
}

function numbersIn(panel: FanPanel): number[] {
  return [panel.history, ...panel.fan, ...(panel.given ?? [])].flatMap((row) =>
    Array.from(row).filter(isNumber),
  );
}

function drawFans(place: Place, given: readonly FanPanel[], condition: string | undefined): Drawn | null {
  const panels = given.filter((panel) => numbersIn(panel).length > 0);
  if (panels.length === 0) return null;
  const key = drawKey(entries(panels, condition), place);
  const columns = panelColumns(panels.length, place, 320);
  const height = panels.length === 1 ? Math.min(320, (place.right - place.left) * 0.52) : 180;
  const nodes: SvgNode[] = [...key.nodes];
  let [top, bottom] = [key.bottom, key.bottom];
  for (const [i, panel] of panels.entries()) {
    const [left, right] = columns[i % columns.length]!;
    if (i > 0 && i % columns.length === 0) top = bottom + 14;
    const known = panel.history.length;
    const steps = known + Math.max(stepsOf(panel.fan), stepsOf(panel.given ?? []));
    const [low, high] = extent(numbersIn(panel));
    const from = low >= 0 && low < 0.4 * high ? 0 : low;
    const drawn = drawPanel({
      left,
      right,
      top,
      height,
      title: panel.title,
      x: { title: "", scale: (range) => stepScale(steps, range) },
      y: { title: "", scale: (range) => linearScale([from, high], range, 5) },
    });
    nodes.push(drawn.axes, ...panelNodes(panel, drawn.frame, known));
    bottom = Math.max(bottom, drawn.bottom);
  }
  return { nodes, bottom };
}

/** Steps have no ticks: their stamps are written instead. */
function stepScale(steps: number, [from, to]: readonly [number, number]): Scale {
  return { at: (step) => from + ((to - from) * step) / Math.max(1, steps - 1), ticks: [] };
}

function entries(panels: readonly FanPanel[], condition: string | undefined): KeyEntry[] {
  const hasHistory = panels.some(({ history }) => history.length > 0);
  // As dark as the bands are where they lie upon one another.
  const [outer, inner, core] = [shades[0]!, 0.35, 0.54];
  const bands = [
    boxEntry("95 %", paint.blue, outer),
    boxEntry("80 %", paint.blue, inner),
    boxEntry("50 %", paint.blue, core),
  ];
  return [
    ...(hasHistory ? [dashEntry("history", paint.ink, "none")] : []),
    dashEntry("median", paint.blue, "none"),
    ...bands,
    ...(condition === undefined
      ? []
      : [dashEntry(`given ${shortLabel(condition, 60)}`, paint.vermilion, "6 3")]),
  ];
}

function panelNodes(panel: FanPanel, frame: Frame, known: number): SvgNode[] {
  const { history, fan, given } = panel;
  const { x, y, top, bottom } = frame;
  const last = known > 0 && isNumber(history[known - 1]) ? history[known - 1] : undefined;
  const path = placesOf(Array.from(history), 0, frame);
  const at = x.at(known - 1);
  return [
    ...(known > 0
      ? [
          element("line", {
            x1: at,
            x2: at,
            y1: top,
            y2: bottom,
            stroke: paint.axis,
            "stroke-dasharray": "3 3",
          }),
        ]
      : []),
    ...fanNodes(fan, known, last, frame, { colour: paint.blue, dash: undefined }),
    ...(given === undefined
      ? []
      : fanNodes(given, known, last, frame, { colour: paint.vermilion, dash: "6 3" })),
    element("path", {
      d: pathThrough(path),
      fill: "none",
      stroke: paint.ink,
      "stroke-width": 1.4,
      "stroke-linejoin": "round",
    }),
    ...(path.length === 1
      ? [element("circle", { cx: path[0]![0], cy: path[0]![1], r: 2, fill: paint.ink })]
      : []),
    ...stamps(panel.times, frame, known > 0 ? x.at(known - 1) : x.at(0)),
    ...(y.ticks.some(({ value }) => value === 0)
      ? [element("line", { x1: frame.left, x2: frame.right, y1: y.at(0), y2: y.at(0), stroke: paint.axis })]
      : []),
  ];
}

function placesOf(values: readonly number[], start: number, { x, y }: Frame): readonly Point[] {
  return thinned(
    values.flatMap((value, t): Point[] => (isNumber(value) ? [[x.at(start + t), y.at(value)]] : [])),
  );
}

/** When the panel begins, where the forecast begins, and when it ends, as far as they do not lie on one another. */
function stamps(
  [first, cutoff, last]: FanPanel["times"],
  { left, right, bottom }: Frame,
  at: number,
): SvgNode[] {
  const names = [first, cutoff, last].map((stamp) => shortLabel(stamp, 20)) as [string, string, string];
  const [wide, middling, narrow] = names.map((name) => textWidth(name, sizes.tick)) as [
    number,
    number,
    number,
  ];
  const gap = 10;
  const from = left + wide + gap;
  const to = right - narrow - gap;
  const style = { size: sizes.tick, fill: paint.soft };
  const between =
    at - middling / 2 >= from && at + middling / 2 <= to
      ? [words(at, bottom + 16, names[1], { ...style, anchor: "middle" })]
      : at - middling >= from && at <= to
        ? [words(at, bottom + 16, names[1], { ...style, anchor: "end" })]
        : [];
  return [
    words(left, bottom + 16, names[0], style),
    ...between,
    ...(left + wide + gap <= right - narrow || names[0] === ""
      ? [words(right, bottom + 16, names[2], { ...style, anchor: "end" })]
      : []),
  ];
}

/** Bands from the outside in, then the median; all begin at the last known value. */
function fanNodes(
  fan: Fan,
  known: number,
  last: number | undefined,
  frame: Frame,
  { colour, dash }: { readonly colour: string; readonly dash: string | undefined },
): SvgNode[] {
  const row = (level: number): readonly Point[] => {
    const values = Array.from(fan[level] ?? []);
    return last === undefined
      ? placesOf(values, known, frame)
      : placesOf([last, ...values], known - 1, frame);
  };
  const bands = shades.flatMap((opacity, i) => {
    const [upper, lower] = [row(fanLevels.length - 1 - i), row(i)];
    if (upper.length === 0 || lower.length === 0) return [];
    return [element("path", { d: areaBetween(upper, lower), fill: colour, "fill-opacity": opacity })];
  });
  const line = {
    d: pathThrough(row(middle)),
    fill: "none",
    stroke: colour,
    "stroke-width": 2,
    "stroke-dasharray": dash,
    "stroke-linejoin": "round",
  };
  return [...bands, element("path", line)];
}
