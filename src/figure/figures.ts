/** Figures: one pure function a kind, from plain data to a picture, words and the numbers drawn. See docs/figures.md. */
import { backtestsFigure } from "./kind/backtests.ts";
import { calibrationFigure } from "./kind/calibration.ts";
import { comparisonFigure } from "./kind/comparison.ts";
import { conditionsFigure } from "./kind/conditions.ts";
import { fanFigure } from "./kind/fan.ts";
import { findsFigure } from "./kind/finds.ts";
import { flowFigure } from "./kind/flow.ts";
import { gridFigure } from "./kind/grid.ts";
import { headlineFigure } from "./kind/headline.ts";
import { lawFigure } from "./kind/law.ts";
import { learningFigure } from "./kind/learning.ts";
import { logoFigure } from "./kind/logo.ts";
import { lookAheadFigure } from "./kind/look-ahead.ts";
import { marginalsFigure } from "./kind/marginals.ts";
import { noiseMatrixFigure } from "./kind/noise-matrix.ts";
import { pitFigure } from "./kind/pit.ts";
import { predictedFigure } from "./kind/predicted.ts";
import { ranksFigure } from "./kind/ranks.ts";
import { roundsFigure } from "./kind/rounds.ts";
import { weightsFigure } from "./kind/weights.ts";

/** Every kind by its name. */
export const figures = {
  headline: headlineFigure,
  learning: learningFigure,
  law: lawFigure,
  marginals: marginalsFigure,
  "noise-matrix": noiseMatrixFigure,
  logo: logoFigure,
  flow: flowFigure,
  finds: findsFigure,
  ranks: ranksFigure,
  "look-ahead": lookAheadFigure,
  conditions: conditionsFigure,
  grid: gridFigure,
  comparison: comparisonFigure,
  calibration: calibrationFigure,
  predicted: predictedFigure,
  rounds: roundsFigure,
  fan: fanFigure,
  "conditional-fan": fanFigure,
  weights: weightsFigure,
  backtests: backtestsFigure,
  pit: pitFigure,
} as const;

/** What a kind of figure is drawn from. */
export type FigureData<Kind extends keyof typeof figures> = Parameters<(typeof figures)[Kind]>[0];

export { figureCsv } from "./figure-csv.ts";
export type { Figure, FigureTable } from "./figure.ts";
export type { DrawOptions } from "./draw/sheet.ts";
