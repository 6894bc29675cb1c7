/** Keeps what was answered about the future in the run folder: conditional paths as a table, both fans as a chart. */
import { join } from "node:path";
import { writeDurably } from "../../file/durable-write.ts";
import { poolName, type Answer } from "../../forecast/index.ts";
import { pathColumns } from "../../forecast/output/long-table.ts";
import { fanChart, fanLevels, type FanPanel } from "./fan-chart.ts";
import { fanPanel, type ForecastOutcome } from "./forecast-run.ts";
import { writeColumns } from "./write-columns.ts";

export interface KeptAnswer {
  /** The series with both fans. */
  readonly panel: FanPanel;
  readonly files: { readonly chart: string; readonly paths: string };
}

export async function keepAnswer(
  outcome: ForecastOutcome,
  series: number,
  answer: Answer,
  /** What was asked, in words, and what its probability is called. */
  { label, measure }: { readonly label: string; readonly measure: string },
): Promise<KeptAnswer> {
  const { run, table, histories, forecast } = outcome;
  const pool = forecast.models.find(({ name }) => name === poolName)!;
  const plain = fanPanel(table, histories, pool, series);
  const panel = answer.paths.length === 0 ? plain : { ...plain, given: answer.quantiles(fanLevels).values };
  const files = { chart: join(run.folder, "given.svg"), paths: join(run.folder, "given-paths.csv") };
  const title = `${table.columns.names[table.columns.target]}, given ${label}`;
  const subtitle = `${measure} ${answer.probability.toPrecision(3)} (95 % interval ${answer.interval.map((end) => end.toPrecision(3)).join(" to ")})`;
  await writeDurably(files.chart, [fanChart({ title, subtitle, panels: [panel], condition: label })]);
  const ofOne = { ...table, series: [table.series[series]!] };
  await writeColumns(files.paths, pathColumns(ofOne, [answer.paths]), "csv");
  return { panel, files };
}
