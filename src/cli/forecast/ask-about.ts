/** `--given`: asks a question about one series of a forecast, and says the answer in words, a plot and a record. */
import { resolve } from "node:path";
import { WindageError } from "../../error.ts";
import { isModule } from "../../world/module/is-module.ts";
import type { Answer, RewardFunction } from "../../forecast/index.ts";
import { rewardCondition } from "../../forecast/question/condition.ts";
import { parseQuestion } from "../../forecast/question/expression.ts";
import { fillGaps } from "../../forecast/series/fill-gaps.ts";
import { type ForecastOutcome } from "../../run/forecast/index.ts";
import { keepAnswer } from "../../run/forecast/keep-answer.ts";
import { suggestion } from "../../suggest.ts";
import { printableLine } from "../terminal/printable.ts";
import type { TerminalStyle } from "../terminal/style.ts";
import { wrapText } from "../terminal/wrap.ts";
import type { ForecastProgress } from "./forecast-progress.ts";
import { panelText } from "./forecast-text.ts";

/** A question that can be asked: its words, and what is asked. */
export interface AskedQuestion {
  readonly label: string;
  readonly question: string | RewardFunction;
}

/** Which series, whether the user named it, and who listens. */
interface AskAboutOptions {
  readonly series: number;
  readonly isTold: boolean;
  readonly seed: number;
  readonly line: ForecastProgress;
  readonly signal: AbortSignal;
}

interface Asked {
  readonly document: object;
  text(width: number, style: TerminalStyle): string;
}

/** Checks a question before anything is computed; a module's default export weighs whole paths. */
export async function readQuestion(given: string, horizon: number): Promise<AskedQuestion> {
  if (!isModule(given)) {
    try {
      parseQuestion(given, horizon);
    } catch (error) {
      throw namingOption(error);
    }
    return { label: given, question: given };
  }
  const { importFunction } = await import("../../world/module/import-module.ts");
  const example = "export default (path) => Math.exp(-path[0]);";
  const weigh = await importFunction(resolve(given), example);
  return { label: given, question: (path) => weigh(path) as number | boolean };
}

/** What is wrong with a question, with the option it was typed after. */
function namingOption(error: unknown): unknown {
  if (!(error instanceof WindageError) || !/^question[: ]/.test(error.message)) return error;
  const message = error.message.replace("question", "--given");
  return new WindageError(error.code, message, { cause: error, kind: error.kind });
}

/** Asks a function of one's own about the last values of a series, so that its mistakes are told before the forecast. */
export function tryQuestion({ question }: AskedQuestion, values: Float64Array, horizon: number): void {
  const last = fillGaps(values, 1).subarray(-horizon);
  if (typeof question === "string" || last.length < horizon || !last.every(Number.isFinite)) return;
  rewardCondition(question, [last]);
}

export async function askAbout(
  outcome: ForecastOutcome,
  { label, question }: AskedQuestion,
  { series, isTold, seed, line, signal }: AskAboutOptions,
): Promise<Asked> {
  const { table, forecast } = outcome;
  const answer = await forecast
    .given(question, {
      series,
      seed,
      signal,
      onStep: (done, total) => line.show(done, total, `asking: ${label}`),
    })
    .catch((cause: unknown) => {
      if (!signal.aborted) throw namingOption(cause);
      throw new WindageError(
        "run/stopped",
        `Stopped before ${label} was answered; the forecast itself is finished: ${outcome.files.forecasts}.`,
        { kind: "failure", cause },
      );
    });
  const isWeight = typeof question !== "string";
  const measure = isWeight ? "Expected weight" : "Probability";
  const { panel, files } = await keepAnswer(outcome, series, answer, { label, measure });
  const { probability, interval, effectiveSamples, agree, tilted, forecast: plain } = answer;
  const name = table.series[series]!.id;
  const whose = table.series.length > 1 ? ` for ${name}` : "";
  return {
    document: {
      question: label,
      series: name,
      probability,
      interval,
      effectiveSamples,
      agree,
      tilted,
      forecast: plain,
      files,
    },
    text: (width, style) => {
      const asked = `${isWeight ? `Expected weight by ${label}` : `P(${label})`}${whose}`;
      const others =
        !isTold && table.series.length > 1
          ? ["Of several series the first was asked about; --series names another."]
          : [];
      const fan = panel.given;
      const plot = fan
        ? [panelText({ ...panel, title: `${panel.title}, given ${label}`, fan }, width, style)]
        : [];
      return [
        style.bold(wrapText(printableLine(answerSentence(asked, answer, isWeight)), width, 0)),
        ...contradictionNote(answer).map((note) => wrapText(note, width, 0)),
        ...(isWeight ? [] : rareNote(probability).map((note) => wrapText(note, width, 0))),
        ...others,
        "",
        ...plot,
        ...(files.paths === undefined
          ? [`Fan without the condition: ${files.chart}`]
          : [`Conditional paths: ${files.paths}`, `Both fans: ${files.chart}`]),
      ].join("\n");
    },
  };
}

/** What was found, with its interval and what it rests on. */
export function answerSentence(
  asked: string,
  { probability, interval, effectiveSamples }: Pick<Answer, "probability" | "interval" | "effectiveSamples">,
  isWeight: boolean,
): string {
  const [low, high] = interval;
  if (!(probability > 0)) {
    const advice = isWeight
      ? " A weight that is 0 nearly everywhere tells nobody which way to look: let it fall with the distance, as Math.exp(-distance) does, or ask in words."
      : "";
    const bound =
      high === Infinity
        ? "no upper bound is known, since a weight may be of any size"
        : `below ${high.toPrecision(2)}`;
    return `${asked}: none of the paths met it; it is impossible, or rarer than the forecast can tell (${bound}).${advice}`;
  }
  return `${asked} = ${probability.toPrecision(3)}, 95 % interval ${low.toPrecision(3)} to ${high.toPrecision(3)} (from samples worth ${effectiveSamples.toFixed(0)} independent paths).`;
}

/** Two samplers that should say the same and do not are told, because then neither can be relied on alone. */
export function contradictionNote({
  agree,
  tilted,
  forecast,
}: Pick<Answer, "agree" | "tilted" | "forecast">): string[] {
  return agree
    ? []
    : [
        `The tilted sampler says ${tilted.probability.toPrecision(2)} and the forecast's own paths ${forecast.probability.toPrecision(2)}, which chance does not explain: it does not reach all that meets the question. The interval holds both; ask in words, or for more samples.`,
      ];
}

/** Below this, events lie in the tails that a forecast assumes and no backtest has seen. */
const rare = 1e-3;

/** The interval is that of sampling: of a rare event it says how well the model's own answer is known, and no more. */
export function rareNote(probability: number): string[] {
  return probability > 0 && probability < rare
    ? [
        "So rare an event lies in tails that the model assumes and no backtest has seen: the interval says how exactly the model's own answer is known, not how right the model is.",
      ]
    : [];
}

/** The series that is asked about: the first unless told. */
export function findSeries(id: string | undefined, ids: readonly string[]): number {
  const series = id === undefined ? 0 : ids.indexOf(id);
  if (series >= 0) return series;
  throw new WindageError(
    "forecast/unknown-series",
    `--series: got ${JSON.stringify(id)}, which is no series of the file; ${suggestion(id!, ids)}`,
  );
}
