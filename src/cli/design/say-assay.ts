/** What commands say about a file of measurements: how it was read, and what its scores are worth where a map was chosen. */
import type { ExperimentConfig } from "../../run/config/config.ts";
import type { Assay } from "../../landscape/assay/assay.ts";
import type { CommandContext } from "../option-table.ts";
import { counted } from "../../number-words.ts";
import { printable } from "../terminal/printable.ts";
import { plain } from "../terminal/style.ts";
import { lowerIsBetterAmong } from "../../landscape/assay/score-direction.ts";
import { askDirection } from "./ask-direction.ts";

/** Longer texts take seconds to read. */
const longText = 2 ** 22;

/** Says that a large file is being read, which takes a while without a word. */
function sayReading(text: string, file: string, { progress }: Pick<CommandContext, "progress">): void {
  if (text.length > longText)
    progress(`Reading ${file}, ${counted(Math.round(text.length / 1e6), "megabyte")} …`);
}

/** Says how a file was read. */
export function sayRead(
  { measurements, rows }: Pick<Assay, "measurements" | "rows">,
  notes: readonly string[],
  file: string,
  { progress }: Pick<CommandContext, "progress">,
): void {
  const sequences = counted(measurements.length, "different sequence");
  progress(`Read ${file}: ${counted(rows, "row")}, ${sequences}.`);
  for (const note of notes) progress(`  ${printable(note)}`);
}

/**
 * The same for the scores of an experiment, where they come from such a file; `file` is its name as it was typed. The
 * answer is whether lower ones are better, which is asked where nothing was said.
 */
export async function sayScores(
  config: ExperimentConfig,
  file: string | undefined,
  context: Pick<CommandContext, "progress" | "given" | "json">,
  ask: typeof askDirection = askDirection,
): Promise<boolean> {
  if (config.oracleCsv === null || file === undefined) return config.minimize;
  const { readTableText } = await import("../../file/read-table.ts");
  const { readAssay } = await import("../../landscape/assay/read-assay.ts");
  const { assayOptionsOf } = await import("../../world/oracle/assay-source.ts");
  const { log, utility, utilityWidth, missing } = config;
  const text = await readTableText(config.oracleCsv, undefined, file);
  sayReading(text, file, context);
  const assay = readAssay(text, assayOptionsOf(config), file);
  const column = lowerIsBetterAmong(assay.layout.scoreColumns);
  const isOpen = column !== undefined && !config.minimize && !context.given.has("minimize");
  const minimize = isOpen ? await ask(column, context) : config.minimize;
  const idle =
    missing !== "error" && isComplete(assay)
      ? [`--missing ${missing} has no effect: the file lists every sequence of its length`]
      : [];
  sayRead(assay, [...assay.notes, ...idle], file, context);
  if (utility === "given") return minimize;
  const { createUtility } = await import("../../design/utility/utility-map.ts");
  const { logScores } = await import("../../design/utility/log-scores.ts");
  const { utilityPicture, worthSentence } = await import("./utility-picture.ts");
  const measured = log ? logScores(assay.measurements) : assay.measurements;
  const scores = measured.map(({ score }) => (minimize ? -score : score));
  const map = createUtility(utility, scores, utilityWidth ?? undefined);
  const sense = { minimize, log };
  context.progress(`\n${worthSentence(map, sense)}`);
  context.progress(`${utilityPicture(measured, map, sense, plain, process.stderr.columns)}\n`);
  return minimize;
}

/** How the file of known sequences was read, where there is one. What is wrong with it is told when it is learned from. */
export async function sayDataset(
  { dataset, alphabet }: ExperimentConfig,
  file: string | undefined,
  context: Pick<CommandContext, "progress">,
): Promise<void> {
  if (dataset === null || file === undefined) return;
  const { readTableText } = await import("../../file/read-table.ts");
  const { readAssay } = await import("../../landscape/assay/read-assay.ts");
  const { WindageError } = await import("../../error.ts");
  try {
    const text = await readTableText(dataset, undefined, file);
    const assay = readAssay(text, alphabet === null ? {} : { alphabet }, file);
    sayRead(assay, assay.notes, file, context);
  } catch (error) {
    if (!(error instanceof WindageError)) throw error;
  }
}

/** Whether nothing is missing: all sequences there are of the one length that was measured. */
function isComplete({ alphabet, measurements }: Assay): boolean {
  const [first] = measurements;
  return (
    first !== undefined &&
    measurements.every(({ sequence }) => sequence.length === first.sequence.length) &&
    measurements.length === alphabet.length ** first.sequence.length
  );
}
