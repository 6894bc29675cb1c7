/** Keeps what was answered about the future in the run folder: conditional paths as a table, both fans as a chart. */
import { join } from "node:path";
import { writeDurably } from "../../file/durable-write.ts";
import type { Answer } from "../../forecast/question/answer.ts";
import { pathColumns } from "../../forecast/output/long-table.ts";
import { poolName } from "../../forecast/pool/pool.ts";
import { readPortrait, writePortrait } from "../portrait/portrait.ts";
import { fanFigure, fanLevels, type FanPanel } from "../../figure/kind/fan.ts";
import { fanPanel, type ForecastOutcome } from "./forecast-run.ts";
import { writeColumns } from "./write-columns.ts";

export interface KeptAnswer {
  /** The series with both fans. */
  readonly panel: FanPanel;
  readonly files: {
    readonly chart: string;
    /** Missing where no path met what was asked. */
    readonly paths?: string;
  };
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
  const isMet = answer.paths.length > 0;
  const panel = isMet ? { ...plain, given: answer.quantiles(fanLevels).values } : plain;
  const chart = join(run.folder, "given.svg");
  const target = table.columns.names[table.columns.target]!;
  const asked = isMet ? { condition: label } : {};
  const subject = isMet ? target : `${target}, given ${label}`;
  const fans = { subject, note: answerText(answer, measure), panels: [panel], ...asked };
  await writeDurably(chart, [fanFigure(fans).svg]);
  await writePortrait(run, { ...(await readPortrait(run)), "conditional-fan": fans });
  if (!isMet) return { panel, files: { chart } };
  const paths = join(run.folder, "given-paths.csv");
  const ofOne = { ...table, series: [table.series[series]!] };
  await writeColumns(paths, pathColumns(ofOne, [answer.paths]), "csv");
  return { panel, files: { chart, paths } };
}

/** The answer in a line; weights whose largest is not known have no upper end where none was met. */
export function answerText(
  { probability, interval: [low, high], paths }: Pick<Answer, "probability" | "interval" | "paths">,
  measure: string,
): string {
  const above = high === Infinity ? "no known end" : high.toPrecision(3);
  if (paths.length === 0) {
    const bound = high === Infinity ? "with no known upper bound" : `below ${above} (95 %)`;
    return `None of the paths met it: ${measure.toLowerCase()} ${bound}`;
  }
  return `${measure} ${probability.toPrecision(3)} (95 % interval ${low.toPrecision(3)} to ${above})`;
}
