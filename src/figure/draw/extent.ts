/** The least and the greatest of some numbers, however many: a call with that many arguments would fail. */
export function extent(...groups: readonly Iterable<number>[]): readonly [least: number, greatest: number] {
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  for (const values of groups) {
    for (const value of values) {
      least = Math.min(least, value);
      greatest = Math.max(greatest, value);
    }
  }
  return [least, greatest];
}
