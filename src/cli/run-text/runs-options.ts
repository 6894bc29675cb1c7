/** The option of every command that reads or writes run folders. */

import type { SpecTable } from "../option-table.ts";

/** Where runs are. */
export const runsOptions = {
  runs: {
    kind: "text",
    valueName: "folder",
    description: "The folder of runs; else the one named by WINDAGE_RUNS, else ./runs.",
  },
} as const satisfies SpecTable;

/** For commands that may start what a run's configuration names. */
export const trustOption = {
  trust: {
    kind: "boolean",
    description: "Let a run that was made elsewhere start the program, module or service it names.",
  },
} as const satisfies SpecTable;

/** The option as the functions of src/run take it. */
export function rootOf(runs: string | undefined): { readonly root?: string } {
  return runs === undefined ? {} : { root: runs };
}

/** How a run is named on the command line. */
export const runReference =
  "Its name, a unique beginning of the name, latest (started or resumed here last), or the path of its folder.";
