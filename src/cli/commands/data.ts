/**
 * `windage data list`, `info` and `where`: which tables of scores there are and what is in them. Bringing new
 * ones in is in `data-import.ts`.
 */

import { existsSync } from "node:fs";
import { WindageError } from "../../error.ts";
import type { TableListing } from "../../landscape/table/table-store.ts";
import { builtInName, dataOptions, dataStore } from "../data/data-options.ts";
import { defineCommand, type CommandContext } from "../option-table.ts";
import { renderFields } from "../terminal/fields.ts";
import { grouped, short } from "../../number-words.ts";
import { clip, printableLine } from "../terminal/printable.ts";
import { suggestion } from "../../suggest.ts";
import { wrapLines } from "../terminal/wrap.ts";
import { fitLastColumn, renderTable, type TableColumn } from "../terminal/table.ts";

interface ListedTable {
  readonly name: string;
  readonly builtIn: boolean;
  readonly alphabet: string;
  readonly length: number;
  readonly sequences: number;
  readonly min: number;
  readonly mean: number;
  readonly max: number;
  readonly published: boolean;
  readonly source: string;
  readonly importedAt: string | null;
}

interface DamagedTable {
  readonly name: string;
  readonly problem: string;
}

function fromStore(listing: TableListing): ListedTable | DamagedTable {
  if ("problem" in listing) return { name: listing.name, problem: listing.problem.message };
  const { name, alphabet, length, min, mean, max, importedAt, provenance } = listing.record;
  const { published, source } = provenance;
  const sequences = alphabet.length ** length;
  return { name, builtIn: false, alphabet, length, sequences, min, mean, max, published, source, importedAt };
}

async function builtIn(): Promise<ListedTable> {
  const { createSim8 } = await import("../../landscape/exact/sim8.ts");
  const landscape = createSim8();
  const { alphabet, length, size } = landscape.space;
  return {
    name: builtInName,
    builtIn: true,
    alphabet,
    length,
    sequences: size,
    ...landscape.summary(),
    published: false,
    source: "built in, simulated",
    importedAt: null,
  };
}

function letters(alphabet: string): string {
  return alphabet.length <= 6 ? printableLine(alphabet) : `${alphabet.length} letters`;
}

const columns: readonly TableColumn[] = [
  { header: "name", align: "left" },
  { header: "letters", align: "left" },
  { header: "sequences", align: "right" },
  { header: "min", align: "right" },
  { header: "mean", align: "right" },
  { header: "max", align: "right" },
  { header: "origin", align: "left" },
];

function listText(
  tables: readonly (ListedTable | DamagedTable)[],
  folder: string,
  { style, width }: CommandContext,
): string {
  const whole = tables.flatMap((table) => ("problem" in table ? [] : [table]));
  const rows = whole.map((table) => [
    clip(printableLine(table.name), width === undefined ? undefined : 24),
    `${letters(table.alphabet)} × ${table.length}`,
    grouped(table.sequences),
    short(table.min),
    short(table.mean),
    short(table.max),
    `${table.published ? "published: " : ""}${printableLine(table.source)}`,
  ]);
  const damaged = tables.flatMap((table) =>
    "problem" in table ? [[printableLine(table.name), printableLine(table.problem)] as const] : [],
  );
  const hint =
    tables.length === 1
      ? ["", wrapLines('No tables of your own yet; "windage data import --help" says how to add one.', width)]
      : [];
  return [
    renderTable(columns, fitLastColumn(columns, rows, width), style.bold),
    ...(damaged.length > 0 ? ["", style.bold("Damaged"), renderFields(damaged, style, width)] : []),
    ...hint,
    "",
    style.dim(`Stored in ${printableLine(folder)}`),
  ].join("\n");
}

export const dataListCommand = defineCommand({
  name: "data list",
  summary: "List the tables of scores you can train on.",
  description:
    "Lists the built-in landscape and the tables you have imported, with the spread of their scores and where they came from.",
  arguments: {},
  options: dataOptions,
  examples: [
    { line: "windage data list", explanation: "Show what there is." },
    { line: "windage data list --json", explanation: "The same for programs." },
  ],
  async run({ data }, context) {
    const { listTables } = await import("../../landscape/table/table-store.ts");
    const store = await dataStore(data);
    const stored = (await listTables(store)).map((listing) => fromStore(listing));
    const tables = [await builtIn(), ...stored];
    return { document: { folder: store.folder, tables }, text: listText(tables, store.folder, context) };
  },
});

export const dataInfoCommand = defineCommand({
  name: "data info",
  summary: "Describe one table and check that it is undamaged.",
  description:
    "Loads one table, checks it against its checksum, and shows its scores, its best sequences, whether both strands score the same, and the files it was made from.",
  arguments: {
    name: {
      kind: "text",
      valueName: "name",
      description: "The table's name, as windage data list shows it.",
    },
  },
  options: dataOptions,
  examples: [
    { line: "windage data info tfbind8", explanation: "Describe an imported table." },
    { line: "windage data info sim8", explanation: "Describe the built-in landscape." },
  ],
  async run({ name, data }, { style, width }) {
    const { createSim8 } = await import("../../landscape/exact/sim8.ts");
    const { tableFacts } = await import("../../landscape/exact/table-facts.ts");
    const { loadTable } = await import("../../landscape/table/table-store.ts");
    const { listTables } = await import("../../landscape/table/table-store.ts");
    const store = await dataStore(data);
    const names = [builtInName, ...(await listTables(store)).map((table) => table.name)];
    if (!names.includes(name)) {
      throw new WindageError(
        "data/not-found",
        `table ${JSON.stringify(name)}: there is none in ${store.folder}; ${suggestion(name, names)} "windage data import" adds one.`,
      );
    }
    const { landscape, record } =
      name === builtInName ? { landscape: createSim8(), record: null } : await loadTable(name, store);
    const { reportTable, tableText } = await import("../data/table-report.ts");
    const report = reportTable(landscape, tableFacts(landscape), record);
    return { document: report, text: tableText(report, style, width) };
  },
});

export const dataWhereCommand = defineCommand({
  name: "data where",
  summary: "Print the folder tables are stored in.",
  description: "Prints the path of the folder in which imported tables are stored, and nothing else.",
  arguments: {},
  options: dataOptions,
  examples: [
    { line: "windage data where", explanation: "Print the folder." },
    { line: "WINDAGE_DATA=/data/windage windage data where", explanation: "Use another one." },
  ],
  async run({ data }) {
    const { folder } = await dataStore(data);
    const named = (process.env["WINDAGE_DATA"] ?? "") !== "";
    const from = data !== undefined ? "--data" : named ? "WINDAGE_DATA" : "default";
    return { document: { folder, exists: existsSync(folder), from }, text: folder };
  },
});
