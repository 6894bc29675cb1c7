/**
 * Student's t distribution: its distribution function and its quantiles, for intervals around means of few values.
 * Degrees of freedom need not be whole. Not a statistics library: nothing here but what those intervals need.
 */
import { WindageError } from "../../error.ts";

/** Γ(x+½)/Γ(x): asymptotic series (coefficients of x^−k) where it has converged, reached by the recurrence. */
function gammaRatio(x: number): number {
  let factor = 1;
  let at = x;
  for (; at < 64; at++) factor *= at / (at + 0.5);
  const u = 1 / at;
  const tail = -399 / 262_144 + u * (869 / 4_194_304 + u * (39_325 / 33_554_432));
  const series = 1 + u * (-1 / 8 + u * (1 / 128 + u * (5 / 1024 + u * (-21 / 32_768 + u * tail))));
  return factor * Math.sqrt(at) * series;
}

/** The continued fraction of the regularised incomplete beta function (DLMF 8.17.22), by Lentz's method. */
function betaFraction(x: number, a: number, b: number): number {
  const tiny = 1e-300;
  const away = (value: number): number => (Math.abs(value) < tiny ? tiny : value);
  let c = 1;
  let d = 1 / away(1 - ((a + b) * x) / (a + 1));
  let value = d;
  // About √max(a, b) terms are needed near the switch between the two sides; far fewer elsewhere.
  for (let m = 1; m < 100_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away(1 + even * d);
    c = away(1 + even / c);
    value *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away(1 + odd * d);
    c = away(1 + odd / c);
    const step = d * c;
    value *= step;
    if (Math.abs(step - 1) < 2e-16) break;
  }
  return value;
}

/** P(T > t) and P(0 < T < t) for t ≥ 0; the smaller one is accurate relative to itself. */
function shares(t: number, degrees: number): { readonly beyond: number; readonly between: number } {
  if (t === 0) return { beyond: 0.5, between: 0 };
  const square = t * t;
  const a = degrees / 2;
  const far = degrees / (degrees + square);
  const near = square / (degrees + square);
  const front =
    (gammaRatio(a) / Math.sqrt(Math.PI)) *
    Math.exp(-a * Math.log1p(square / degrees)) *
    (t / Math.sqrt(degrees + square));
  if (far < (a + 1) / (a + 2.5)) {
    const beyond = ((front / a) * betaFraction(far, a, 0.5)) / 2;
    return { beyond, between: 0.5 - beyond };
  }
  const between = front * betaFraction(near, 0.5, a);
  return { beyond: 0.5 - between, between };
}

function checkDegrees(name: string, degrees: number): void {
  if (!(degrees >= 1 && degrees <= 1e9)) {
    throw new WindageError(
      "evaluation/degrees",
      `${name}: got ${degrees} degrees of freedom, expected a number from 1 to 1e9 (of n values, n − 1).`,
    );
  }
}

/** The probability that a variable with Student's t distribution is at most `t`. */
export function studentCdf(t: number, degrees: number): number {
  checkDegrees("studentCdf", degrees);
  if (!Number.isFinite(t)) return t > 0 ? 1 : t < 0 ? 0 : Number.NaN;
  const { beyond, between } = shares(Math.abs(t), degrees);
  if (t < 0) return beyond;
  return 0.5 + between;
}

/**
 * The value that a variable with Student's t distribution stays below with the given probability; its relative error is
 * below 1e-11 up to a million degrees and below 1e-8 beyond.
 */
export function studentQuantile(probability: number, degrees: number): number {
  checkDegrees("studentQuantile", degrees);
  if (!(probability > 0 && probability < 1)) {
    throw new WindageError(
      "evaluation/probability",
      `studentQuantile: got a probability of ${probability}, expected a number above 0 and below 1.`,
    );
  }
  if (probability === 0.5) return 0;
  const upper = probability > 0.5;
  const tail = upper ? 1 - probability : probability;
  const middle = Math.abs(probability - 0.5);
  // Near the middle the tail is nearly one half and has no digits left for t; the share between 0 and t has them all.
  const tooFar = (t: number): boolean => {
    const { beyond, between } = shares(t, degrees);
    return tail > 0.25 ? between > middle : beyond < tail;
  };
  let low = 0;
  let high = 1;
  while (!tooFar(high)) {
    low = high;
    high *= 2;
  }
  // Bisection is slower than Newton's method and cannot fail; an interval is worked out once per table cell.
  for (let i = 0; i < 200; i++) {
    const centre = (low + high) / 2;
    if (centre === low || centre === high) break;
    if (tooFar(centre)) high = centre;
    else low = centre;
  }
  return upper ? (low + high) / 2 : -(low + high) / 2;
}
