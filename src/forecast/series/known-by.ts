/** What was known of a series when only the steps before an origin had come. */

/** For each series the step from which each value was known, where that may be later than its own. */
export type KnownFrom = readonly (Int32Array | undefined)[];

/** The values before an origin; NaN where only a reading after it told them, as on the line to the next reading. */
export function knownBy(values: Float64Array, origin: number, from?: Int32Array): Float64Array {
  const before = values.subarray(0, Math.max(0, origin));
  return from ? before.map((value, k) => (from[k]! < origin ? value : NaN)) : before;
}
