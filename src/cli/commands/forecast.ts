/** `windage forecast`: from a CSV file to forecasts with intervals, backtests and a chart. */
import { requireEffect } from "../../settings/effect.ts";
import type { ForecastSettings } from "../../job/forecast/forecast-job.ts";
import { briefly } from "../glossary.ts";
import { forecastOptions, formatOf, readOptionsOf, spreadOf } from "../forecast/forecast-options.ts";
import { defineCommand } from "../option-table.ts";
import { rootOf } from "../run-text/runs-options.ts";

export const forecastCommand = defineCommand({
  name: "forecast",
  summary: "Forecast the series of a CSV file, with intervals and backtests.",
  description:
    "Reads series from a CSV file (guessing the time, id and target columns and the frequency, and saying so), backtests every model on windows of their past, weights a pool by that, and forecasts. Prints the backtest scores of all models and a plot; writes forecasts, backtests and a fan chart into a run folder. Ctrl-C stops and keeps the finished backtest windows, and the generative forecaster as far as it is trained.",
  arguments: {
    file: { kind: "text", valueName: "csv", description: "The file: one row per time and series." },
  },
  options: forecastOptions,
  examples: [
    { line: "windage forecast sales.csv --target sales --horizon 24", explanation: "The next 24 steps." },
    {
      line: "windage forecast load.csv --timezone Europe/Berlin --level 50,90",
      explanation: "Local times with daylight saving; 50 and 90 % intervals.",
    },
    {
      line: "windage forecast long.csv --id-col item_id --time-col timestamp --target target --format parquet",
      explanation: "Many series in one table; forecasts as Parquet.",
    },
    {
      line: "windage forecast sales.csv --target sales --horizon 7 --given 'sum(y) > 1200'",
      explanation: "How likely is a week of more than 1,200, and what would it look like?",
    },
    {
      line: "windage forecast sales.csv --target sales --gflownet --paths 100",
      explanation: "With the generative forecaster, and a hundred futures of each series.",
    },
    {
      line: "windage forecast sales.csv --known price,holiday --past temperature --calendar",
      explanation: "With features; rows without a value of sales say what price and holiday will be.",
    },
  ],
  async run(values, context) {
    const { forecastJob } = await import("../../job/forecast/forecast-job.ts");
    const { followJob } = await import("../follow-job.ts");
    const { summaryOf, fanPanel } = await import("../../run/forecast/forecast-run.ts");
    const { encodeColumns } = await import("../../run/forecast/write-columns.ts");
    const { poolName } = await import("../../forecast/pool/pool.ts");
    const { forecastColumns } = await import("../../forecast/output/long-table.ts");
    const { answerDocument, answerLines } = await import("../forecast/ask-about.ts");
    const { findSeries } = await import("../../job/forecast/question.ts");
    const { cutoffsText, notesText, panelText, planText, scoreTable, windowNotes } =
      await import("../forecast/forecast-text.ts");
    const { featureNotes } = await import("../forecast/feature-notes.ts");
    const { runWord, shortPath } = await import("../../run/run-words.ts");
    const { checkOutput, writeOutput } = await import("../../file/output-file.ts");
    const spread = spreadOf(values);
    requireEffect(forecastOptions, context.given, values);
    if (values.out !== undefined) await checkOutput(values.out, values.file);
    const { file, horizon, seed, gflownet, calendar, perSeries, given } = values;
    if (context.json && values.series !== undefined && given === undefined) {
      context.progress(
        "--series: has no effect with --json and without --given, because nothing is plotted.",
      );
    }
    const asked: ForecastSettings = {
      file,
      horizon,
      seed,
      gflownet,
      calendar,
      perSeries,
      given,
      series: values.series,
      read: readOptionsOf(values),
      spread,
      format: formatOf(values),
      weighing: values.weights,
      ...(values.paths === undefined ? {} : { paths: values.paths }),
      ...(values.windows === undefined ? {} : { windows: values.windows }),
      ...(values.step === undefined ? {} : { step: values.step }),
      ...(values.season === undefined ? {} : { periods: [...new Set(values.season)].sort((a, b) => a - b) }),
      ...rootOf(values.runs),
    };
    const { ForecastProgress } = await import("../forecast/forecast-progress.ts");
    const line = new ForecastProgress();
    try {
      const outcome = await followJob((control) => forecastJob({ ...asked, ...control }), context, {
        async onEvent(event) {
          if (event.kind === "progress") await line.show(event.done, event.of, event.doing);
          if (event.kind !== "plan") return;
          line.end();
          const text = planText(event.plan, gflownet);
          if (text !== undefined) context.progress(text);
        },
      });
      line.end();
      const { run, table, histories, forecast, cutoffs, cutoffsOf, files, asked: answered } = outcome;
      const ids = table.series.map(({ id }) => id);
      const chosen = findSeries(values.series, ids);
      const pool = forecast.models.find(({ name }) => name === poolName)!;
      if (values.out !== undefined) {
        const columns = forecastColumns(table, forecast.models, [poolName], spread);
        await writeOutput(values.out, [await encodeColumns(columns, formatOf(values))]);
      }
      const width = context.width ?? 100;
      const { style } = context;
      const more = table.series.length - 1;
      const { reportBeside } = await import("../report/report-beside.ts");
      const page = await reportBeside(run.folder, context, values.open);
      const notes = [...table.notes, ...featureNotes({ table, calendar }, forecast)];
      const judged = windowNotes(cutoffs, values.windows ?? 1, forecast);
      return {
        document: {
          run: run.folder,
          page: page.file,
          ...summaryOf(table, forecast),
          notes: [...notes, ...judged],
          cutoffs,
          ...(cutoffsOf === undefined ? {} : { cutoffsOf }),
          files,
          ...(answered ? { given: answerDocument(answered, ids[chosen]!) } : {}),
        },
        text: [
          notesText(notes, width),
          "",
          ...judged.map((note) => notesText([note], width)),
          ...(cutoffs.length === 0
            ? []
            : [
                notesText([cutoffsText(cutoffs, forecast.horizon, cutoffsOf)], width),
                scoreTable(forecast.scores, style, context.width),
                style.dim(notesText([briefly.forecasts], width)),
              ]),
          "",
          panelText(fanPanel(table, histories, pool, chosen), width, style),
          ...(more > 0 ? [style.dim(`and ${more} more series`)] : []),
          ...(answered
            ? ["", answerLines(answered, { ids, isTold: values.series !== undefined }, width, style)]
            : []),
          "",
          `Forecasts: ${values.out ?? shortPath(files.forecasts)}`,
          `Backtests: ${shortPath(files.backtests)}`,
          `Fan chart: ${shortPath(files.chart)}`,
          ...(files.paths === undefined ? [] : [`Paths: ${shortPath(files.paths)}`]),
          ...page.lines,
          `Newer data: windage forecast predict ${runWord(run.folder)} newer.csv`,
        ].join("\n"),
      };
    } finally {
      line.end();
    }
  },
});
