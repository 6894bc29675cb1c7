/** `windage sample`: fresh sequences from a trained run. */
import { resolve } from "node:path";
import { WindageError } from "../../error.ts";
import type { Experiment } from "../../experiment/index.ts";
import { engineNotice } from "../engine-notice.ts";
import { ProgressLine } from "../experiment/progress-line.ts";
import { warn } from "../experiment/train-interactively.ts";
import { defineCommand } from "../option-table.ts";
import { drawSelected, type DrawRules } from "../sample/draw-selected.ts";
import { jsonPieces, textPieces, writeSampleFile, type SampleStream } from "../sample/sample-formats.ts";
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
    const run = await openRun(name, { ...rootOf(runs), trained: true });
    const warnings: string[] = [];
    const kept = { rows: 0, drawn: count };
    const draw = async (use: (samples: SampleStream) => Promise<void>): Promise<void> => {
      const { withTrainedRun } = await import("../../run/training/index.ts");
      await engineNotice(context);
      const line = new ProgressLine();
      const opened = {
        trust,
        onWarning: (text: string) => warnings.push(warn(context, text)),
        onPhase: (phase: string) => line.phase(phase),
      };
      try {
        await withTrainedRun(
          run,
          (experiment) => {
            // Samples on a terminal are progress enough, and would mix with the line.
            if (out === undefined) line.end();
            else line.phase(`Drawing ${count} samples`);
            return use(samplesOf(experiment, { ...rules, count }, seed, kept));
          },
          opened,
        );
      } finally {
        line.end();
      }
      const wanted = rules.top ?? count;
      if (kept.drawn === kept.rows && kept.rows >= wanted) return;
      const short = kept.rows < wanted ? ` (${wanted} were asked for)` : "";
      context.progress(`${kept.rows} of ${kept.drawn} samples kept${short}.`);
    };
    if (out === undefined) {
      return {
        print: (write, json) =>
          draw(async (samples) => {
            const head = { run: run.folder, warnings, seed };
            const texts = json
              ? jsonPieces(head, samples, () => ({ drawn: kept.drawn }))
              : textPieces(samples, format === "parquet" ? "csv" : format);
            for await (const text of texts) await write(text);
          }),
      };
    }
    await draw((samples) => writeSampleFile(out, format, samples));
    const { rows, drawn } = kept;
    return {
      document: { run: run.folder, warnings, seed, drawn, count: rows, file: resolve(out) },
      text: `${rows} samples in ${out}`,
    };
  },
});

/** Keeps seeds of further chunks away from those a user would type. */
const seedsApart = 1_000_003;

/** Samples as they are drawn; with rules, those that pass, once all are known. `kept` counts along. */
async function* samplesOf(
  experiment: Experiment,
  { exclude, ...rules }: Omit<DrawRules, "excluded"> & { readonly exclude: string | undefined },
  seed: number,
  kept: { rows: number; drawn: number },
): SampleStream {
  const { streamSamples } = await import("../../assessment/index.ts");
  const { policy } = experiment.trainer;
  const { unique, minDistance, minScore, top } = rules;
  if (!unique && [minDistance, minScore, top, exclude].every((rule) => rule === undefined)) {
    for await (const some of streamSamples(experiment, policy, rules.count, seed)) {
      kept.rows += some.length;
      yield some;
    }
    return;
  }
  const excluded = exclude === undefined ? "" : await readExcluded(exclude);
  const { rows, drawn } = await drawSelected({ ...rules, excluded }, async (some, chunk) => {
    const all = [];
    const own = seed + chunk * seedsApart;
    for await (const samples of streamSamples(experiment, policy, some, own)) all.push(samples);
    return all.flat();
  });
  Object.assign(kept, { rows: rows.length, drawn });
  yield rows;
}

async function readExcluded(path: string): Promise<string> {
  const { decodeText, readUserFile } = await import("../../file/read-user-file.ts");
  return decodeText(await readUserFile(path), path);
}
