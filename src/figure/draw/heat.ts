/**
 * A heat map: numbers as shades of one colour over the paper, so that it reads in print, in the dark and to any colour
 * vision; differences as shades of two. What is too fine for the eye is averaged over blocks.
 */
import { fittingLabel, textWidth } from "./labels.ts";
import { plainNumber } from "./rows.ts";
import { element, group, rounded, type SvgNode } from "./svg.ts";
import { paint } from "./theme.ts";
import { isNumber } from "./thin.ts";
import { sizes, words } from "./words.ts";

export interface HeatSpec {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly title?: string;
  /** `[row][column]`; null where nothing is known. */
  readonly values: readonly (readonly (number | null)[])[];
  readonly rowNames: readonly string[];
  readonly columnNames: readonly string[];
  readonly rowTitle?: string;
  readonly columnTitle?: string;
  /** The number that has the full colour. */
  readonly full: number;
  /** Whether numbers are differences, of either sign. */
  readonly signed?: boolean;
  /** Of the cells at most. */
  readonly tallest?: number;
  /** Whether cells are squares, as on a board. */
  readonly square?: boolean;
}

const most = 64;

/** Averages over blocks, so that no side has more than so many. */
function coarse(values: readonly (readonly (number | null)[])[]): {
  readonly cells: readonly (readonly (number | null)[])[];
  readonly rows: number;
  readonly columns: number;
} {
  const height = values.length;
  const width = values.reduce((longest, row) => Math.max(longest, row.length), 0);
  const rows = Math.ceil(height / most);
  const columns = Math.ceil(width / most);
  if (rows <= 1 && columns <= 1) return { cells: values, rows: 1, columns: 1 };
  const cells = Array.from({ length: Math.ceil(height / rows) }, (_, r) =>
    Array.from({ length: Math.ceil(width / columns) }, (__, c) => {
      let [sum, count] = [0, 0];
      for (const row of values.slice(r * rows, (r + 1) * rows)) {
        for (const value of row.slice(c * columns, (c + 1) * columns)) {
          if (!isNumber(value)) continue;
          sum += value;
          count++;
        }
      }
      return count === 0 ? null : sum / count;
    }),
  );
  return { cells, rows, columns };
}

/** How much of the full colour a number has. */
function shade(value: number, full: number): number {
  return Math.min(1, Math.abs(value) / (full > 0 ? full : 1));
}

