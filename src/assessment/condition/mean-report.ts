/** Reports and evaluations under several conditions as one: what can be averaged is, what can be counted is summed. */
import type { Estimate } from "../../evaluation/sample/estimate.ts";
import type { ExactEvaluation } from "../../evaluation/law/evaluate-exact.ts";
import type { AheadReport } from "../look-ahead/look-ahead.ts";
import type { Report } from "../report.ts";
import type { NamedCondition } from "./conditions.ts";

/** A report under one condition. */
export type ConditionReport = NamedCondition & Report;

/** The mean of each figure; that of log Z's error is the mean of its size, so that errors do not cancel. */
export function meanEvaluation(all: readonly ExactEvaluation[]): ExactEvaluation {
  const sized = all.map((one) => ({ ...one, logZ: { ...one.logZ, error: sizeOf(one.logZ.error) } }));
  return meanOf(sized);
}

/** One report for all conditions, which are in it one by one. */
export function meanReport(all: readonly ConditionReport[]): Report {
  const [first] = all;
  const { name: _name, context: _context, ...like } = first!;
  const sum = (figure: (report: ConditionReport) => number | null): number | null =>
    all.reduce<number | null>((total, report) => addKnown(total, figure(report)), 0);
  const means = (key: keyof ExactEvaluation | "estimates" | "dynamics"): never =>
    meanOf(all.map((report) => report[key])) as never;
  const logZ = all.map((report) => ({ ...report.logZ, error: sizeOf(report.logZ.error) }));
  return {
    ...like,
    exact: means("exact"),
    limit: means("limit"),
    regret: means("regret"),
    naive: means("naive"),
    logZ: meanOf(logZ),
    elbo: means("elbo"),
    eubo: means("eubo"),
    correlation: means("correlation"),
    estimates: means("estimates"),
    ...(like.truth === undefined ? {} : { truth: meanTruth(all) }),
    dynamics: means("dynamics"),
    ...(like.predictions === undefined
      ? {}
      : { predictions: like.predictions.map((_, j) => meanOf(all.map((one) => one.predictions![j]!))) }),
    modes: {
      ...like.modes,
      found: sum(({ modes }) => modes.found),
      total: sum(({ modes }) => modes.total),
      // The lowest score that counts as one anywhere.
      threshold: all.reduce<number | null>((least, { modes }) => smaller(least, modes.threshold), Infinity),
    },
    top: {
      ...like.top,
      mean: meanOf(all.map(({ top }) => top.mean)),
      ceiling: meanOf(all.map(({ top }) => top.ceiling)),
      diversity: meanOf(all.map(({ top }) => top.diversity)),
      novelty: meanOf(all.map(({ top }) => top.novelty)),
      sequences: all
        .flatMap(({ name, top: { sequences } }) =>
          sequences.slice(0, 1).map(({ sequence, score }) => ({ sequence, score, condition: name })),
        )
        .toSorted((a, b) => b.score - a.score),
    },
    samples: sum(({ samples }) => samples)!,
    assessmentCalls: sum(({ assessmentCalls }) => assessmentCalls)!,
    conditions: all,
  };
}

/** Shares of letters are told under each condition, where they mean something. */
function meanTruth(all: readonly ConditionReport[]): Report["truth"] & {} {
  const figures = meanOf(
    all.map(({ truth }) => {
      const { kl, klReverseAtMost, regret, regretPerLetter, tv } = truth!;
      return { kl, klReverseAtMost, regret, regretPerLetter, tv };
    }),
  );
  return { ...figures, best: all[0]!.truth!.best };
}

/** What looking ahead gives, on average over conditions. */
export function meanAhead(all: readonly (readonly AheadReport[])[]): readonly AheadReport[] {
  return all[0]!.map((_, i) => meanOf(all.map((one) => one[i]!)));
}

/** The mean of numbers, name by name all the way down; null where one of them is. */
export function meanOf<T>(all: readonly T[]): T {
  const [first] = all;
  if (typeof first === "number") {
    const numbers = all as readonly (number | null)[];
    if (numbers.includes(null)) return null as T;
    return (numbers.reduce<number>((sum, number) => sum + number!, 0) / all.length) as T;
  }
  if (typeof first !== "object" || first === null || all.includes(null as T)) return null as T;
  if ("standardError" in first) return meanEstimate(all as never) as T;
  const names = Object.keys(first) as (keyof T)[];
  return Object.fromEntries(names.map((name) => [name, meanOf(all.map((one) => one[name]))])) as T;
}

/** Estimates from samples of their own are independent, so that their mean is surer than each of them. */
function meanEstimate(all: readonly Estimate[]): Estimate {
  const sum = (figure: (one: Estimate) => number): number =>
    all.reduce((total, one) => total + figure(one), 0);
  return {
    estimate: sum(({ estimate }) => estimate) / all.length,
    standardError: Math.hypot(...all.map(({ standardError }) => standardError)) / all.length,
    samples: sum(({ samples }) => samples),
  };
}

const sizeOf = (error: number | null): number | null => (error === null ? null : Math.abs(error));

const addKnown = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : a + b;

const smaller = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : Math.min(a, b);
