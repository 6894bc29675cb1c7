/** Counts as large as people read them: commas as far as digits mean something, powers of ten beyond. */

/** From here on nobody counts the digits. */
const exactBelow = 1e12;

/** A whole number in words: "65,536", "about 2.2 × 10^43". */
export function largeNumber(value: number): string {
  if (Math.abs(value) < exactBelow) return value.toLocaleString("en-US", { maximumFractionDigits: 0 });
  if (!Number.isFinite(value)) return "more than 10^308";
  const [digits, power] = value.toExponential(1).split("e+");
  return `about ${digits!} × 10^${power!}`;
}
