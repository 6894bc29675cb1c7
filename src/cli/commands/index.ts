/** The commands `windage` knows, in the order help lists them. A command exists once it stands here. */

import type { Command } from "../option-table.ts";
import { benchCommand } from "./bench.ts";
import { checkEnvCommand } from "./check-env.ts";
import { compareCommand } from "./compare.ts";
import { designCommand } from "./design.ts";
import { designProposeCommand } from "./design-propose.ts";
import { designReportCommand, designTellCommand, designUntellCommand } from "./design-results.ts";
import { evaluateCommand } from "./evaluate.ts";
import { forecastCommand } from "./forecast.ts";
import { forecastEvaluateCommand, forecastPredictCommand } from "./forecast-later.ts";
import { noiseFitCommand } from "./noise.ts";
import { plotCommand } from "../report/plot-command.ts";
import { reportCommand } from "../report/report-command.ts";
import { showCommand } from "../report/show-command.ts";
import { resumeCommand } from "./resume.ts";
import { sampleCommand } from "./sample.ts";
import { trainCommand } from "./train.ts";
import { dataInfoCommand, dataListCommand, dataWhereCommand } from "./data.ts";
import { importCsvCommand, importTfbind8Command } from "./data-import.ts";
import { scoresClearCommand, scoresExportCommand, scoresListCommand } from "./scores.ts";
import { runsDiffCommand } from "./runs-diff.ts";
import { runsImportCommand, runsRemoveCommand } from "./runs-manage.ts";
import { runsListCommand, runsShowCommand } from "./runs.ts";

/** The command table. */
export const commands: readonly Command[] = [
  trainCommand,
  resumeCommand,
  sampleCommand,
  evaluateCommand,
  compareCommand,
  designCommand,
  designTellCommand,
  designUntellCommand,
  designProposeCommand,
  designReportCommand,
  showCommand,
  reportCommand,
  plotCommand,
  forecastCommand,
  forecastPredictCommand,
  forecastEvaluateCommand,
  noiseFitCommand,
  checkEnvCommand,
  dataListCommand,
  dataInfoCommand,
  importTfbind8Command,
  importCsvCommand,
  dataWhereCommand,
  runsListCommand,
  runsShowCommand,
  runsDiffCommand,
  runsRemoveCommand,
  runsImportCommand,
  scoresListCommand,
  scoresExportCommand,
  scoresClearCommand,
  benchCommand,
];
