/** Axes: from values to pixels, linear or logarithmic, with ticks at round numbers. */

export interface Tick {
  readonly value: number;
  readonly label: string;
}

export interface Scale {
  readonly at: (value: number) => number;
  readonly ticks: readonly Tick[];
}

/** A number as an axis shows it: 160k, 0.05, 1e-5. */
function tickLabel(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e6) return `${Number((value / 1e6).toPrecision(4))}M`;
  if (size >= 1e4) return `${Number((value / 1e3).toPrecision(4))}k`;
  if (size > 0 && size < 1e-3) return value.toExponential().replace("e+", "e");
  return String(Number(value.toPrecision(6)));
}

/** A step of 1, 2 or 5 times a power of ten that divides a span into about `count` parts. */
function niceStep(span: number, count: number): number {
  const rough = span / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = rough / power;
  return power * (factor < 1.5 ? 1 : factor < 3.5 ? 2 : factor < 7.5 ? 5 : 10);
}

/** Below this, a tenth of a value may round to nothing. */
const leastSpan = 1e-290;

/** What an axis has to cover; values that differ by rounding alone are one, since ticks between them cannot be counted. */
function distance(low: number, high: number): number {
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (high - low > Math.max(size * 1e-9, leastSpan)) return high - low;
  return size > leastSpan ? size : 1;
}

/** A linear axis whose ends are ticks, unless `exact` keeps them where the data ends. */
export function linearScale(
  [low, high]: readonly [number, number],
  [from, to]: readonly [number, number],
  count: number,
  exact = false,
): Scale {
  const span = distance(low, high);
  const step = niceStep(span, count);
  const first = exact ? low : Math.floor(low / step + 1e-9) * step;
  const last = exact ? low + span : Math.ceil((low + span) / step - 1e-9) * step;
  const ticks: Tick[] = [];
  for (let i = Math.ceil(first / step - 1e-9); i * step <= last + step * 1e-9; i++) {
    ticks.push({ value: i * step, label: tickLabel(i * step) });
  }
  return { at: (value) => from + ((value - first) / (last - first)) * (to - from), ticks };
}

/** A logarithmic axis; over less than two powers of ten it has ticks at 1, 2 and 5, and values below it stay at its end. */
export function logScale(
  [low, high]: readonly [number, number],
  [from, to]: readonly [number, number],
): Scale {
  const decades = Math.log10(high / low);
  const factors = decades < 2 ? [1, 2, 5] : [1];
  const stride = Math.max(1, Math.ceil(decades / 6));
  const ticks: Tick[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++) {
    if (power % stride !== 0) continue;
    for (const factor of factors) ticks.push({ value: Number(`${factor}e${power}`), label: "" });
  }
  const below = ticks.findLast(({ value }) => value <= low * (1 + 1e-9))?.value ?? low;
  const above = ticks.find(({ value }) => value >= high * (1 - 1e-9))?.value ?? high;
  const bottom = Math.min(below, low);
  const top = Math.max(above > bottom ? above : bottom * 10, high);
  return {
    at: (value) => from + (Math.log(Math.max(value, bottom) / bottom) / Math.log(top / bottom)) * (to - from),
    ticks: ticks
      .filter(({ value }) => value >= bottom && value <= top)
      .map(({ value }) => ({ value, label: tickLabel(value) })),
  };
}
