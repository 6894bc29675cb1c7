/** What `windage design report` shows: every order of a project, what was predicted and what came. */
import { roundOutcome, type RoundOutcome } from "../../design/rounds.ts";
import { extent } from "../../experiment/figure/extent.ts";
import { measurementsOf, openProject } from "../../run/project/index.ts";
import { counted } from "../terminal/number.ts";
import type { CommandContext } from "../option-table.ts";
import { printable } from "../terminal/printable.ts";
import { renderTable } from "../terminal/table.ts";
import { wrapText } from "../terminal/wrap.ts";
import { inFileUnit, scoreFormat } from "./score-format.ts";

/** Results there have to be before anything is said about their share in intervals. */
const fewest = 10;
/** Shares of an 80 % interval that matter, if chance alone does not explain them. */
const [tooFew, tooMany] = [0.65, 0.95];
/** What chance brings about less often than this is said. */
const unlikely = 0.05;

/** How likely so many results or more would lie in 80 % intervals that hold what they promise. */
export function chanceOfAtLeast(held: number, results: number): number {
  let [term, sum] = [0.8 ** results, 0];
  for (let count = results; count >= held; count--) {
    sum += term;
    term *= (count / (results - count + 1)) * 0.25;
  }
  return Math.min(1, sum);
}

/** What the share of results in their intervals means to whoever plans the next order; nothing where it is as it should be. */
export function verdictOn(
  round: Pick<RoundOutcome, "measured" | "covered" | "meanPredicted" | "meanMeasured"> & {
    readonly round: number;
  },
  minimize: boolean,
): readonly string[] {
  const { measured, covered, meanPredicted, meanMeasured } = round;
  if (measured < fewest || covered === null || meanPredicted === null || meanMeasured === null) return [];
  const inside = Math.round(covered * measured);
  const held = `${inside} of ${measured} results of order ${round.round} lie in their 80 % interval`;
  if (covered > tooMany && chanceOfAtLeast(inside, measured) < unlikely) {
    const why = round.round === 1 ? "" : ", as they are after an order that surprised";
    return [`${held}: intervals were wider than they had to be${why}.`];
  }
  if (covered >= tooFew || 1 - chanceOfAtLeast(inside + 1, measured) > unlikely) return [];
  const better = meanMeasured > meanPredicted !== minimize;
  const first =
    round.round === 1
      ? " A first order is chosen to be better than what was measured, and nothing measured can tell how far off its predictions are: do not rely on the intervals of a first order."
      : "";
  return [
    `Only ${held}, about ${Math.round(0.8 * measured)} should; on average they came ${better ? "better" : "worse"} than predicted.${first} The next order has wider intervals, made of these misses.`,
  ];
}

/** How an order turned out, with its scores in the unit of the files. */
function roundInFileUnit<Round extends RoundOutcome>(round: Round, log: boolean): Round {
  const { meanPredicted, meanMeasured, best } = round;
  return {
    ...round,
    meanPredicted: meanPredicted === null ? null : inFileUnit(meanPredicted, log),
    meanMeasured: meanMeasured === null ? null : inFileUnit(meanMeasured, log),
    best: inFileUnit(best, log),
  };
}

/** A project as `windage design report` shows it. */
export async function projectReport(
  folder: string,
  { style, width }: CommandContext,
): Promise<{ readonly document: unknown; readonly text: string }> {
  const project = await openProject(folder);
  const measurements = measurementsOf(project);
  const { minimize, log } = project.settings;
  const format = scoreFormat(
    measurements.map(({ score }) => score),
    log,
  );
  const rounds = project.orders.map(({ round, toldFiles, proposal }) => ({
    round,
    ...roundOutcome(proposal.designs, measurementsOf(project, toldFiles), measurements, minimize),
  }));
  const or = (value: number | null, write: (known: number) => string): string =>
    value === null ? "–" : write(value);
  const table = renderTable(
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
  const verdicts = rounds.flatMap((round) => verdictOn(round, minimize));
  const [least, greatest] = extent(measurements.map(({ score }) => score));
  const best = minimize ? least : greatest;
  const holder = measurements.find(({ score }) => score === best)!.sequence;
  const remarks = log
    ? [
        ...verdicts,
        "Scores are in the unit of the files, and means are geometric, because the project works with log10 (--log).",
      ]
    : verdicts;
  const words = remarks.map((verdict) => `${wrapText(verdict, width ?? 100, 0)}\n\n`).join("");
  const text = `${table}\n\n${words}${counted(measurements.length, "sequence")} measured in ${counted(project.assays.length, "file")}. Best so far: ${printable(holder)} with ${format(best)}.`;
  return {
    document: {
      project: folder,
      measured: measurements.length,
      files: project.assays.length,
      units: { scores: "file", means: log ? "geometric" : "arithmetic" },
      best: { sequence: holder, score: inFileUnit(best, log) },
      rounds: rounds.map((round) => roundInFileUnit(round, log)),
    },
    text,
  };
}
