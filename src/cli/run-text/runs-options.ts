/** Options and arguments of commands that read or write run folders. */

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

/** What reports, plots and terminal pictures are about, as it is typed. */
export const subject = {
  kind: "text",
  valueName: "what",
  description:
    "A run or a forecast by its name, a unique beginning of the name, latest or the path of its folder; a comparison or a design project by its folder.",
} as const;

/** For commands that write a page at their end. */
export const openOption = {
  open: { kind: "boolean", description: "Open the page of the report in the browser at the end." },
} as const;
