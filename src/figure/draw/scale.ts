/** Axes: from values to pixels, linear or logarithmic, with ticks at round numbers. */

export interface Tick {
  readonly value: number;
  readonly label: string;
}

export interface Scale {
  readonly at: (value: number) => number;
  readonly ticks: readonly Tick[];
}

type Range = readonly [from: number, to: number];

/** Far enough from the largest number that spans and steps are still numbers. */
const most = 1e300;

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** A power of ten as it is printed: 10⁻⁵. */
function power(exponent: number): string {
  const digits = Array.from(String(Math.abs(exponent)), (digit) => superscripts[Number(digit)]!);
  return `10${exponent < 0 ? "⁻" : ""}${digits.join("")}`;
}

/** A number that axes can bear. */
function bearable(value: number): number {
  return Math.max(-most, Math.min(most, value));
}

/** Digits behind the point that tell ticks of such a step apart. */
function decimals(step: number): number {
  return Math.min(8, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
}

/** A number as an axis shows it: 160k, 0.05, −3, 2 × 10⁻⁵; `step` is the distance to its neighbours. */
function tickLabel(value: number, step: number = Math.abs(value)): string {
  const size = Math.abs(value);
  const sign = value < 0 ? "−" : "";
  if (size === 0 || size < step * 1e-6) return "0";
  if (size >= 1e9 || size < 1e-4) {
    const exponent = Math.floor(Math.log10(size) + 1e-12);
    const factor = Number((size / 10 ** exponent).toPrecision(3));
    // 10 ** −324 is 0; what is smaller is as good as that.
    if (!Number.isFinite(factor)) return `${sign}${size.toExponential(1)}`;
    return factor === 1 ? sign + power(exponent) : `${sign}${factor}×${power(exponent)}`;
  }
  if (size >= 1e6) return `${sign}${trimmed(size / 1e6, decimals(step / 1e6))}M`;
  if (size >= 1e4) return `${sign}${trimmed(size / 1e3, decimals(step / 1e3))}k`;
  return sign + trimmed(size, decimals(step));
}

function trimmed(value: number, digits: number): string {
  return String(Number(value.toFixed(digits)));
}

/** A step of 1, 2 or 5 times a power of ten that divides a span into about `count` parts. */
function niceStep(span: number, count: number): number {
  const rough = span / count;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const factor = rough / unit;
  return unit * (factor < 1.5 ? 1 : factor < 3.5 ? 2 : factor < 7.5 ? 5 : 10);
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
export function linearScale(domain: Range, [from, to]: Range, count: number, exact = false): Scale {
  const [low, high] = domain.map(bearable) as [number, number];
  const span = distance(low, high);
  const step = niceStep(span, count);
  const first = exact ? low : Math.floor(low / step + 1e-9) * step;
  const last = exact ? low + span : Math.ceil((low + span) / step - 1e-9) * step;
  const ticks: Tick[] = [];
  for (let i = Math.ceil(first / step - 1e-9); i * step <= last + step * 1e-9; i++) {
    ticks.push({ value: i * step, label: tickLabel(i * step, step) });
  }
  return { at: (value) => from + ((bearable(value) - first) / (last - first)) * (to - from), ticks };
}

/** A linear axis for counts: no ticks between whole numbers. */
export function countScale(domain: Range, range: Range, count: number): Scale {
  const scale = linearScale(domain, range, count, true);
  return {
    at: scale.at,
    ticks: scale.ticks.filter(({ value }) => Number.isInteger(Number(value.toPrecision(12)))),
  };
}

/** A logarithmic axis; over less than two powers of ten it has ticks at 1, 2 and 5, and values below it stay at its end. */
export function logScale(domain: Range, [from, to]: Range): Scale {
  const [low, high] = domain.map((value) => Math.max(1e-300, Math.min(most, value))) as [number, number];
  const decades = Math.log10(high / low);
  const factors = decades < 2 ? [1, 2, 5] : [1];
  const stride = Math.max(1, Math.ceil(decades / 6));
  const ticks: Tick[] = [];
  for (let exponent = Math.floor(Math.log10(low)); exponent <= Math.ceil(Math.log10(high)); exponent++) {
    if (exponent % stride !== 0) continue;
    for (const factor of factors) ticks.push({ value: Number(`${factor}e${exponent}`), label: "" });
  }
  const below = ticks.findLast(({ value }) => value <= low * (1 + 1e-9))?.value ?? low;
  const above = ticks.find(({ value }) => value >= high * (1 - 1e-9))?.value ?? high;
  const bottom = Math.min(below, low);
  const top = Math.max(above > bottom ? above : bottom * 10, high);
  return {
    at: (value) => {
      const inside = Math.max(bottom, Math.min(top, value));
      return from + (Math.log(inside / bottom) / Math.log(top / bottom)) * (to - from);
    },
    ticks: ticks
      .filter(({ value }) => value >= bottom && value <= top)
      .map(({ value }) => ({ value, label: tickLabel(value) })),
  };
}
