/** What came of a design project so far: every order, what was predicted and what was measured of it. */
import { extent } from "../../figure/draw/extent.ts";
import type { Measurement } from "../../landscape/assay/assay.ts";
import { measurementsOf } from "../../run/project/measurements-of.ts";
import { type Round, roundDocument, roundsOf } from "./project-rounds.ts";
import { inFileUnit } from "./score-format.ts";

/** A project and its orders, with scores as they are worked with: in log10 where `log` says so. */
export interface Standing {
  readonly folder: string;
  readonly minimize: boolean;
  readonly log: boolean;
  readonly measurements: readonly Measurement[];
  /** Files that were told and not taken back. */
  readonly files: number;
  readonly best: { readonly sequence: string; readonly score: number };
  readonly rounds: readonly Round[];
}

/** The report of a design project, round by round, with scores in the unit of the files. */
export interface ProjectReport {
  readonly project: string;
  readonly measured: number;
  readonly files: number;
  readonly units: { readonly scores: "file"; readonly means: "geometric" | "arithmetic" };
  readonly best: { readonly sequence: string; readonly score: number };
  readonly rounds: readonly Round[];
}

/** How a project stands. */
export async function standingOf(folder: string): Promise<Standing> {
  const { openProject } = await import("../../run/project/project.ts");
  const project = await openProject(folder);
  const measurements = measurementsOf(project);
  const { minimize, log } = project.settings;
  const [least, greatest] = extent(measurements.map(({ score }) => score));
  const score = minimize ? least : greatest;
  const { sequence } = measurements.find((one) => one.score === score)!;
  const files = project.assays.filter((assay) => assay.measurements.length > 0).length;
  return { folder, minimize, log, measurements, files, best: { sequence, score }, rounds: roundsOf(project) };
}

/** The document of a project. */
export function reportOn({ folder, log, measurements, files, best, rounds }: Standing): ProjectReport {
  return {
    project: folder,
    measured: measurements.length,
    files,
    units: { scores: "file", means: log ? "geometric" : "arithmetic" },
    best: { sequence: best.sequence, score: inFileUnit(best.score, log) },
    rounds: rounds.map((round) => roundDocument(round, log)),
  };
}

/** Reports on every order of a project: what was predicted, what came, and the best so far. */
export async function reportProject(folder: string): Promise<ProjectReport> {
  return reportOn(await standingOf(folder));
}
