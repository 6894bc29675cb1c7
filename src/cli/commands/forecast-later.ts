/** `windage forecast predict` and `windage forecast evaluate`: a fitted pool on newer data. */
import { WindageError } from "../../error.ts";
import type { Progress } from "../../forecast/pool/backtest.ts";
import { formatOf, outputOptions, spreadOf } from "../forecast/forecast-options.ts";
import { refuseUnusedFormat } from "../output-format.ts";
import { defineCommand } from "../option-table.ts";
import { rootOf, runReference, runsOptions } from "../run-text/runs-options.ts";

const runAndFile = {
  run: { kind: "text", valueName: "run", description: runReference },
  file: {
    kind: "text",
    valueName: "csv",
    description: "A file with the columns of the one the run was made from.",
  },
} as const;

export const forecastPredictCommand = defineCommand({
  name: "forecast predict",
  summary: "Forecast newer data with the pool of an earlier forecast.",
  description:
    "Uses the weights, error sizes and residuals that windage forecast found, so no backtests are needed. Series the run did not know get the average weights and the typical error size.",
  arguments: runAndFile,
  options: { ...outputOptions, ...runsOptions },
  examples: [
    {
      line: "windage forecast predict latest new.csv",
      explanation: "The next steps after the end of new.csv.",
    },
    {
      line: "windage forecast predict latest new.csv --out next.csv --quantiles 0.1,0.9",
      explanation: "Into a file.",
    },
  ],
  async run({ run: name, file, runs, format: asked, out, ...values }, context) {
    const format = formatOf({ format: asked, out });
    refuseUnusedFormat(context, out);
    if (format === "parquet" && out === undefined) {
      throw new WindageError(
        "forecast/no-out",
        "--format: got parquet without --out, expected the name of a file to write; add --out next.parquet.",
      );
    }
    const { openRun } = await import("../../run/open-run.ts");
    const { predictFromRun } = await import("../../run/forecast/use-forecast.ts");
    const { fanPanel } = await import("../../run/forecast/forecast-run.ts");
    const { featureSummary } = await import("../../run/forecast/feature-summary.ts");
    const { encodeColumns } = await import("../../run/forecast/write-columns.ts");
    const { poolName } = await import("../../forecast/pool/pool.ts");
    const { forecastColumns, toCsv, toRecords } = await import("../../forecast/output/long-table.ts");
    const run = await openRun(name, { ...rootOf(runs), use: "forecast" });
    const { checkOutput, outputName, writeOutput } = await import("../../file/output-file.ts");
    if (out !== undefined) await checkOutput(out, file);
    const { table, histories, model, calendar } = await predictFromRun(run, file, await reading());
    const { featureNotes } = await import("../forecast/feature-notes.ts");
    const notes = [...table.notes, ...featureNotes({ table, calendar }, model)];
    const columns = forecastColumns(table, [model], [poolName], spreadOf(values));
    if (out !== undefined) await writeOutput(out, [await encodeColumns(columns, format)]);
    const { notesText, panelText } = await import("../forecast/forecast-text.ts");
    const width = context.width ?? 100;
    const plot = panelText(fanPanel(table, histories, model, 0), width, context.style);
    const printed = format === "json" ? JSON.stringify(toRecords(columns)) : toCsv(columns).trimEnd();
    return {
      document: {
        run: run.folder,
        frequency: table.frequency.name,
        horizon: model.point[0]!.length,
        ...featureSummary(model),
        notes,
        forecasts: toRecords(columns),
      },
      text:
        out === undefined
          ? printed
          : `${notesText(notes, width)}\n\n${plot}\n\nForecasts: ${outputName(out)}`,
    };
  },
});

export const forecastEvaluateCommand = defineCommand({
  name: "forecast evaluate",
  summary: "Score the pool of an earlier forecast on data that came since.",
  description:
    "Holds back the last horizon of each series in the file, forecasts it with the run's pool from what was before, and scores that. Says how many of these values the run had been fitted to.",
  arguments: runAndFile,
  options: runsOptions,
  examples: [{ line: "windage forecast evaluate latest new.csv", explanation: "How good was it really?" }],
  async run({ run: name, file, runs }, { style, width = 100 }) {
    const { openRun } = await import("../../run/open-run.ts");
    const { evaluateForecast } = await import("../../run/forecast/use-forecast.ts");
    const { notesText, scoreTable } = await import("../forecast/forecast-text.ts");
    const run = await openRun(name, { ...rootOf(runs), use: "forecast" });
    const { scores, series, held, inSample } = await evaluateForecast(run, file, await reading());
    const notes =
      inSample === 0
        ? []
        : [
            `${inSample === held ? `All ${held}` : `${inSample} of the ${held}`} values held back were in the file the run was fitted to, so this is no test: weights, intervals and any network had seen them. Give a file with a horizon of newer rows; the backtests of the run itself (backtests.csv) are honest.`,
          ];
    return {
      document: { run: run.folder, series, held, inSample, notes, ...scores },
      text: [
        ...notes.map((note) => notesText([note], width)),
        scoreTable(new Map([["Pool", scores]]), style),
      ].join("\n\n"),
    };
  },
});

/** Says how far reading a large file is. */
async function reading(): Promise<Progress> {
  const { ForecastProgress } = await import("../forecast/forecast-progress.ts");
  const line = new ForecastProgress();
  return {
    async onStep(done, total, what) {
      await line.show(done, total, what);
      if (done === total) line.end();
    },
  };
}
