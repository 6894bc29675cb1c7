/** `--given`: asks a question about one series of a forecast, and says the answer in words, a plot and a record. */
import { WindageError } from "../../error.ts";
import { keepAnswer, type ForecastOutcome } from "../../run/forecast/index.ts";
import type { TerminalStyle } from "../terminal/style.ts";
import { wrapText } from "../terminal/wrap.ts";
import type { ForecastProgress } from "./forecast-progress.ts";
import { panelText } from "./forecast-text.ts";

interface Asked {
  readonly document: object;
  text(width: number, style: TerminalStyle): string;
}

export async function askAbout(
  outcome: ForecastOutcome,
  question: string,
  id: string | undefined,
  {
    seed,
    line,
    signal,
  }: { readonly seed: number; readonly line: ForecastProgress; readonly signal: AbortSignal },
): Promise<Asked> {
  const { table, forecast } = outcome;
  const series = id === undefined ? 0 : table.series.findIndex((one) => one.id === id);
  if (series < 0) {
    const known = table.series.slice(0, 5).map((one) => one.id);
    throw new WindageError(
      "forecast/unknown-series",
      `--series: got ${JSON.stringify(id)}, expected one of ${known.join(", ")}${table.series.length > 5 ? ", …" : ""}.`,
    );
  }
  const answer = await forecast.given(question, {
    series,
    seed,
    signal,
    onStep: (done, total) => line.show(done, total, `asking: ${question}`),
  });
  const { panel, files } = await keepAnswer(outcome, series, answer);
  const { probability, interval, effectiveSamples, by, tilted, forecast: plain } = answer;
  const [low, high] = interval;
  return {
    document: {
      question,
      series: table.series[series]!.id,
      probability,
      interval,
      effectiveSamples,
      by,
      tilted,
      forecast: plain,
      files,
    },
    text: (width, style) => {
      const sampler = by === "tilted" ? "the tilted sampler" : "the forecast's own paths";
      const sentence =
        probability > 0
          ? `P(${question}) = ${probability.toPrecision(3)}, 95 % interval ${low.toPrecision(3)} to ${high.toPrecision(3)}, from ${sampler} (worth ${effectiveSamples.toFixed(0)} independent paths).`
          : `P(${question}): none of the paths met it; it is impossible, or rarer than the forecast can tell (below ${high.toPrecision(2)}).`;
      const fan = panel.given;
      const plot = fan
        ? [panelText({ ...panel, title: `${panel.title}, given ${question}`, fan }, width, style)]
        : [];
      return [
        style.bold(wrapText(sentence, width, 0)),
        "",
        ...plot,
        `Conditional paths: ${files.paths}`,
        `Both fans: ${files.chart}`,
      ].join("\n");
    },
  };
}
