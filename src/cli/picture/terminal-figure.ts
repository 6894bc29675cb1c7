/** Figures as characters, from the numbers that their pictures were drawn from; kinds that need shades have none. */
import type { Figure } from "../../figure/figures.ts";
import { plainNumber } from "../../figure/draw/rows.ts";
import { printableLine } from "../terminal/printable.ts";
import type { TerminalStyle } from "../terminal/style.ts";
import { bars, type Bar } from "./bars.ts";
import { chart } from "./chart.ts";

type Row = Readonly<Record<string, string | number | null>>;

/** The names by which figures have a terminal form, in the order of what they tell; a dash stands for what comes before it. */
export const terminalKinds: readonly string[] = [
  "headline",
  "conditional-fan",
  "fan",
  "rounds",
  "comparison",
  "learning",
  "law",
  "predicted",
  "weights",
  "finds",
];

const mostPoints = 4000;

/** The figure in at most `width` columns; undefined where this kind has no such form, or nothing has a number. */
export function terminalFigure(figure: Figure, width: number, style: TerminalStyle): string | undefined {
  const { columns, rows: cells } = figure.data;
  const rows = cells.map((cell): Row =>
    Object.fromEntries(columns.map((column, i) => [column, cell[i] ?? null])),
  );
  const title = printableLine(figure.title);
  switch (figure.kind) {
    case "headline":
      return headline(rows, title, width, style);
    case "weights":
      return bars(title, barsOf(rows, "member", "weight", 100, " %"), width, style);
    case "law":
      return chart(
        {
          title,
          x: "log R, upwards log P, nats",
          lines: idealOf(rows),
          points: rows.slice(0, mostPoints).map((row) => [numberIn(row["log_r"]), numberIn(row["log_p"])]),
          key: "straight line: in proportion",
        },
        width,
        style,
      );
    case "predicted":
      return chart(
        {
          title,
          x: "predicted, upwards measured",
          lines: [],
          points: rows
            .slice(0, mostPoints)
            .map((row) => [numberIn(row["predicted"]), numberIn(row["measured"])]),
        },
        width,
        style,
      );
    case "fan":
    case "conditional-fan":
      return fan(rows, title, width, style);
    case "comparison":
    case "learning":
    case "rounds":
    case "finds":
      return lines(rows, columns, { title, log: figure.kind === "learning" }, width, style);
    default:
      return undefined;
  }
}

function numberIn(value: string | number | null | undefined): number {
  return typeof value === "number" ? value : Number.NaN;
}

function barsOf(rows: readonly Row[], name: string, field: string, scale: number, unit: string): Bar[] {
  return rows.map((row) => {
    const value = scale * numberIn(row[field]);
    return { name: printableLine(String(row[name] ?? "")), value, said: `${plainNumber(value)}${unit}` };
  });
}

function headline(
  rows: readonly Row[],
  title: string,
  width: number,
  style: TerminalStyle,
): string | undefined {
  const counts = bars(title, barsOf(rows, "law", "tv", 100, " of 100"), width, style);
  const divergence = bars("KL(sampler ‖ target), nats", barsOf(rows, "law", "kl_nats", 1, ""), width, style);
  return [counts, divergence].filter((one) => one !== undefined).join("\n\n") || undefined;
}

/** Where all would lie in proportion to their reward: through the middle of the points. */
function idealOf(rows: readonly Row[]) {
  const places = rows
    .map((row) => [numberIn(row["log_r"]), numberIn(row["log_p"])] as const)
    .filter(([r, p]) => Number.isFinite(r) && Number.isFinite(p));
  if (places.length < 2) return [];
  const offsets = places.map(([r, p]) => p - r).sort((a, b) => a - b);
  const middle = offsets[Math.floor(offsets.length / 2)]!;
  const rewards = places.map(([r]) => r).sort((a, b) => a - b);
  return [{ places: [rewards[0]!, rewards.at(-1)!].map((r) => [r, r + middle] as const), dashed: false }];
}

/** Each panel by itself, with one line a series. */
function lines(
  rows: readonly Row[],
  columns: readonly string[],
  { title, log }: { readonly title: string; readonly log: boolean },
  width: number,
  style: TerminalStyle,
): string | undefined {
  const x = columns[columns.indexOf("series") + 1]!;
  const panels = [...new Set(rows.map((row) => String(row["panel"] ?? "")))].slice(0, 2);
  const drawn = panels.flatMap((panel, i) => {
    const own = rows.filter((row) => String(row["panel"] ?? "") === panel);
    const names = [...new Set(own.map((row) => String(row["series"] ?? "")))].slice(0, 8);
    const series = names.map((name) => ({
      dashed: /limit|best policy|all there is|least KL/.test(name),
      places: own
        .filter((row) => String(row["series"] ?? "") === name)
        .map((row) => [numberIn(row[x]), numberIn(row["value"])] as const),
    }));
    const isOne = own.every((row) => numberIn(row[x]) === numberIn(own[0]?.[x]));
    const heading =
      panel === "" ? title : i === 0 ? `${title}: ${printableLine(panel)}` : printableLine(panel);
    const picture = isOne
      ? bars(heading, barsOf(own, "series", "value", 1, ""), width, style)
      : chart(
          {
            title: heading,
            x: x.replaceAll("_", " "),
            lines: series,
            log,
            rows: 10,
            key: names.length < 2 ? "" : keyOf(names, series),
          },
          width,
          style,
        );
    return picture === undefined ? [] : [picture];
  });
  return drawn.length === 0 ? undefined : drawn.join("\n\n");
}

function keyOf(names: readonly string[], series: readonly { readonly dashed: boolean }[]): string {
  return names.map((name, i) => `${series[i]!.dashed ? "dots" : "line"}: ${printableLine(name)}`).join("   ");
}

/** The end of the history, the median and the ends of the 95 % interval of the first series. */
function fan(rows: readonly Row[], title: string, width: number, style: TerminalStyle): string | undefined {
  const first = rows[0]?.["series"];
  const own = rows.filter((row) => row["series"] === first);
  const places = (what: string, field: string) =>
    own
      .filter((row) => row["what"] === what)
      .map((row) => [numberIn(row["step"]), numberIn(row[field])] as const);
  return chart(
    {
      title: `${title}${first === null || first === undefined ? "" : ` (${printableLine(String(first))})`}`,
      x: "steps, 0 is the last one known",
      lines: [
        { places: places("history", "value") },
        { places: places("forecast", "value") },
        { places: places("forecast", "q2.5"), dashed: true },
        { places: places("forecast", "q97.5"), dashed: true },
      ],
      key: "line: history and median   dots: 95 %",
    },
    width,
    style,
  );
}
