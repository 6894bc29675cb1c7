/** Every kind of figure from data of any size with any numbers and names, for the tests that all of them have to pass. */
import type { DrawOptions } from "./draw/sheet.ts";
import type { Figure } from "./figure.ts";
import { figures } from "./figures.ts";
import { fanLevels } from "./kind/fan.ts";

/** What data are made of. */
export interface Material {
  readonly size: number;
  readonly number: (index: number) => number;
  readonly name: (index: number) => string;
}

type Draw = (material: Material, options?: DrawOptions) => Figure;

function numbers({ size, number }: Material, from = 0, most = size): number[] {
  return Array.from({ length: Math.min(size, most) }, (_, i) => number(from + i));
}

function series({ size, number, name }: Material, most = size) {
  const lines = Math.max(1, Math.min(3, size));
  return Array.from({ length: size === 0 ? 0 : lines }, (_, s) => ({
    name: name(s),
    points: Array.from({ length: Math.min(most, Math.ceil(size / lines)) }, (__, i) => ({
      x: number(3 * i + s),
      y: number(3 * i + s + 1),
      low: number(i),
      high: number(i + 2),
      bar: [number(i + 1), number(i + 3)] as const,
    })),
  }));
}

/** A table of numbers with as many cells as there is material. */
function table(material: Material, from = 0): number[][] {
  const side = Math.ceil(Math.sqrt(material.size));
  return Array.from({ length: side }, (_, r) => numbers(material, from + r * side, side));
}

function names({ size, name }: Material): string[] {
  return Array.from({ length: Math.ceil(Math.sqrt(size)) }, (_, i) => name(i));
}

