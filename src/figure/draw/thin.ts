/** Keeps pictures small whatever the data: lines of a million points are drawn with a few for each pixel. */
import type { Point } from "./svg.ts";

/** A line with the first, lowest, highest and last point of each pixel column, which look as all of them would. */
export function thinned(points: readonly Point[], width = 1): readonly Point[] {
  if (points.length < 400) return points;
  const kept: Point[] = [];
  let start = 0;
  while (start < points.length) {
    const column = Math.floor(points[start]![0] / width);
    let [low, high, end] = [start, start, start];
    while (end < points.length && Math.floor(points[end]![0] / width) === column) {
      if (points[end]![1] < points[low]![1]) low = end;
      if (points[end]![1] > points[high]![1]) high = end;
      end++;
    }
    const places = new Set([start, ...[low, high].sort((a, b) => a - b), end - 1]);
    for (const place of places) kept.push(points[place]!);
    start = end;
  }
  return kept;
}

/** The same of things in order, by their number: of each run of neighbours the first, lowest, highest and last. */
export function condensed<T>(things: readonly T[], height: (thing: T) => number, most = 8000): readonly T[] {
  if (things.length <= most) return things;
  const run = Math.ceil(things.length / (most / 4));
  const kept: T[] = [];
  for (let start = 0; start < things.length; start += run) {
    const end = Math.min(things.length, start + run);
    let [low, high] = [start, start];
    for (let i = start; i < end; i++) {
      if (height(things[i]!) < height(things[low]!)) low = i;
      if (height(things[i]!) > height(things[high]!)) high = i;
    }
    for (const i of new Set([start, ...[low, high].sort((a, b) => a - b), end - 1])) kept.push(things[i]!);
  }
  return kept;
}

/** At most so many of a list, evenly spread, first and last among them. */
export function fewer<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, i) => list[Math.round((i * (list.length - 1)) / (most - 1))]!);
}

/** Numbers alone: what is not known or has no end has no place in a picture. */
export function isNumber(value: number | null | undefined): value is number {
  return typeof value === "number" && Number.isFinite(value);
}
