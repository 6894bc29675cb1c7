/** From what was typed to the configuration that a run keeps: complete, and with paths that hold from anywhere. */
import { basename, resolve } from "node:path";
import { WindageError } from "../../error.ts";
import type { ExperimentConfig } from "../../experiment/index.ts";
import { isModule } from "../../experiment/is-module.ts";
import { flagOf, type ValuesOf } from "../option-table.ts";
import type { trainOptions } from "./train-options.ts";

type TaskArgument = {
  readonly task: { readonly kind: "text"; readonly valueName: string; readonly description: string };
};

/** The values of `windage train`. */
export type TrainValues = Omit<ValuesOf<TaskArgument, typeof trainOptions>, "runs">;

const usualAlpha = 0.25;
const usualBeta = 3;

/** Checks what only makes sense together and fills in the rest. */
export function configOf({ length, ...values }: TrainValues): ExperimentConfig {
  const { task, table, oracleCsv, oracleCommand, oracleUrl, dataset, minLength, maxLength } = values;
  const module = isModule(task);
  const sources = { table, oracleCsv, oracleCommand, oracleUrl };
  const source = Object.entries(sources).find(([, value]) => value !== undefined)?.[0];
  if (source !== undefined && (module || task === "grid")) {
    throw new WindageError(
      "cli/conflict",
      `${flagOf(source)}: got another source of scores for the ${module ? `module ${task}` : "grid"}, which has its own; leave one of them out.`,
    );
  }
  if (module && values.alpha !== undefined) {
    throw new WindageError(
      "cli/conflict",
      `--alpha: got ${values.alpha} for the module ${task}, whose environment brings its own noise; leave it out, or use withNoise in the module.`,
    );
  }
  if (length !== undefined && (minLength !== undefined || maxLength !== undefined)) {
    throw new WindageError(
      "cli/conflict",
      "--length: got it beside --min-length or --max-length, expected one or the other; leave --length out if lengths differ.",
    );
  }
  const full = (path: string | undefined): string | null => (path === undefined ? null : resolve(path));
  return {
    ...values,
    task: module ? resolve(task) : task,
    table: full(table),
    oracleCsv: full(oracleCsv),
    oracleCommand: oracleCommand === undefined ? null : wordsOf(oracleCommand),
    oracleUrl: oracleUrl ?? null,
    folder: oracleCommand === undefined ? null : process.cwd(),
    alphabet: values.alphabet ?? null,
    minLength: minLength ?? length ?? null,
    maxLength: maxLength ?? length ?? null,
    alpha: module ? null : (values.alpha ?? usualAlpha),
    beta: values.beta ?? (task === "grid" ? 1 : usualBeta),
    dataset: full(dataset),
    kmer: values.kmer ?? null,
    finalEpsilon: values.finalEpsilon ?? null,
    finalTemperature: values.finalTemperature ?? null,
    stopBelow: values.stopBelow ?? null,
    stopPatience: values.stopPatience ?? null,
  };
}

/** What the run is called in lists. */
export function labelOf({ task, oracleCsv, oracleCommand, oracleUrl }: ExperimentConfig): string {
  if (isModule(task)) return basename(task).slice(0, 200);
  if (task !== "sim8") return task;
  if (oracleCsv !== null) return basename(oracleCsv).slice(0, 200);
  if (oracleCommand !== null) return basename(oracleCommand.at(-1)!).slice(0, 200) || "command";
  if (oracleUrl !== null) return URL.canParse(oracleUrl) ? new URL(oracleUrl).hostname.slice(0, 200) : "url";
  return task;
}

/** The words of a command, from JSON. */
function wordsOf(text: string): readonly string[] {
  let words: unknown;
  try {
    words = JSON.parse(text);
  } catch {
    words = undefined;
  }
  if (Array.isArray(words) && words.length > 0 && words.every((word) => typeof word === "string")) {
    return words;
  }
  throw new WindageError(
    "cli/invalid-value",
    `--oracle-command: got ${text}, expected a JSON list of words such as '["python3","score.py"]'; there is no shell, so each word stands alone and the whole list goes into single quotes.`,
  );
}
