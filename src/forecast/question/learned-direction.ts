/**
 * Which way it is to what a function of one's own asks for, where it says yes or no and hardly ever yes: paths are drawn
 * with ever flatter choices of tokens until some meet it, and how far any path is from that is read off the line that
 * tells these from the others best (Fisher's discriminant). Where one line does not lead to all of them, as to what is
 * met on two sides, they are parted into groups with a line each, and the nearest counts. It guides training alone;
 * what a path is worth is asked of the function itself.
 */
import { factorInPlace, substitute } from "../../evaluation/dense-cholesky.ts";
import { sortedQuantile } from "../../evaluation/forecast/sample-quantiles.ts";
import type { Generator } from "../../random/generator.ts";
import type { Path } from "./condition.ts";
import { meanPoint, partInTwo } from "./part-in-two.ts";
import { samplePaths } from "./token-law.ts";
import type { TokenLaw } from "./token-law.ts";

/** How much flatter choices are, the paths drawn so at a time, and how many have to meet it. */
const heats = [1.5, 2, 3, 5, 10];
const drawn = 2000;
const enough = 40;

/** Groups are told from more paths than one line is, drawn in at most so many rounds. */
const plenty = 200;
const rounds = 3;

/** The share of paths that meet it beyond which the margin is positive, and of the others that may lie there too. */
const within = 0.9;
const mostAmong = 0.2;

/** How far below its border a line still leads a sampler to a path, and the share of paths it may leave further off. */
const reach = 1;
const mostLeft = 0.02;

/** The fewest paths that make a group, and how often groups are parted. */
const fewest = 4;
const deepest = 3;
const refits = 2;

/** What was found out about where a question is met. */
export interface Way {
  /** How much flatter choices were when enough paths met it. */
  readonly heat: number;
  /** A signed distance in units of its spread over the usual paths; undefined where no line tells them apart. */
  readonly margin: ((path: Path) => number) | undefined;
}

type Line = (path: Path) => number;

/** Nothing where too few paths meet it, however flat the choices. */
export async function learnWay(
  law: TokenLaw,
  meets: (path: Path) => boolean,
  usual: readonly Path[],
  generator: Generator,
): Promise<Way | undefined> {
  for (const heat of heats) {
    const met: Path[] = [];
    const others: Path[] = [];
    const draw = async (): Promise<void> => {
      for (const path of await samplePaths(law, drawn, generator, heat))
        (meets(path) ? met : others).push(path);
    };
    await draw();
    if (met.length < enough) continue;
    for (let round = 1; round < rounds && met.length < plenty; round++) await draw();
    if (others.length < enough) return { heat, margin: undefined };
    const lines = tightLines(met, besideOf(others, usual));
    return { heat, margin: lines.length === 0 ? undefined : nearestOf(lines) };
  }
  return undefined;
}

/** What a group of paths has to be told from, with what every line needs of it. */
interface Beside {
  readonly others: readonly Path[];
  readonly mean: Float64Array;
  readonly scatter: Float64Array;
  /** Cholesky's factor of the spread. */
  readonly factor: Float64Array;
  readonly usual: readonly Path[];
}

function besideOf(others: readonly Path[], usual: readonly Path[]): Beside {
  const mean = meanPoint(others);
  const scatter = scatterOf(others, mean);
  return { others, usual, mean, scatter, factor: factorOf(scatter, others.length, mean.length) };
}

function nearestOf(lines: readonly Line[]): Line {
  return (path) => lines.reduce((most, line) => Math.max(most, line(path)), -Infinity);
}

/** Lines to all groups, fitted again to the paths each is nearest to, without those that lead to nothing of their own. */
function tightLines(met: readonly Path[], beside: Beside): readonly Line[] {
  let lines = needed(linesTo(met, beside, deepest), met, beside);
  for (let again = 0; again < refits && lines.length > 1; again++) {
    const nearest = nearestOf(lines);
    const refitted = lines.flatMap((line) => {
      const group = met.filter((path) => line(path) === nearest(path));
      return (group.length < fewest ? undefined : discriminant(group, beside)) ?? line;
    });
    lines = needed(refitted, met, beside);
  }
  return lines;
}