export const everyKind: Readonly<Record<string, Draw>> = {
  headline: ({ size, number, name }, options) =>
    figures.headline(
      {
        subject: name(0),
        sampler: { tv: size > 0 ? number(0) : null, kl: number(1) },
        best: { tv: number(2), kl: number(3) },
        ignored: size > 1 ? { tv: number(4), kl: number(5) } : null,
      },
      options,
    ),
  learning: (material, options) =>
    figures.learning(
      {
        subject: material.name(0),
        spent: material.name(1),
        panels: [true, false].map((log) => ({
          measure: material.name(2),
          log,
          series: series(material),
          limit: material.number(7),
        })),
      },
      options,
    ),
  law: (material, options) =>
    figures.law(
      {
        subject: material.name(0),
        logR: numbers(material),
        logP: numbers(material, 1),
        logZ: material.size === 1 ? null : material.number(9),
        best: numbers(material, 2),
      },
      options,
    ),
  comparison: (material, options) =>
    figures.comparison(
      {
        metric: material.name(0),
        explanation: material.name(1),
        note: material.name(2),
        against: "oracle calls",
        limitName: material.name(3),
        panels: [0, 1].map((panel) => ({
          title: material.name(panel),
          log: panel === 1,
          series: series(material),
          limit: [0, 1].map((i) => ({ x: material.number(i), y: material.number(5) })),
        })),
      },
      options,
    ),
  "comparison of methods": (material, options) =>
    figures.comparison(
      {
        metric: material.name(0),
        setting: material.name(1),
        explanation: "",
        note: "",
        against: null,
        limitName: material.name(2),
        panels: [
          {
            title: "",
            log: material.size % 2 === 1,
            limit: [{ x: 0, y: material.number(3) }],
            series: numbers(material, 0, 5000).map((y, i) => ({
              name: material.name(i),
              points: [{ x: 0, y }],
            })),
          },
        ],
      },
      options,
    ),
  fan: (material, options) => {
    const { name } = material;
    const fan = fanLevels.map((_, level) => numbers(material, level, 100_000));
    const panel = {
      title: name(0),
      history: numbers(material),
      fan,
      times: [name(1), name(2), name(3)] as const,
    };
    return figures.fan(
      { subject: name(0), note: name(1), panels: material.size > 0 ? [panel, panel] : [] },
      options,
    );
  },
  "conditional-fan": (material, options) => {
    const { name } = material;
    const fan = fanLevels.map((_, level) => numbers(material, level, 100_000));
    const given = fanLevels.map((_, level) => numbers(material, level + 4, 100_000));
    const times = [name(1), name(2), name(3)] as const;
    const panels = [{ title: name(0), history: numbers(material), fan, given, times }];
    return figures.fan({ subject: name(0), panels, condition: name(4) }, options);
  },
  "noise-matrix": (material, options) =>
    figures["noise-matrix"](
      {
        subject: material.name(0),
        intended: names(material),
        outcomes: names(material),
        learned: material.size === 1 ? null : table(material),
        truth: table(material, 3),
      },
      options,
    ),
  marginals: (material, options) =>
    figures.marginals(
      {
        subject: material.name(0),
        letters: names(material),
        sampler: table(material),
        target: material.size === 1 ? null : table(material, 3),
      },
      options,
    ),
  grid: (material, options) =>
    figures.grid(
      {
        subject: material.name(0),
        side: material.size === 3 ? material.number(0) : Math.min(200, Math.ceil(Math.sqrt(material.size))),
        sampler: table(material),
        target: material.size === 1 ? null : table(material, 3),
        dimensions: 3,
      },
      options,
    ),
  logo: (material, options) =>
    figures.logo(
      {
        subject: material.name(0),
        letters: names(material),
        panels: [0, 1].map((i) => ({ title: material.name(i), shares: table(material, i) })),
      },
      options,
    ),
  flow: (material, options) =>
    figures.flow(
      {
        subject: material.name(0),
        beginnings: Array.from({ length: material.size }, (_, i) => ({
          prefix: i % 4 === 0 ? material.name(i) : "ACGT".slice(0, 1 + (i % 4)) + "A".repeat(i % 3),
          sampler: material.number(i),
          target: material.number(i + 1),
        })),
      },
      options,
    ),
  finds: (material, options) =>
    figures.finds(
      {
        subject: material.name(0),
        modes: series(material)[0]?.points ?? [],
        allModes: material.number(1),
        scores: series(material),
        bestScore: material.size === 1 ? null : material.number(2),
      },
      options,
    ),
  ranks: (material, options) => {
    const { name, number } = material;
    const times = numbers(material, 0, 1000);
    return figures.ranks(
      {
        subject: name(0),
        times,
        candidates: numbers(material, 0, 30).map((score, i) => ({
          name: name(i),
          score,
          ranks: times.map((_, t) => (t % 5 === 0 ? null : number(t + i))),
        })),
      },
      options,
    );
  },
  "look-ahead": (material, options) =>
    figures["look-ahead"](
      {
        subject: material.name(0),
        steps: numbers(material).map((accuracy, i) => ({
          distance: i + 1,
          accuracy,
          bestAccuracy: i % 2 === 0 ? null : material.number(i + 1),
          letters: material.number(i + 2),
        })),
      },
      options,
    ),
  conditions: (material, options) =>
    figures.conditions(
      {
        subject: material.name(0),
        conditions: numbers(material).map((tv, i) => ({
          name: material.name(i),
          tv,
          limit: i % 3 === 0 ? null : material.number(i + 1),
        })),
      },
      options,
    ),
  calibration: (material, options) =>
    figures.calibration(
      {
        subject: material.name(0),
        note: material.name(1),
        series: series(material).map(({ name, points }, i) => ({
          name,
          points: points.map(({ x, y }) => ({ stated: x, held: y })),
          count: i === 0 ? null : material.number(i),
        })),
      },
      options,
    ),
  predicted: (material, options) =>
    figures.predicted(
      {
        subject: material.name(0),
        measure: material.name(1),
        log: material.size % 2 === 0,
        minimize: true,
        orders: series(material).map(({ name, points }) => ({
          name,
          points: points.map(({ x, y, low, high }) => ({ predicted: x, measured: y, low, high })),
        })),
      },
      options,
    ),
  rounds: (material, options) =>
    figures.rounds(
      {
        subject: material.name(0),
        measure: material.name(1),
        log: material.size % 2 === 0,
        rounds: numbers(material, 0, 5000).map((best, round) => ({
          round,
          best,
          measured: material.number(round + 1),
          predicted: round === 0 ? null : material.number(round + 2),
        })),
      },
      options,
    ),
  weights: (material, options) =>
    figures.weights(
      {
        subject: material.name(0),
        members: numbers(material).map((weight, i) => ({
          name: material.name(i),
          weight,
          low: material.number(i + 1),
          high: i % 2 === 0 ? null : material.number(i + 2),
        })),
      },
      options,
    ),
  backtests: (material, options) =>
    figures.backtests(
      {
        subject: material.name(0),
        measure: material.name(1),
        models: [0, 1, 2].map((i) => ({ name: material.name(i), errors: numbers(material, i) })),
      },
      options,
    ),
  pit: (material, options) =>
    figures.pit(
      {
        subject: material.name(0),
        shares: numbers(material, 0, 10),
        count: material.number(1),
      },
      options,
    ),
};
