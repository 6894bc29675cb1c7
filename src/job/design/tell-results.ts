/** Results of a design project: told as a file, and taken back where that was a mistake. */
import { readProject, type ProjectReading } from "../../run/project/read-project.ts";
import type { Assay, AssayOptions, Measurement } from "../../landscape/assay/assay.ts";

/** A project after something was told. */
export interface ToldProject extends ProjectReading {
  /** Whether this file had been told already, and counts once. */
  readonly toldBefore: boolean;
  /** How the file was read. */
  readonly read: Assay;
  /** What the files before it measured. */
  readonly earlier: readonly Measurement[];
}

/** Adds a file of results to a project; how it is read is found out unless said. */
export async function tellResults(
  project: string,
  file: string,
  options: AssayOptions = {},
): Promise<ToldProject> {
  const { holdProject } = await import("../../run/project/hold-project.ts");
  const { tellProject } = await import("../../run/project/tell-project.ts");
  const { withParent } = await import("./read-parent.ts");
  const read = await withParent(options);
  const { toldBefore, assays } = await holdProject(project, (held) => tellProject(held, file, read));
  const earlier = assays.slice(0, -1).flatMap(({ measurements }) => measurements);
  return { ...(await readProject(project)), toldBefore, read: assays.at(-1)!, earlier };
}

/** Takes back the file that was told last, which then counts for nothing. */
export async function untellResults(
  project: string,
): Promise<ProjectReading & { readonly takenBack: string }> {
  const { holdProject } = await import("../../run/project/hold-project.ts");
  const { untellProject } = await import("../../run/project/tell-project.ts");
  const { takenBack } = await holdProject(project, untellProject);
  return { ...(await readProject(project)), takenBack };
}
