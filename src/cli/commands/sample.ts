/** `windage sample`: fresh sequences from a trained run. */
import { rename, rm, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { WindageError } from "../../error.ts";
import { engineNotice } from "../engine-notice.ts";
import { withPhases } from "../experiment/progress-line.ts";
import { warn } from "../experiment/train-interactively.ts";
import { defineCommand } from "../option-table.ts";
import { drawSelected } from "../sample/draw-selected.ts";
import type { SampleRow } from "../sample/select-samples.ts";
import { rootOf, runReference, runsOptions, trustOption } from "../run-text/runs-options.ts";

export const sampleCommand = defineCommand({
  name: "sample",
  summary: "Draw fresh sequences from a trained sampler.",
  description:
    "Draws sequences from the policy of a run in its noisy environment, with their scores and what was intended at each position.",
  arguments: {
    run: { kind: "text", valueName: "run", description: runReference },
  },
  options: {
    count: { kind: "integer", min: 1, max: 10_000_000, default: 20, description: "How many." },
    format: {
      kind: "choice",
      choices: ["csv", "jsonl", "fasta", "parquet"],
      default: "csv",
      description: "How they are written; parquet needs --out.",
    },
    out: {
      kind: "text",
      valueName: "file",
      description: "Write them to this file instead of the terminal; an existing one is replaced.",
    },
    seed: { kind: "integer", min: 0, default: 0, description: "The same seed draws the same sequences." },
    unique: { kind: "boolean", description: "Each sequence once; more are drawn until there are --count." },
    top: {
      kind: "integer",
      min: 1,
      max: 1_000_000,
      description:
        "Only the best so many, each once, of --count samples or of 20 times as many, if that is more.",
    },
    minDistance: {
      kind: "integer",
      min: 1,
      max: 10_000,
      description: "Letters by which any two differ at least; more are drawn until there are --count.",
    },
    minScore: { kind: "number", description: "Only sequences that score at least this." },
    exclude: {
      kind: "text",
      valueName: "file",
      description: "Sequences to leave out: FASTA, one per line, or a table.",
    },
    ...trustOption,
    ...runsOptions,
  },
  examples: [
    {
      line: "windage sample latest --count 1000 > samples.csv",
      explanation: "A thousand sequences as CSV.",
    },
    { line: "windage sample 20261115 --format fasta", explanation: "For sequence tools." },
    {
      line: "windage sample latest --count 5000 --top 50 --min-distance 3 --exclude known.fasta",
      explanation: "The fifty best that are new and at least three letters apart.",
    },
    {
      line: "windage sample latest --count 100000 --format parquet --out samples.parquet",
      explanation: "For data frames.",
    },
  ],
  async run({ run: name, runs, count, seed, format, out, trust, ...rules }, context) {
    if (format === "parquet" && out === undefined) {
      throw new WindageError(
        "cli/missing-option",
        "windage sample: got --format parquet without a file, and a terminal cannot show it; add --out samples.parquet.",
      );
    }
    const { openRun } = await import("../../run/index.ts");
    const { drawSamples } = await import("../../assessment/index.ts");
    const { withTrainedRun } = await import("../../run/training/index.ts");
    const run = await openRun(name, { ...rootOf(runs), trained: true });
    const warnings: string[] = [];
    const onWarning = (text: string): number => warnings.push(warn(context, text));
    await engineNotice(context);
    const excluded = rules.exclude === undefined ? "" : await readExcluded(rules.exclude);
    const { rows, drawn } = await withPhases((onPhase) =>
      withTrainedRun(
        run,
        async (experiment) =>
          drawSelected({ ...rules, count, excluded }, async (some, chunk) => {
            // The first samples are those that would be drawn without any rule.
            const own = seed + chunk * seedsApart;
            const samples = await drawSamples(experiment, experiment.trainer.policy, some, own);
            return samples.objects.map((sequence, i) => ({
              sequence,
              intended: samples.intended[i]!,
              score: samples.scores[i]!,
            }));
          }),
        { trust, onWarning, onPhase },
      ),
    );
    const wanted = rules.top ?? count;
    if (drawn !== rows.length || rows.length < wanted) {
      const short = rows.length < wanted ? ` (${wanted} were asked for)` : "";
      context.progress(`${rows.length} of ${drawn} samples kept${short}.`);
    }
    const document = { run: run.folder, warnings, seed, drawn, samples: rows };
    if (out === undefined) return { document, text: format === "parquet" ? "" : write(rows, format) };
    await writeSamples(out, format === "parquet" ? await parquetBytes(rows) : `${write(rows, format)}\n`);
    return {
      document: { run: run.folder, warnings, seed, drawn, count: rows.length, file: resolve(out) },
      text: `${rows.length} samples in ${out}`,
    };
  },
});

/** Keeps seeds of further chunks away from those a user would type. */
const seedsApart = 1_000_003;

async function readExcluded(path: string): Promise<string> {
  const { decodeText, readUserFile } = await import("../../file/read-user-file.ts");
  return decodeText(await readUserFile(path), path);
}

/** Complete or not at all: a file of that name is only replaced when the new one is whole. */
async function writeSamples(path: string, content: string | Uint8Array): Promise<void> {
  const whole = `${path}.${process.pid}.part`;
  try {
    await writeFile(whole, content);
    await rename(whole, path);
  } catch (cause) {
    await rm(whole, { force: true });
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new WindageError(
      "cli/cannot-write",
      `--out: ${path} cannot be written (${reason}); choose another place.`,
      {
        cause,
      },
    );
  }
}

async function parquetBytes(rows: readonly SampleRow[]): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await import("hyparquet-writer");
  const buffer = parquetWriteBuffer({
    columnData: [
      { name: "sequence", data: rows.map((row) => row.sequence), type: "STRING" },
      { name: "intended", data: rows.map((row) => row.intended), type: "STRING" },
      { name: "score", data: Float64Array.from(rows, (row) => row.score), type: "DOUBLE" },
    ],
  });
  return new Uint8Array(buffer);
}

function write(rows: readonly SampleRow[], format: "csv" | "jsonl" | "fasta"): string {
  switch (format) {
    case "csv":
      return [
        "sequence,intended,score",
        ...rows.map((row) => `${field(row.sequence)},${field(row.intended)},${row.score}`),
      ].join("\n");
    case "jsonl":
      return rows.map((row) => JSON.stringify(row)).join("\n");
    case "fasta":
      return rows
        .map((row, i) => `>sample${i + 1} score=${row.score} intended=${row.intended}\n${row.sequence}`)
        .join("\n");
    default:
      return format satisfies never;
  }
}

/** Objects of a user's own environment may be any text. */
function field(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
