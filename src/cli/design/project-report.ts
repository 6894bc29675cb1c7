/** What `windage design report` shows: every order of a project, what was predicted and what came. */
import type { Round } from "../../job/design/project-rounds.ts";
import { reportOn, standingOf, type ProjectReport } from "../../job/design/report-project.ts";
import { scoreFormat } from "../../job/design/score-format.ts";
import { verdictOn } from "../../job/design/verdict.ts";
import { counted } from "../../number-words.ts";
import { reportBeside } from "../report/report-beside.ts";
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

/** A project as `windage design report` shows it, and writes as a page that may be mailed. */
export async function projectReport(
  folder: string,
  context: CommandContext,
  open = false,
): Promise<{
  readonly document: ProjectReport & { readonly page: string | null };
  readonly text: string;
}> {
  const { style, width } = context;
  const standing = await standingOf(folder);
  const { minimize, log, measurements, files, best, rounds } = standing;
  const scores = measurements.map(({ score }) => score);
  const format = scoreFormat(scores, log);
  const last = rounds.findLast(({ measured }) => measured > 0);
  const results = last && resultsText(last.round, last.designs, minimize, format, style, width);
  const units =
    "Scores are in the unit of the files, and means are geometric, because the project works with log10 (--log).";
  const wrapped = (words: string): string => wrapText(words, width ?? 100, 0);
  const page = await reportBeside(folder, context, open);
  const text = [
    rounds.length === 0 ? "Nothing has been ordered yet." : roundTable(rounds, format, style, width),
    ...rounds.flatMap((round) => verdictOn(round, minimize, round === last)).map(wrapped),
    ...(results === undefined
      ? []
      : [results, wrapped("--json has every design of every order beside its result.")]),
    ...(log ? [wrapped(units)] : []),
    `${counted(measurements.length, "sequence")} measured in ${counted(files, "file")}. Best so far: ${printable(best.sequence)} with ${format(best.score)}.`,
    ...page.lines,
  ].join("\n\n");
  return { document: { ...reportOn(standing), page: page.file }, text };
}
