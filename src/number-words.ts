/** Numbers as people read them: groups of three digits, few decimals, ages in one unit. Everyone may import it. */

/** A whole number with commas between its groups. */
export function grouped(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: 0 });
}

/** A count of things: "1 line", "2,000 lines". */
export function counted(value: number, noun: string): string {
  return `${grouped(value)} ${noun}${value === 1 ? "" : "s"}`;
}

/** A measured number in four significant digits, without padding; whole numbers stay whole. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return grouped(value);
  return String(Number(value.toPrecision(4)));
}

/** A number with so many decimals; one that rounds to nothing has no sign. */
export function fixed(value: number, decimals: number): string {
  return value.toFixed(decimals).replace(/^-(?=[0.]+$)/, "");
}

/** A share in percent; below ten percent in one digit that is not 0. */
export function percent(share: number): string {
  const value = 100 * share;
  return `${value >= 10 || value === 0 ? value.toFixed(0) : String(Number(value.toPrecision(1)))} %`;
}

const units = [
  ["d", 86_400],
  ["h", 3600],
  ["min", 60],
] as const;

/** How long ago a moment was, roughly. */
export function ago(moment: string, now: number = Date.now()): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(moment)) / 1000));
  for (const [unit, size] of units) {
    if (seconds >= size) return `${Math.floor(seconds / size)} ${unit} ago`;
  }
  return `${seconds} s ago`;
}

/** Seconds as people say them. */
export function duration(seconds: number): string {
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min ${String(whole % 60).padStart(2, "0")} s`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}
