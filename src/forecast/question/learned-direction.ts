/**
 * Which way it is to what a function of one's own asks for, where it says yes or no and hardly ever yes: paths are drawn
 * with ever flatter choices of tokens until some meet it, and how far any path is from that is read off the line that
 * tells these from the others best (Fisher's discriminant). It guides training alone; what a path is worth is asked of the
 * function itself. Where no line tells them apart, as of what is met on two sides, there is no direction.
 */
import { factorInPlace, substitute } from "../../evaluation/dense-cholesky.ts";
import { sortedQuantile } from "../../evaluation/forecast/sample-quantiles.ts";
import type { Generator } from "../../random/index.ts";
import type { Path } from "./condition.ts";
import { samplePaths } from "./token-law.ts";
import type { TokenLaw } from "./token-law.ts";

/** How much flatter choices are, the paths drawn so, and how many have to meet it. */
const heats = [1.5, 2, 3, 5, 10];
const drawn = 2000;
const enough = 40;

/** The share of paths that meet it beyond which the margin is positive, and of the others that may lie there too. */
const within = 0.9;
const mostAmong = 0.2;

/** A signed distance in units of its spread over the usual paths; undefined where none was found. */
export async function learnDirection(
  law: TokenLaw,
  meets: (path: Path) => boolean,
  usual: readonly Path[],
  generator: Generator,
): Promise<((path: Path) => number) | undefined> {
  for (const heat of heats) {
    const paths = await samplePaths(law, drawn, generator, heat);
    const met = paths.filter(meets);
    if (met.length < enough) continue;
    const others = paths.filter((path) => !meets(path));
    return others.length < enough ? undefined : discriminant(met, others, usual);
  }
  return undefined;
}

function discriminant(
  met: readonly Path[],
  others: readonly Path[],
  usual: readonly Path[],
): ((path: Path) => number) | undefined {
  const size = met[0]!.length;
  const [inside, outside] = [meanOf(met), meanOf(others)];
  const direction = inside.map((value, t) => value - outside[t]!);
  const spread = withinSpread([met, others], [inside, outside]);
  const ridge = 1e-3 * meanDiagonal(spread, size) || 1;
  for (let t = 0; t < size; t++) spread[t * size + t]! += ridge;
  factorInPlace(spread, size, (square) => Math.max(square, ridge));
  substitute(spread, size, direction);
  const along = (path: Path): number => direction.reduce((sum, weight, t) => sum + weight * path[t]!, 0);
  const border = sortedQuantile(Float64Array.from(met, along).sort(), 1 - within);
  const among = others.filter((path) => along(path) >= border).length / others.length;
  if (among > mostAmong) return undefined;
  const sides = Float64Array.from(usual, along);
  const middle = sides.reduce((sum, side) => sum + side / sides.length, 0);
  const unit = Math.sqrt(sides.reduce((sum, side) => sum + (side - middle) ** 2 / sides.length, 0)) || 1;
  return (path) => (along(path) - border) / unit;
}

function meanOf(paths: readonly Path[]): Float64Array {
  return Float64Array.from(paths[0]!, (_, t) =>
    paths.reduce((sum, path) => sum + path[t]! / paths.length, 0),
  );
}

/** The covariance of paths around the means of their groups, row-major. */
function withinSpread(groups: readonly (readonly Path[])[], means: readonly Float64Array[]): Float64Array {
  const size = means[0]!.length;
  const spread = new Float64Array(size * size);
  const count = groups.reduce((sum, group) => sum + group.length, 0);
  groups.forEach((group, g) => {
    for (const path of group) {
      const apart = means[g]!.map((mean, t) => path[t]! - mean);
      for (let i = 0; i < size; i++)
        for (let j = 0; j <= i; j++) spread[i * size + j]! += (apart[i]! * apart[j]!) / count;
    }
  });
  return spread;
}

function meanDiagonal(matrix: Float64Array, size: number): number {
  return Array.from({ length: size }, (_, t) => matrix[t * size + t]!).reduce((sum, x) => sum + x / size, 0);
}
