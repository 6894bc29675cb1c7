/** `windage forecast`: from a CSV file to forecasts with intervals, backtests and a chart. */
import { requireEffect } from "../../settings/effect.ts";
import type { ForecastJob } from "../../run/forecast/index.ts";
import { briefly } from "../glossary.ts";
import { ForecastProgress } from "../forecast/forecast-progress.ts";
import {
  forecastOptions,
  formatOf,
  readOptionsOf,
  requireEffectOn,
  spreadOf,
} from "../forecast/forecast-options.ts";
import { defineCommand } from "../option-table.ts";
import { listenForStop } from "../stop-signals.ts";
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
    const { forecastRun } = await import("../../run/forecast/index.ts");
    const { summaryOf, fanPanel } = await import("../../run/forecast/forecast-run.ts");
    const { encodeColumns } = await import("../../run/forecast/write-columns.ts");
    const { poolName } = await import("../../forecast/pool/pool.ts");
    const { forecastColumns } = await import("../../forecast/output/long-table.ts");
    const { askAbout, findSeries, readQuestion, tryQuestion } = await import("../forecast/ask-about.ts");
    const { cutoffsText, notesText, panelText, planText, scoreTable, windowNotes } =
      await import("../forecast/forecast-text.ts");
    const { featureNotes } = await import("../forecast/feature-notes.ts");
    const spread = spreadOf(values);
    requireEffect(forecastOptions, context.given, values);
    const { checkOutput, writeOutput } = await import("../../file/output-file.ts");
    if (values.out !== undefined) await checkOutput(values.out, values.file);
    // A mistake in the question is told before anything is computed.
    const question =
      values.given === undefined ? undefined : await readQuestion(values.given, values.horizon);
    if (context.json && values.series !== undefined && question === undefined) {
      context.progress(
        "--series: has no effect with --json and without --given, because nothing is plotted.",
      );
    }
    const job: ForecastJob = {
      file: values.file,
      read: readOptionsOf(values),
      horizon: values.horizon,
      spread,
      format: formatOf(values),
      seed: values.seed,
      calendar: values.calendar ?? false,
      gflownet: values.gflownet ?? false,
      perSeries: values.perSeries ?? false,
      weighing: values.weights,
      ...(values.paths === undefined ? {} : { paths: values.paths }),
      ...(values.windows === undefined ? {} : { windows: values.windows }),
      ...(values.step === undefined ? {} : { step: values.step }),
      ...(values.season === undefined ? {} : { periods: [...new Set(values.season)].sort((a, b) => a - b) }),
      ...rootOf(values.runs),
    };
    const { runWord, shortPath } = await import("../../run/run-words.ts");
    const line = new ForecastProgress();
    let chosen = 0;
    const stop = listenForStop();
    try {
      const outcome = await forecastRun(job, {
        onStep: (done, total, what) => line.show(done, total, what),
        signal: stop.signal,
        onTable: (table) => {
          requireEffectOn(table, values);
          const ids = table.series.map(({ id }) => id);
          chosen = findSeries(values.series, ids);
          if (question) tryQuestion(question, table.series[chosen]!.values, values.horizon);
        },
        onPlan: (plan) => {
          line.end();
          const text = planText(plan, values.gflownet ?? false);
          if (text !== undefined) context.progress(text);
        },
      });
      line.end();
      const { run, table, histories, forecast, cutoffs, cutoffsOf, files } = outcome;
      const pool = forecast.models.find(({ name }) => name === poolName)!;
      if (values.out !== undefined) {
        const columns = forecastColumns(table, forecast.models, [poolName], spread);
        await writeOutput(values.out, [await encodeColumns(columns, formatOf(values))]);
      }
      const width = context.width ?? 100;
      const { style } = context;
      const more = table.series.length - 1;
      const asked =
        question === undefined
          ? undefined
          : await askAbout(outcome, question, {
              series: chosen,
              isTold: values.series !== undefined,
              seed: values.seed,
              line,
              signal: stop.signal,
            });
      line.end();
      const notes = [
        ...table.notes,
        ...featureNotes({ table, calendar: values.calendar ?? false }, forecast),
      ];
      const judged = windowNotes(cutoffs, values.windows ?? 1, forecast);
      return {
        document: {
          run: run.folder,
          ...summaryOf(table, forecast),
          notes: [...notes, ...judged],
          cutoffs,
          ...(cutoffsOf === undefined ? {} : { cutoffsOf }),
          files,
          ...(asked ? { given: asked.document } : {}),
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
          ...(asked ? ["", asked.text(width, style)] : []),
          "",
          `Forecasts: ${values.out ?? shortPath(files.forecasts)}`,
          `Backtests: ${shortPath(files.backtests)}`,
          `Fan chart: ${shortPath(files.chart)}`,
          ...(files.paths === undefined ? [] : [`Paths: ${shortPath(files.paths)}`]),
          `Newer data: windage forecast predict ${runWord(run.folder)} newer.csv`,
        ].join("\n"),
      };
    } finally {
      line.end();
      stop.dispose();
    }
  },
});
