/**
 * One series as the network will know it: references fitted at anchors in its past, and what each got wrong. A window
 * that begins at an origin uses the last fit at or before it, so every residual is one of a forecast that could have
 * been made then. Nothing at or after an origin is read for it.
 */
import { mae } from "../../evaluation/forecast/point-errors.ts";
import { sortedQuantile } from "../../evaluation/forecast/sample-quantiles.ts";
import { seasonOf } from "../member.ts";
import type { Ask } from "../member.ts";
import { scaleOf } from "../pool/score.ts";
import { fitReference } from "./references.ts";
import type { Reference, ReferenceName } from "./references.ts";

/** References fitted to the values before `at`. */
interface Anchor {
  readonly at: number;
  /** The one residuals are taken to. */
  readonly reference: Reference;
  /** Those that are only looked at; fitted when asked for, since most anchors of a prediction never are. */
  readonly others: () => readonly Reference[];
  /** Mean absolute error of the first from here, where the horizon has come. */
  readonly error: number | undefined;
}

export interface SeriesPast {
  readonly values: Float64Array;
  readonly ask: Ask;
  /** Ascending; the last one is the end of the values. */
  readonly anchors: readonly Anchor[];
}

/** Fits and windows per series at most, and the share of a history that is before all of them. */
const mostAnchors = 16;
const mostWindows = 2000;
const firstShare = 0.35;

export function pastOf(
  values: Float64Array,
  ask: Ask,
  names: readonly [ReferenceName, ...ReferenceName[]],
): SeriesPast {
  const { horizon } = ask;
  const earliest = Math.max(2 * seasonOf(ask) + 1, Math.floor(firstShare * values.length), 4);
  const distance = anchorDistance(values.length - earliest, ask);
  const positions = [values.length];
  // The last horizon before the end is judged too, however far apart the fits are.
  for (let at = values.length - horizon; at >= earliest && positions.length <= mostAnchors; at -= distance)
    positions.push(at);
  const anchors = positions.toReversed().map((at): Anchor => {
    const before = values.subarray(0, at);
    const [first, ...rest] = names;
    const reference = fitReference(first, before, ask);
    let others: readonly Reference[] | undefined;
    const actual = values.subarray(at, at + horizon);
    const error = actual.length === horizon ? mae(reference(before), actual) : undefined;
    const fitOthers = (): readonly Reference[] =>
      (others ??= rest.map((name) => fitReference(name, before, ask)));
    return { at, reference, others: fitOthers, error };
  });
  return { values, ask, anchors };
}

/** A horizon; in a long series more, so that its whole past is learned from, and not the same phase every time. */
function anchorDistance(span: number, ask: Ask): number {
  const distance = Math.max(ask.horizon, Math.ceil(span / mostAnchors));
  return distance > ask.horizon && distance % seasonOf(ask) === 0 ? distance + 1 : distance;
}

/** The last fit that an origin may use; none before the first. */
export function anchorFor({ anchors }: SeriesPast, origin: number): Anchor | undefined {
  return anchors.findLast(({ at }) => at <= origin);
}

/** Origins of windows to learn from: each anchor's own and some until the next, `perHorizon` of them in a horizon. */
export function trainingOrigins({ anchors, values, ask }: SeriesPast, perHorizon: number): number[] {
  const origins: number[] = [];
  const last = values.length - ask.horizon;
  const span = last - (anchors[0]?.at ?? last);
  const sparser = Math.max(1, (span * perHorizon) / ask.horizon / mostWindows);
  anchors.forEach(({ at }, k) => {
    const next = anchors[k + 1]?.at ?? at;
    for (let i = 0; ; i++) {
      const origin = at + Math.floor((sparser * i * ask.horizon) / perHorizon) + (i % 2);
      if (origin > last || origin >= next) break;
      if (origins.at(-1) !== origin) origins.push(origin);
    }
  });
  return origins;
}

/** The median over series and anchors of the reference's error to the seasonal change. */
export function typicalRatio(pasts: readonly SeriesPast[]): number {
  const ratios = pasts.flatMap(({ anchors, values, ask }) =>
    anchors.flatMap(({ at, error }) =>
      error === undefined ? [] : [error / scaleOf(values.subarray(0, at), seasonOf(ask))],
    ),
  );
  return ratios.length === 0 ? 1 : sortedQuantile(Float64Array.from(ratios).sort(), 0.5) || 1;
}

/** What residuals are measured in: the reference's mean error so far, with one window's weight on the typical one. */
export function unitAt({ anchors, ask }: SeriesPast, origin: number, typical: number): number {
  const errors = anchors.flatMap(({ at, error }) =>
    error !== undefined && at + ask.horizon <= origin ? [error] : [],
  );
  return errors.reduce((sum, error) => sum + error, typical) / (errors.length + 1);
}
