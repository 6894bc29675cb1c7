/** `--given`: the answer to a question about one series of a forecast, in words, a plot and a record. */
import type { Answer } from "../../forecast/question/answer.ts";
import type { AnsweredQuestion } from "../../job/forecast/question.ts";
import { printableLine } from "../terminal/printable.ts";
import type { TerminalStyle } from "../terminal/style.ts";
import { wrapText } from "../terminal/wrap.ts";
import { panelText } from "./forecast-text.ts";

/** The answer as `--json` prints it. */
export function answerDocument(
  { label, answer, files }: AnsweredQuestion,
  series: string,
): Readonly<Record<string, unknown>> {
  const { probability, interval, effectiveSamples, agree, tilted, forecast } = answer;
  return {
    question: label,
    series,
    probability,
    interval,
    effectiveSamples,
    agree,
    tilted,
    forecast,
    files,
  };
}

/** The answer for people; `ids` are all series, and `isTold` whether the user named one. */
export function answerLines(
  { label, isWeight, series, answer, panel, files }: AnsweredQuestion,
  { ids, isTold }: { readonly ids: readonly string[]; readonly isTold: boolean },
  width: number,
  style: TerminalStyle,
): string {
  const several = ids.length > 1;
  const asked = `${isWeight ? `Expected weight by ${label}` : `P(${label})`}${several ? ` for ${ids[series]!}` : ""}`;
  const fan = panel.given;
  const plot = fan
    ? [panelText({ ...panel, title: `${panel.title}, given ${label}`, fan }, width, style)]
    : [];
  return [
    style.bold(wrapText(printableLine(answerSentence(asked, answer, isWeight)), width, 0)),
    ...contradictionNote(answer).map((note) => wrapText(note, width, 0)),
    ...(isWeight ? [] : rareNote(answer.probability).map((note) => wrapText(note, width, 0))),
    ...(several && !isTold ? ["Of several series the first was asked about; --series names another."] : []),
    "",
    ...plot,
    ...(files.paths === undefined
      ? [`Fan without the condition: ${files.chart}`]
      : [`Conditional paths: ${files.paths}`, `Both fans: ${files.chart}`]),
  ].join("\n");
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
