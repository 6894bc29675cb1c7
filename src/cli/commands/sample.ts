/** `windage sample`: fresh sequences from a trained run. */
import { defineCommand } from "../option-table.ts";
import { rootOf, runReference, runsOptions, trustOption } from "../run-text/runs-options.ts";

export const sampleCommand = defineCommand({
  name: "sample",
  summary: "Draw fresh sequences from a trained sampler.",
  description:
    "Draws sequences from the policy of a run in its noisy environment, with their scores and what was intended at each position.",
  arguments: {
    run: { kind: "text", placeholder: "run", description: runReference },
  },
  options: {
    count: { kind: "integer", min: 1, max: 10_000_000, default: 20, description: "How many." },
    format: {
      kind: "choice",
      choices: ["csv", "jsonl", "fasta"],
      default: "csv",
      description: "How they are written.",
    },
    seed: { kind: "integer", min: 0, default: 0, description: "The same seed draws the same sequences." },
    ...trustOption,
    ...runsOptions,
  },
  examples: [
    {
      line: "windage sample latest --count 1000 > samples.csv",
      explanation: "A thousand sequences as CSV.",
    },
    { line: "windage sample 20261115 --format fasta", explanation: "For sequence tools." },
  ],
  async run({ run: name, runs, count, seed, format, trust }) {
    const { openRun } = await import("../../run/index.ts");
    const { drawSamples, withTrainedRun } = await import("../../run/experiment/index.ts");
    const run = await openRun(name, rootOf(runs));
    const { objects, intended, scores } = await withTrainedRun(
      run,
      (experiment) => drawSamples(experiment, count, seed),
      { trust },
    );
    const rows = objects.map((sequence, i) => ({ sequence, intended: intended[i]!, score: scores[i]! }));
    return { document: { run: run.folder, seed, samples: rows }, text: write(rows, format) };
  },
});

interface Row {
  readonly sequence: string;
  readonly intended: string;
  readonly score: number;
}

function write(rows: readonly Row[], format: "csv" | "jsonl" | "fasta"): string {
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
