/** `windage scores`: what programs, services and modules have answered so far, kept for all runs that ask the same. */
import { WindageError } from "../../error.ts";
import { defineCommand } from "../option-table.ts";
import { outputFormat } from "../output-format.ts";
import { printableLine } from "../terminal/printable.ts";
import { counted, grouped } from "../../number-words.ts";
import { fitLastColumn, renderTable } from "../terminal/table.ts";

const storeArgument = {
  kind: "text",
  valueName: "id",
  description: "The store's id, or a beginning of it that only one has; windage scores list shows them.",
} as const;

/** Says which stores have lines that cannot be used. */
async function sayDamage(
  stores: readonly { readonly path: string; readonly damaged: number }[],
  progress: (text: string) => void,
): Promise<void> {
  const { damagedText } = await import("../../landscape/source/kept-scores.ts");
  for (const { path, damaged } of stores) {
    if (damaged > 0) progress(`Warning: ${damagedText(path, damaged)}.`);
  }
}

export const scoresListCommand = defineCommand({
  name: "scores list",
  summary: "List the scores that were asked for and kept.",
  description:
    "Shows, for every program, service or module that has scored, how many scores are kept. All runs and comparisons that ask the same one, with the same --oracle-version, use them, so that nothing is paid for twice.",
  arguments: {},
  options: {},
  examples: [{ line: "windage scores list", explanation: "Whose scores are kept, the last used first." }],
  async run(_, { style, width, progress }) {
    const { listSharedScores } = await import("../../landscape/source/list-shared-scores.ts");
    const { sharedScoresFolder } = await import("../../landscape/source/shared-scores-folder.ts");
    const stores = await listSharedScores();
    await sayDamage(stores, progress);
    const rows = stores.map(({ id, scores, updated, oracle }) => [
      id,
      grouped(scores),
      updated.slice(0, 16).replace("T", " "),
      printableLine(oracle ?? "(does not say)"),
    ]);
    const columns = [
      { header: "id", align: "left" },
      { header: "scores", align: "right" },
      { header: "last used (UTC)", align: "left" },
      { header: "asked of", align: "left" },
    ] as const;
    const table = renderTable(columns, fitLastColumn(columns, rows, width), style.bold);
    return {
      document: { folder: sharedScoresFolder(), stores },
      text:
        stores.length === 0
          ? `No scores are kept yet in ${sharedScoresFolder()}. Runs with --oracle-command, --oracle-url or a module keep them there.`
          : table,
    };
  },
});

export const scoresExportCommand = defineCommand({
  name: "scores export",
  summary: "Write kept scores as CSV.",
  description:
    "Writes the scores of one program, service or module as CSV with the columns sequence and score, which --dataset, design and every other command read. Scores under a condition have it in a third column.",
  arguments: { id: storeArgument },
  options: {
    out: {
      kind: "text",
      valueName: "file",
      description: "Write to this file instead of to the terminal; - is standard output.",
    },
  },
  examples: [
    {
      line: "windage scores export 3f9a --out scores.csv",
      explanation: "The store whose id begins like this.",
    },
  ],
  async run({ id, out }, { progress }) {
    const { findSharedScores, readSharedScores } =
      await import("../../landscape/source/list-shared-scores.ts");
    const { checkOutput, outputName, writeOutput } = await import("../../file/output-file.ts");
    outputFormat(undefined, out, ["csv"]);
    if (out !== undefined) await checkOutput(out);
    const store = await findSharedScores(id);
    await sayDamage([store], progress);
    const { scores } = await readSharedScores(store.path);
    const named = Array.from(scores, ([name, score]) => {
      const [sequence = "", ...context] = name.split("\n");
      return { sequence, score, context: context.join("\n") };
    });
    const conditional = named.some(({ context }) => context !== "");
    const lines = named.map(({ sequence, score, context }) =>
      [sequence, score, ...(conditional ? [`"${context.replaceAll('"', '""')}"`] : [])].join(","),
    );
    const text = [`sequence,score${conditional ? ",condition" : ""}`, ...lines].join("\n");
    const document = { ...store, ...(out === undefined ? { entries: named } : { file: out }) };
    if (out === undefined) return { document, text };
    await writeOutput(out, [`${text}\n`]);
    return {
      document,
      text: `${counted(scores.size, "score")} of ${printableLine(store.oracle ?? id)} in ${outputName(out)}.`,
    };
  },
});

export const scoresClearCommand = defineCommand({
  name: "scores clear",
  summary: "Forget kept scores.",
  description:
    "Removes the kept scores of one program, service or module, or all of them. Runs keep what they asked themselves; what they had from here is asked again when they are resumed.",
  arguments: { id: { ...storeArgument, default: "" } },
  options: { all: { kind: "boolean", description: "Remove all of them." } },
  examples: [{ line: "windage scores clear 3f9a", explanation: "The store whose id begins like this." }],
  async run({ id, all }) {
    const { findSharedScores, listSharedScores, removeSharedScores } =
      await import("../../landscape/source/list-shared-scores.ts");
    if (all === (id !== "")) {
      throw new WindageError(
        "cli/conflict",
        `scores clear: got ${all ? "an id beside --all" : "neither an id nor --all"}, expected one of them; "windage scores list" shows ids.`,
      );
    }
    const stores = all ? await listSharedScores() : [await findSharedScores(id)];
    for (const store of stores) await removeSharedScores(store);
    const scores = stores.reduce((sum, store) => sum + store.scores, 0);
    return {
      document: { removed: stores },
      text: `Removed ${counted(scores, "score")} of ${counted(stores.length, "source")}.`,
    };
  },
});
