/** A question about the future of one series of a forecast: checked before anything is computed, asked at the end, kept. */
import { resolve } from "node:path";
import { WindageError } from "../../error.ts";
import type { Answer } from "../../forecast/question/answer.ts";
import type { RewardFunction } from "../../forecast/question/condition.ts";
import { rewardCondition } from "../../forecast/question/condition.ts";
import { parseQuestion } from "../../forecast/question/expression.ts";
import { fillGaps } from "../../forecast/series/fill-gaps.ts";
import type { ForecastOutcome } from "../../run/forecast/forecast-run.ts";
import { keepAnswer, type KeptAnswer } from "../../run/forecast/keep-answer.ts";
import { suggestion } from "../../suggest.ts";
import { namingSetting } from "../naming-setting.ts";
import { isModule } from "../../world/module/is-module.ts";

/** A question that can be asked: its words, and what is asked. */
interface Question {
  readonly label: string;
  readonly question: string | RewardFunction;
}

/** What was asked of which series, and what is known of it. */
export interface AnsweredQuestion extends KeptAnswer {
  readonly label: string;
  /** Whether paths were weighed by a function, which gives no probability. */
  readonly isWeight: boolean;
  /** The number of the series among all. */
  readonly series: number;
  readonly answer: Answer;
}

/** Checks a question before anything is computed; a module's default export weighs whole paths. */
export async function readQuestion(given: string, horizon: number): Promise<Question> {
  if (!isModule(given)) {
    try {
      parseQuestion(given, horizon);
    } catch (error) {
      throw namingSetting(error, "given", "question");
    }
    return { label: given, question: given };
  }
  const { importFunction } = await import("../../world/module/import-module.ts");
  const example = "export default (path) => Math.exp(-path[0]);";
  const weigh = await importFunction(resolve(given), example);
  return { label: given, question: (path) => weigh(path) as number | boolean };
}

/** Asks a function of one's own about the last values of a series, so that its mistakes are told before the forecast. */
export function tryQuestion({ question }: Question, values: Float64Array, horizon: number): void {
  const last = fillGaps(values, 1).subarray(-horizon);
  if (typeof question === "string" || last.length < horizon || !last.every(Number.isFinite)) return;
  rewardCondition(question, [last]);
}

/** The series that is asked about: the first unless told. */
export function findSeries(id: string | undefined, ids: readonly string[]): number {
  const series = id === undefined ? 0 : ids.indexOf(id);
  if (series >= 0) return series;
  throw new WindageError(
    "forecast/unknown-series",
    (say) =>
      `${say("series")}: got ${JSON.stringify(id)}, which is no series of the file; ${suggestion(id!, ids)}`,
  );
}

/** Asks, and keeps what was answered beside the forecast. */
export async function askQuestion(
  outcome: ForecastOutcome,
  { label, question }: Question,
  options: {
    readonly series: number;
    readonly seed: number;
    readonly signal: AbortSignal;
    readonly onStep: (done: number, total: number) => Promise<void>;
  },
): Promise<AnsweredQuestion> {
  const answer = await outcome.forecast.given(question, options).catch((cause: unknown) => {
    if (!options.signal.aborted) throw namingSetting(cause, "given", "question");
    throw new WindageError(
      "run/stopped",
      `Stopped before ${label} was answered; the forecast itself is finished: ${outcome.files.forecasts}.`,
      { kind: "failure", cause },
    );
  });
  const isWeight = typeof question !== "string";
  const measure = isWeight ? "Expected weight" : "Probability";
  const { series } = options;
  return {
    label,
    isWeight,
    series,
    answer,
    ...(await keepAnswer(outcome, series, answer, { label, measure })),
  };
}
