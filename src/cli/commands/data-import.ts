/**
 * `windage data import tfbind8` and `windage data import csv`: read a user's file, check all of it, and keep it
 * as a table. A different table is never replaced unasked.
 */

import { basename, extname } from "node:path";
import { WindageError } from "../../error.ts";
import type { Provenance } from "../../landscape/provenance.ts";
import type { MissingPolicy } from "../../landscape/source/csv-landscape.ts";
import type { TableLandscape } from "../../landscape/exact/table-landscape.ts";
import { parseDecimal } from "../../landscape/text/parse-decimal.ts";
import { dataOptions, dataStore } from "../data/data-options.ts";
import { withPhases } from "../train/progress-line.ts";
import { builtInTasks } from "../../world/task/registry.ts";
import { isModule } from "../../world/module/is-module.ts";
import { defineCommand, type CommandContext, type CommandResult } from "../option-table.ts";
import { printable, printableLine } from "../terminal/printable.ts";

const replaceOption = {
  kind: "boolean",
  description: "Replace a different table of the same name.",
} as const;

/** `new`, or what happened to the table of that name. */
type Outcome = "new" | "unchanged" | "replaced";

interface Source {
  readonly landscape: TableLandscape;
  readonly provenance: Provenance;
  readonly warnings: readonly string[];
  /** Whether the file had a score for every sequence, in words. */
  readonly complete: string;
  /** How a file that leaves this open was read. */
  readonly notes?: readonly string[];
}

/** Compares with what is stored under the name, and refuses to lose it unasked. */
async function compare(table: TableLandscape, store: { folder: string }, replace: boolean): Promise<Outcome> {
  const { listTables, loadTable } = await import("../../landscape/table/table-store.ts");
  if (!(await listTables(store)).some(({ name }) => name === table.name)) return "new";
  const earlier = await loadTable(table.name, store).catch((error: unknown) => {
    // A damaged table has nothing to lose.
    if (error instanceof WindageError) return undefined;
    throw error;
  });
  if (earlier === undefined) return "replaced";
  const { landscape } = earlier;
  const same =
    landscape.space.alphabet === table.space.alphabet &&
    landscape.table.length === table.table.length &&
    landscape.table.every((score, index) => score === table.table[index]);
  if (same) return "unchanged";
  if (replace) return "replaced";
  throw new WindageError(
    "data/exists",
    `table ${JSON.stringify(table.name)}: there is already another one, from ${earlier.record.provenance.source}; choose another --name, or --replace it`,
  );
}

/** Throws for names under which no table would ever be found: training has something else of that name. */
function requireFreeName(name: string): void {
  const other = builtInTasks.includes(name)
    ? "is built in"
    : isModule(name)
      ? "is that of a module"
      : undefined;
  if (other === undefined) return;
  throw new WindageError(
    "data/invalid-name",
    `table name: got ${name}, which ${other}; choose another --name`,
  );
}

async function keep(
  source: Source,
  asked: { readonly data: string | undefined; readonly replace: boolean },
  { style, width, progress }: CommandContext,
  onPhase: (phase: string) => void,
): Promise<CommandResult> {
  const { landscape, provenance, warnings } = source;
  requireFreeName(landscape.name);
  const { checkTableName } = await import("../../landscape/table/table-record.ts");
  checkTableName(landscape.name);
  const { tableFacts } = await import("../../landscape/exact/table-facts.ts");
  const { storeTable } = await import("../../landscape/table/table-store.ts");
  const store = await dataStore(asked.data);
  onPhase(`Storing ${landscape.name}`);
  const outcome = await compare(landscape, store, asked.replace);
  const record = await storeTable(landscape, provenance, store);
  for (const warning of warnings) progress(`warning: ${printable(warning)}`);
  const { reportTable, tableText } = await import("../data/table-report.ts");
  const report = reportTable(landscape, tableFacts(landscape), record);
  const note = { new: "new", unchanged: "same scores as before", replaced: "replaced another one" }[outcome];
  const text = tableText(report, style, width, [
    ...(source.notes ? ([["read", printableLine(source.notes.join("; "))]] as const) : []),
    ["complete", source.complete],
    ["stored", `in ${printableLine(store.folder)} (${note})`],
  ]);
  return {
    document: { ...report, folder: store.folder, outcome, warnings, notes: source.notes ?? [] },
    text,
  };
}

