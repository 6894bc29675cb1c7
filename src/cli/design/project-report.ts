/** What `windage design report` shows: every order of a project, what was predicted and what came. */
import { roundDocument, type Round, roundsOf } from "../../job/design/project-rounds.ts";
import { inFileUnit, scoreFormat } from "../../job/design/score-format.ts";
import { verdictOn } from "../../job/design/verdict.ts";
import { extent } from "../../figure/draw/extent.ts";
import { measurementsOf, openProject } from "../../run/project/project.ts";
import { counted } from "../../number-words.ts";
import type { CommandContext } from "../option-table.ts";
import { printable } from "../terminal/printable.ts";
import type { TerminalStyle } from "../terminal/style.ts";
import { renderTable } from "../terminal/table.ts";
import { wrapText } from "../terminal/wrap.ts";
import { resultsText } from "./order-results.ts";

/** Orders side by side, with the means of what was measured of each. */
function roundTable(
  rounds: readonly Round[],
  format: (value: number) => string,
  style: TerminalStyle,
  width: number | undefined,
): string {
  const or = (value: number | null, write: (known: number) => string): string =>
    value === null ? "–" : write(value);
  return renderTable(
    [
      { header: "order", align: "right" },
      { header: "ordered", align: "right" },
      { header: "measured", align: "right" },
      { header: "predicted", align: "right" },
      { header: "came", align: "right" },
      { header: "80 % held", align: "right" },
      { header: "records", align: "right" },
    ],
    rounds.map((round) => [
      String(round.round),
      String(round.ordered),
      String(round.measured),
      or(round.meanPredicted, format),
      or(round.meanMeasured, format),
      or(round.covered, (share) => `${Math.round(100 * share)} %`),
      String(round.records),
    ]),
    style.dim,
    width,
  );
}

/** A project as `windage design report` shows it. */
export async function projectReport(
  folder: string,
  { style, width }: CommandContext,
): Promise<{ readonly document: unknown; readonly text: string }> {
  const project = await openProject(folder);
  const measurements = measurementsOf(project);
  const { minimize, log } = project.settings;
  const scores = measurements.map(({ score }) => score);
  const format = scoreFormat(scores, log);
  const rounds = roundsOf(project);
  const files = project.assays.filter((assay) => assay.measurements.length > 0).length;
  const [least, greatest] = extent(scores);
  const best = minimize ? least : greatest;
  const holder = measurements.find(({ score }) => score === best)!.sequence;
  const last = rounds.findLast(({ measured }) => measured > 0);
  const results = last && resultsText(last.round, last.designs, minimize, format, style, width);
  const units =
    "Scores are in the unit of the files, and means are geometric, because the project works with log10 (--log).";
  const wrapped = (words: string): string => wrapText(words, width ?? 100, 0);
  const text = [
    rounds.length === 0 ? "Nothing has been ordered yet." : roundTable(rounds, format, style, width),
    ...rounds.flatMap((round) => verdictOn(round, minimize, round === last)).map(wrapped),
    ...(results === undefined
      ? []
      : [results, wrapped("--json has every design of every order beside its result.")]),
    ...(log ? [wrapped(units)] : []),
    `${counted(measurements.length, "sequence")} measured in ${counted(files, "file")}. Best so far: ${printable(holder)} with ${format(best)}.`,
  ].join("\n\n");
  return {
    document: {
      project: folder,
      measured: measurements.length,
      files,
      units: { scores: "file", means: log ? "geometric" : "arithmetic" },
      best: { sequence: holder, score: inFileUnit(best, log) },
      rounds: rounds.map((round) => roundDocument(round, log)),
    },
    text,
  };
}
