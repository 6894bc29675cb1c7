/** What `windage design report` shows: every order of a project, what was predicted and what came. */
import { roundOutcome } from "../../design/index.ts";
import { extent } from "../../experiment/figure/extent.ts";
import { measurementsOf, openProject } from "../../run/project/index.ts";
import type { CommandContext } from "../option-table.ts";
import { printable } from "../terminal/printable.ts";
import { renderTable } from "../terminal/table.ts";
import { scoreFormat } from "./design-text.ts";

/** A project as `windage design report` shows it. */
export async function projectReport(
  folder: string,
  { style }: CommandContext,
): Promise<{ readonly document: unknown; readonly text: string }> {
  const project = await openProject(folder);
  const measurements = measurementsOf(project);
  const format = scoreFormat(measurements.map(({ score }) => score));
  const rounds = project.orders.map(({ round, toldFiles, proposal }) => ({
    round,
    ...roundOutcome(
      proposal.designs,
      measurementsOf(project, toldFiles),
      measurements,
      project.settings.minimize,
    ),
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
  );
  const [least, greatest] = extent(measurements.map(({ score }) => score));
  const best = project.settings.minimize ? least : greatest;
  const holder = measurements.find(({ score }) => score === best)!.sequence;
  const text = `${table}\n\n${measurements.length.toLocaleString("en-US")} sequences measured in ${project.assays.length} files. Best so far: ${printable(holder)} with ${format(best)}.`;
  return {
    document: {
      project: folder,
      measured: measurements.length,
      files: project.assays.length,
      best: { sequence: holder, score: best },
      rounds,
    },
    text,
  };
}