export const importTfbind8Command = defineCommand({
  name: "data import tfbind8",
  summary: "Import a binding table over all DNA 8-mers.",
  description:
    "Reads the raw *_8mers.txt table of any transcription factor, or Design-Bench's pair of .npy arrays. Tells whether the files are the published ones by their checksums, and refuses a table that is incomplete, contradicts itself or differs between the two strands. Scores are scaled to the range 0 to 1.",
  arguments: {
    files: {
      kind: "texts",
      valueName: "file",
      description: "One *_8mers.txt, or the x and y .npy files in any order; of a pair, one finds the other.",
    },
  },
  options: {
    name: {
      kind: "text",
      valueName: "name",
      default: "tfbind8",
      description: "The name to store it under, which is also the task to train on.",
    },
    replace: replaceOption,
    ...dataOptions,
  },
  examples: [
    { line: "windage data import tfbind8 SIX6_REF_R1_8mers.txt", explanation: "Import the published table." },
    {
      line: "windage data import tfbind8 tf_bind_8-x-0.npy tf_bind_8-y-0.npy",
      explanation: "The same from Design-Bench's arrays.",
    },
    {
      line: "windage data import tfbind8 PAX4_REF_R1_8mers.txt --name pax4",
      explanation: "Import another factor beside it.",
    },
  ],
  async run({ files, name, ...asked }, context) {
    const { importTfbind8 } = await import("../../landscape/table/tfbind8.ts");
    return withPhases(async (onPhase) => {
      onPhase(`Reading ${files.join(" and ")}`);
      const source = await importTfbind8(files, { name });
      const complete = "yes: no sequence is missing, none has two values";
      return keep({ ...source, complete }, asked, context, onPhase);
    });
  },
});

const delimiters = { comma: ",", semicolon: ";", tab: "\t" } as const;

function missingPolicy(text: string): MissingPolicy {
  if (text === "error" || text === "floor") return text;
  const value = parseDecimal(text);
  if (value !== undefined) return value;
  throw new WindageError(
    "cli/invalid-value",
    `--missing: got "${text}", expected error, floor or a number; give one of them.`,
  );
}

function completeness(missing: string): string {
  if (missing === "error") return "yes, the file lists every sequence";
  return `sequences the file does not list score ${missing === "floor" ? 0 : missing}`;
}

/** A table's name made of its file's. */
function nameFrom(file: string): string {
  return basename(file, extname(file))
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, "-")
    .replaceAll(/^[._-]+|[._-]+$/g, "");
}

export const importCsvCommand = defineCommand({
  name: "data import csv",
  summary: "Import a CSV file of sequences and scores.",
  description:
    "Reads a CSV file with one row per sequence, all of one length, and keeps it as a table with a score for every sequence of that length. Columns, delimiter and decimal mark are found out, repeats are averaged (docs/assays.md), and rows that cannot be read are named by line and column.",
  arguments: { file: { kind: "text", valueName: "file", description: "The CSV file." } },
  options: {
    alphabet: {
      kind: "text",
      valueName: "letters",
      default: "ACGT",
      description: "The letters sequences are made of, in their order.",
    },
    missing: {
      kind: "text",
      valueName: "policy",
      default: "error",
      description:
        "What sequences score that the file does not list. error: refuse the file; floor: 0, and so the reward's floor; a number: that number.",
    },
    name: {
      kind: "text",
      valueName: "name",
      description: "The name to store it under; the file's own unless given.",
    },
    sequenceColumn: {
      kind: "text",
      valueName: "header",
      description: "The column with the sequences; found by its name and content unless given.",
    },
    scoreColumn: {
      kind: "text",
      valueName: "header",
      description:
        "The column with the scores, or several with commas; found by name and content unless given.",
    },
    delimiter: {
      kind: "choice",
      choices: ["comma", "semicolon", "tab"],
      description: "What separates the columns; found out unless given.",
    },
    replace: replaceOption,
    ...dataOptions,
  },
  examples: [
    {
      line: "windage data import csv assay.csv --missing floor",
      explanation: "Unlisted sequences get the floor.",
    },
    {
      line: "windage data import csv bits.csv --alphabet 01 --name my-bits",
      explanation: "Other letters, another name.",
    },
  ],
  async run({ file, alphabet, missing, name, sequenceColumn, scoreColumn, delimiter, ...asked }, context) {
    const { loadCsvLandscape } = await import("../../landscape/source/csv-landscape.ts");
    const options = {
      name: name ?? nameFrom(file),
      alphabet,
      missing: missingPolicy(missing),
      ...(sequenceColumn === undefined ? {} : { sequenceColumn }),
      ...(scoreColumn === undefined ? {} : { scoreColumn }),
      ...(delimiter === undefined ? {} : { delimiter: delimiters[delimiter] }),
    };
    return withPhases(async (onPhase) => {
      onPhase(`Reading ${file}`);
      const { landscape, provenance, notes } = await loadCsvLandscape(file, options);
      if (!landscape.enumerable) {
        throw new WindageError(
          "data/not-a-table",
          `${file}: got sequences of several lengths or a space of more than 2^20 sequences, expected what fits a table; use it as a file in a program instead (docs/landscapes.md, "A CSV file")`,
        );
      }
      const source = { landscape, provenance, warnings: [], notes, complete: completeness(missing) };
      return keep(source, asked, context, onPhase);
    });
  },
});
