/** Every kind of figure from data of any size with any numbers and names, for the tests that all of them have to pass. */
import type { DrawOptions } from "./draw/sheet.ts";
import type { Figure } from "./figure.ts";
import { comparisonFigure } from "./kind/comparison.ts";
import { fanFigure, fanLevels } from "./kind/fan.ts";
import { headlineFigure } from "./kind/headline.ts";
import { lawFigure } from "./kind/law.ts";
import { learningFigure } from "./kind/learning.ts";
import { noiseMatrixFigure } from "./kind/noise-matrix.ts";

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
    headlineFigure(
      {
        subject: name(0),
        sampler: { tv: size > 0 ? number(0) : null, kl: number(1) },
        best: { tv: number(2), kl: number(3) },
        ignored: size > 1 ? { tv: number(4), kl: number(5) } : null,
      },
      options,
    ),
  learning: (material, options) =>
    learningFigure(
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
    lawFigure(
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
    comparisonFigure(
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
    comparisonFigure(
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
    return fanFigure(
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
    return fanFigure({ subject: name(0), panels, condition: name(4) }, options);
  },
  "noise-matrix": (material, options) =>
    noiseMatrixFigure(
      {
        subject: material.name(0),
        intended: names(material),
        outcomes: names(material),
        learned: material.size === 1 ? null : table(material),
        truth: table(material, 3),
      },
      options,
    ),
};