/** Leaves out, the one that lets in most others first, whatever line can be spared. */
function needed(lines: readonly Line[], met: readonly Path[], { others }: Beside): readonly Line[] {
  const among = new Map(lines.map((line) => [line, shareOf(others, (path) => line(path) >= 0)]));
  const allowed = leftBy(lines, met);
  return [...lines]
    .sort((a, b) => among.get(b)! - among.get(a)!)
    .reduce<readonly Line[]>((kept, line) => {
      const rest = kept.filter((one) => one !== line);
      return rest.length > 0 && leftBy(rest, met) <= allowed ? rest : kept;
    }, lines);
}

/** The share of paths that no line leads to, as far as that matters. */
function leftBy(lines: readonly Line[], met: readonly Path[]): number {
  const nearest = nearestOf(lines);
  return Math.max(
    mostLeft,
    shareOf(met, (path) => nearest(path) < -reach),
  );
}

/** One line to all of the paths, or lines to parts of them where these leave fewer behind, or let in half as many others. */
function linesTo(met: readonly Path[], beside: Beside, depth: number): readonly Line[] {
  const line = met.length < fewest ? undefined : discriminant(met, beside);
  const whole = line === undefined ? [] : [line];
  if (depth === 0 || met.length < 2 * fewest) return whole;
  const isFirst = partInTwo(met.map((path) => whiten(path, beside)));
  const parts = [true, false].flatMap((first) =>
    linesTo(
      met.filter((_, i) => isFirst[i] === first),
      beside,
      depth - 1,
    ),
  );
  if (whole.length === 0 || parts.length === 0) return whole.length === 0 ? parts : whole;
  const among = (lines: readonly Line[]): number =>
    shareOf(beside.others, (path) => nearestOf(lines)(path) >= 0);
  const [leftByParts, leftByWhole] = [leftBy(parts, met), leftBy(whole, met)];
  if (leftByParts !== leftByWhole) return leftByParts < leftByWhole ? parts : whole;
  return among(parts) < among(whole) / 2 ? parts : whole;
}

function shareOf(paths: readonly Path[], isOne: (path: Path) => boolean): number {
  return paths.filter(isOne).length / paths.length;
}

function discriminant(met: readonly Path[], { others, mean, scatter, usual }: Beside): Line | undefined {
  const size = mean.length;
  const inside = meanPoint(met);
  const direction = inside.map((value, t) => value - mean[t]!);
  const both = scatterOf(met, inside).map((sum, i) => sum + scatter[i]!);
  substitute(factorOf(both, met.length + others.length, size), size, direction);
  const along = (path: Path): number => {
    let sum = 0;
    for (let t = 0; t < size; t++) sum += direction[t]! * path[t]!;
    return sum;
  };
  const border = sortedQuantile(Float64Array.from(met, along).sort(), 1 - within);
  if (shareOf(others, (path) => along(path) >= border) > mostAmong) return undefined;
  const sides = Float64Array.from(usual, along);
  const middle = sides.reduce((sum, side) => sum + side / sides.length, 0);
  const unit = Math.sqrt(sides.reduce((sum, side) => sum + (side - middle) ** 2 / sides.length, 0)) || 1;
  return (path) => (along(path) - border) / unit;
}

/** Sums of products of what lies between paths and their mean, row-major, the lower triangle alone. */
function scatterOf(paths: readonly Path[], mean: Float64Array): Float64Array {
  const size = mean.length;
  const scatter = new Float64Array(size * size);
  for (const path of paths) {
    const apart = mean.map((middle, t) => path[t]! - middle);
    for (let i = 0; i < size; i++)
      for (let j = 0; j <= i; j++) scatter[i * size + j]! += apart[i]! * apart[j]!;
  }
  return scatter;
}

/** Cholesky's factor of the spread that a scatter of so many paths is, with a little more on the diagonal. */
function factorOf(scatter: Float64Array, count: number, size: number): Float64Array {
  const factor = scatter.map((sum) => sum / count);
  const diagonal = Array.from({ length: size }, (_, t) => factor[t * size + t]!);
  const ridge = 1e-3 * diagonal.reduce((sum, x) => sum + x / size, 0) || 1;
  for (let t = 0; t < size; t++) factor[t * size + t]! += ridge;
  factorInPlace(factor, size, (square) => Math.max(square, ridge));
  return factor;
}

/** A path in coordinates in which the others have no correlations and a spread of 1. */
function whiten(path: Path, { mean, factor }: Beside): Float64Array {
  const size = mean.length;
  const point = mean.map((middle, t) => path[t]! - middle);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < i; j++) point[i]! -= factor[i * size + j]! * point[j]!;
    point[i]! /= factor[i * size + i]!;
  }
  return point;
}
