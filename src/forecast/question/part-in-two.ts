/**
 * Parts points in two where they lie farthest apart: on both sides of their mean along their longest axis, then by which
 * of the two means is nearer (2-means). The points have been whitened, so that distances in all directions compare.
 */
const powerSteps = 50;
const moves = 20;

/** For each point whether it is of the first part; one of the parts is empty where all points are the same. */
export function partInTwo(points: readonly Float64Array[]): boolean[] {
  const middle = meanPoint(points);
  const axis = longestAxis(points.map((point) => point.map((value, t) => value - middle[t]!)));
  let isFirst = points.map((point) => dot(point, axis) >= dot(middle, axis));
  for (let move = 0; move < moves; move++) {
    const [ones, twos] = [points.filter((_, i) => isFirst[i]), points.filter((_, i) => !isFirst[i])];
    if (ones.length === 0 || twos.length === 0) break;
    const [one, two] = [meanPoint(ones), meanPoint(twos)];
    const next = points.map((point) => distance(point, one) <= distance(point, two));
    const isSettled = next.every((first, i) => first === isFirst[i]);
    isFirst = next;
    if (isSettled) break;
  }
  return isFirst;
}

/** By power iteration from the farthest point, which lies along it more than most. */
function longestAxis(points: readonly Float64Array[]): Float64Array {
  let axis = points.reduce((most, point) => (dot(point, point) > dot(most, most) ? point : most));
  for (let step = 0; step < powerSteps; step++) {
    const next = new Float64Array(axis.length);
    for (const point of points) {
      const along = dot(point, axis);
      point.forEach((value, t) => (next[t]! += along * value));
    }
    const length = Math.sqrt(dot(next, next)) || 1;
    axis = next.map((value) => value / length);
  }
  return axis;
}

/** The mean of points, or of paths, at each step. */
export function meanPoint(points: readonly ArrayLike<number>[]): Float64Array {
  return Float64Array.from(points[0]!, (_, t) =>
    points.reduce((sum, point) => sum + point[t]! / points.length, 0),
  );
}

function dot(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, t) => sum + value * b[t]!, 0);
}

function distance(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, t) => sum + (value - b[t]!) ** 2, 0);
}