/** Draws the map with the names of rows at its left and those of columns below. */
export function drawHeat(spec: HeatSpec): { readonly nodes: readonly SvgNode[]; readonly bottom: number } {
  const { title = "", rowTitle = "", columnTitle = "", full, signed = false } = spec;
  const { cells, rows: rowStep, columns: columnStep } = coarse(spec.values);
  const columnCount = cells.reduce((longest, row) => Math.max(longest, row.length), 1);
  let { top } = spec;
  const nodes: SvgNode[] = [];
  const heading = fittingLabel(title, spec.right - spec.left, sizes.panel * 1.05);
  if (title !== "") nodes.push(words(spec.left, top + 12, heading, { size: sizes.panel, bold: true }));
  top += title === "" ? 0 : 20;
  if (rowTitle !== "") nodes.push(words(spec.left, top + 11, rowTitle, { fill: paint.soft }));
  top += rowTitle === "" ? 0 : 19;
  const rowNames = cells.map((_, r) => fittingLabel(spec.rowNames[r * rowStep] ?? "", 110, sizes.tick));
  const left =
    spec.left + 8 + rowNames.reduce((widest, name) => Math.max(widest, textWidth(name, sizes.tick)), 0);
  const cellWidth = Math.max(1, Math.min((spec.right - left) / columnCount, spec.square === true ? 40 : 64));
  const tallest = spec.tallest ?? 34;
  const cellHeight = spec.square === true ? cellWidth : Math.max(2, Math.min(tallest, 420 / cells.length));
  const hasNumbers = cellWidth >= 34 && cellHeight >= 15;
  const bottom = top + cellHeight * cells.length;
  const gap = Math.min(1, cellWidth * 0.08);
  const [w, h] = [rounded(cellWidth - gap), rounded(cellHeight - gap)];
  // Cells of one shade are one path, which keeps large maps small.
  const paths = new Map<string, string[]>();
  const numbers: SvgNode[] = [];
  for (const [r, row] of cells.entries()) {
    const y = top + r * cellHeight;
    for (const [c, value] of row.entries()) {
      if (!isNumber(value)) continue;
      const opacity = Math.round(64 * shade(value, full)) / 64;
      const x = left + c * cellWidth;
      const look = `${signed ? (value < 0 ? paint.less : paint.more) : paint.heat} ${opacity}`;
      if (opacity > 0) {
        const before = paths.get(look) ?? [];
        before.push(`M${rounded(x)},${rounded(y)}h${w}v${h}h${-w}z`);
        paths.set(look, before);
      }
      if (!hasNumbers) continue;
      const text = { anchor: "middle", size: 10.5, fill: opacity > 0.55 ? paint.paper : paint.ink } as const;
      numbers.push(words(x + cellWidth / 2, y + cellHeight / 2 + 4, numberIn(value, signed), text));
    }
  }
  for (const [look, pieces] of paths) {
    const [fill, opacity] = look.split(" ") as [string, string];
    nodes.push(element("path", { d: pieces.join(""), fill, "fill-opacity": opacity }));
  }
  nodes.push(...numbers);
  const box = { x: left, y: top, width: cellWidth * columnCount, height: bottom - top };
  nodes.push(element("rect", { ...box, fill: "none", stroke: paint.grid }));
  const everyRow = Math.max(1, Math.ceil(13 / cellHeight));
  rowNames.forEach((name, r) => {
    if (r % everyRow !== 0) return;
    const y = top + (r + 0.5) * cellHeight + 4;
    nodes.push(words(left - 6, y, name, { anchor: "end", size: sizes.tick, fill: paint.soft }));
  });
  const names = Array.from({ length: columnCount }, (_, c) => spec.columnNames[c * columnStep] ?? "").map(
    (name) => fittingLabel(name, Math.max(40, cellWidth), sizes.tick),
  );
  const widest = names.reduce((longest, name) => Math.max(longest, textWidth(name, sizes.tick)), 0);
  const everyColumn = Math.max(1, Math.ceil((widest + 5) / cellWidth));
  names.forEach((name, c) => {
    if (c % everyColumn !== 0) return;
    const x = left + (c + 0.5) * cellWidth;
    nodes.push(words(x, bottom + 14, name, { anchor: "middle", size: sizes.tick, fill: paint.soft }));
  });
  const caption = fittingLabel(columnTitle, spec.right - spec.left, sizes.label);
  const middle = left + (cellWidth * columnCount) / 2;
  nodes.push(words(middle, bottom + 31, caption, { anchor: "middle", fill: paint.soft }));
  return { nodes: [group({}, nodes)], bottom: bottom + (columnTitle === "" ? 20 : 37) };
}

function numberIn(value: number, signed: boolean): string {
  const text = Math.abs(value) < 10 ? value.toFixed(2).replace("-", "−") : plainNumber(value);
  if (/^−?0\.00$/.test(text)) {
    if (value === 0) return "0";
    // Of differences the sign counts, and the size of what is left.
    if (signed && Math.abs(value) >= 1e-4)
      return `${value < 0 ? "−" : "+"}${String(Number(Math.abs(value).toPrecision(1))).replace("0.", ".")}`;
    return signed ? "" : "<.01";
  }
  const short = text.replace("0.", ".");
  return signed && value > 0 ? `+${short}` : short;
}

/** A strip of shades with the numbers at its ends. */
export function drawShades(
  x: number,
  y: number,
  { from, to, signed = false }: { readonly from: string; readonly to: string; readonly signed?: boolean },
): { readonly nodes: readonly SvgNode[]; readonly width: number } {
  const steps = 12;
  const start = x + textWidth(from, sizes.tick) + 6;
  const nodes = Array.from({ length: steps }, (_, i) => {
    const at = signed ? (2 * (i + 0.5)) / steps - 1 : (i + 0.5) / steps;
    const fill = signed ? (at < 0 ? paint.less : paint.more) : paint.heat;
    return element("rect", {
      x: start + i * 9,
      y: y - 5,
      width: 9,
      height: 10,
      fill,
      "fill-opacity": Math.abs(at),
    });
  });
  const end = start + steps * 9 + 6;
  const text = { size: sizes.tick, fill: paint.soft };
  return {
    nodes: [words(x, y + 4, from, text), ...nodes, words(end, y + 4, to, text)],
    width: end + textWidth(to, sizes.tick) - x,
  };
}
