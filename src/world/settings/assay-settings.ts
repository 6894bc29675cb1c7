/** Options about a file of measurements, for every command that reads one: how it is laid out, and what its scores are worth. */
import { type GroupedTable, groups } from "../../settings/groups.ts";

const { oracle } = groups;

/** How the file is laid out; what is not said is found out. */
export const layoutOptions = {
  sequenceColumn: {
    path: "oracle.sequenceColumn",
    kind: "text",
    valueName: "header",
    group: oracle,
    description: "The column with the sequences, by name or number; found out unless given.",
  },
  scoreColumn: {
    path: "oracle.scoreColumn",
    kind: "text",
    joins: true,
    valueName: "header",
    group: oracle,
    description: "The column with the scores, or several with commas for repeats; found out unless given.",
  },
  delimiter: {
    path: "oracle.delimiter",
    kind: "choice",
    choices: ["comma", "semicolon", "tab"],
    group: oracle,
    description: "What separates the columns; found out unless given.",
  },
  decimal: {
    path: "oracle.decimal",
    kind: "choice",
    choices: ["point", "comma"],
    group: oracle,
    description: "The decimal mark; found out unless given.",
  },
} as const satisfies GroupedTable;

/** Which table of a workbook. */
export const sheetOption = {
  sheet: {
    kind: "text",
    valueName: "sheet",
    description: "Of a workbook (.xlsx) with several tables, which sheet: its name or number.",
  },
} as const;

/** What variants were made of, for commands that design more of them. */
export const parentOptions = {
  parent: {
    kind: "text",
    valueName: "letters",
    description:
      "What the variants were made of: letters, or a FASTA file; found out where the file tells (docs/proteins.md).",
  },
  sites: {
    kind: "text",
    valueName: "places",
    description:
      "Places that short sequences spell, such as 39,40,41,54; or what the places of the parent are called.",
  },
} as const;

/** Which scores are good. */
export const directionOptions = {
  minimize: {
    path: "oracle.minimize",
    kind: "boolean",
    group: oracle,
    description: "Lower scores are better (Kd, ΔG).",
  },
  log: {
    path: "oracle.log",
    kind: "boolean",
    group: oracle,
    description: "Work with log10 of the scores, for scores that span powers of ten.",
  },
} as const satisfies GroupedTable;

export const utilityWidthOption = {
  path: "oracle.utilityWidth",
  kind: "number",
  min: 0,
  group: oracle,
  description: "With --utility exp: by how much a score must rise to be worth e times as much.",
} as const;

/** An option under no heading of its own, for commands that have few. */
export function ungrouped<Spec extends { readonly group: string }>({ group: _group, ...spec }: Spec) {
  return spec;
}
