/** `windage sample`: fresh sequences from a trained run. */
import { resolve } from "node:path";
import { WindageError } from "../../error.ts";
import { engineNotice } from "../engine-notice.ts";
import { withPhases } from "../train/progress-line.ts";
import { warn } from "../train/warn.ts";
import { ruleOptions, rulesAmong } from "../../run/project/rule-options.ts";
import type { SampleJobSettings } from "../../job/sample/sample-job.ts";
import { defineCommand, type CommandResult } from "../option-table.ts";
import { outputFormat, refuseUnusedFormat } from "../output-format.ts";
import { rootOf, runReference, runsOptions, trustOption } from "../run-text/runs-options.ts";

const formats = ["csv", "jsonl", "fasta", "parquet"] as const;

export const sampleCommand = defineCommand({
  name: "sample",
  summary: "Draw fresh sequences from a trained sampler.",
  description:
    "Draws sequences from the policy of a run in its noisy environment, with their scores and what was intended at each position.",
  computes: true,
  arguments: {
    run: { kind: "text", valueName: "run", description: runReference },
  },
  options: {
    count: {
      kind: "integer",
      min: 1,
      max: 1_000_000_000,
      default: 20,
      description:
        "How many; above a million only as they come: without rules such as --unique, and not as parquet or --json.",
    },
    format: {
      kind: "choice",
      choices: formats,
      description: "How they are written; by the ending of --out unless told, else csv. parquet needs --out.",
    },
    out: {
      kind: "text",
      valueName: "file",
      description:
        "Write them to this file instead of the terminal; an existing one is replaced. - is standard output.",
    },
    seed: { kind: "integer", min: 0, default: 0, description: "The same seed draws the same sequences." },
    condition: {
      kind: "text",
      valueName: "name",
      description:
        "The table to sample for, of a run with several, or the condition of a module: its name, or numbers as JSON.",
    },
    complete: {
      kind: "texts",
      valueName: "letters",
      description:
        "Finish this beginning, --count times, and show what may come next; may be given several times.",
    },
    completeFile: {
      kind: "text",
      valueName: "file",
      description: "Finish every beginning in this file: FASTA, one per line, or a table.",
    },
    decideAhead: {
      kind: "integer",
      min: 0,
      max: 8,
      default: 0,
      description:
        "Decide by the flows so many steps ahead, and by true scores at the end where those are free; 0 is the policy itself.",
    },
    beta: {
      kind: "number",
      min: 0,
      max: 1000,
      description: "The exponent to sample with, of a run with a range of them; larger is sharper.",
    },
    unique: {
      kind: "boolean",
      description:
        "Each sequence once, as with --top and --min-distance anyway; more are drawn until there are --count.",
    },
    top: {
      kind: "integer",
      min: 1,
      max: 50_000,
      description:
        "Only the best so many, each once, of --count samples or of 20 times as many, if that is more.",
    },
    from: {
      kind: "choice",
      choices: ["policy", "training"],
      default: "policy",
      description:
        "training: the best that were scored in training, which the run keeps; nothing is drawn, opened or asked.",
    },
    best: {
      kind: "integer",
      min: 1,
      max: 1000,
      needs: [{ words: "with --from training", holds: ({ from }) => from === "training" }],
      description: "With --from training: how many, from the best on; 20 unless given.",
    },
    minDistance: {
      kind: "integer",
      min: 1,
      max: 10_000,
      description: "Letters by which any two differ at least; more are drawn until there are --count.",
    },
    minScore: { kind: "number", description: "Only sequences that score at least this." },
    unscored: {
      kind: "boolean",
      needs: [
        {
          words: "without --top, --min-score and --decide-ahead, which read scores",
          holds: ({ top, minScore, decideAhead }) =>
            top === undefined && minScore === undefined && decideAhead === 0,
        },
      ],
      description:
        "Leave scores out. Nothing is opened or asked for them, so a run can be sampled where its table, files or program are not.",
    },
    exclude: {
      kind: "text",
      valueName: "file",
      description: "Sequences to leave out: FASTA, one per line, or a table.",
    },
    ...ruleOptions,
    parent: {
      kind: "text",
      valueName: "letters",
      needs: [
        {
          words: "with --fix or --max-changes",
          holds: ({ fix, maxChanges }) => fix !== undefined || maxChanges !== undefined,
        },
      ],
      description: "The sequence that --fix and --max-changes speak of.",
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
      line: "windage sample latest --condition PAX4 --beta 8",
      explanation: "For one table of several, sharpened without training again.",
    },
    {
      line: "windage sample latest --complete ACG --count 100",
      explanation: "A hundred ways to go on from ACG, and the distribution of the next letter.",
    },
    {
      line: "windage sample latest --best 96 --from training --min-distance 2",
      explanation: "The best that training has scored, so that nothing paid for is lost.",
    },
    {
      line: "windage sample latest --decide-ahead 2",
      explanation: "Looks two letters ahead at every step; nothing is trained.",
    },
    {
      line: "windage sample latest --unscored",
      explanation: "Of a run from elsewhere, whose scores cannot be had here.",
    },
    {
      line: "windage sample latest --count 100000 --out samples.parquet",
      explanation: "For data frames.",
    },
  ],
  async run(
    { run: name, runs, count, seed, format: told, out, trust, exclude, unscored, from, best, ...asked },
    context,
  ) {
    const format = outputFormat(told, out, formats) ?? "csv";
    if (format === "parquet" && out === undefined) {
      throw new WindageError(
        "cli/missing-option",
        "windage sample: got --format parquet without a file, and a terminal cannot show it; add --out samples.parquet.",
      );
    }
    refuseUnusedFormat(context, out);
    const { unique, top, minDistance, minScore, completeFile } = asked;
    const rules = rulesAmong(asked);
    const { checkOutput, outputName, writeOutput } = await import("../../file/output-file.ts");
    const { requireEffect } = await import("../../settings/effect.ts");
    const { nextText } = await import("../sample/next-text.ts");
    const { idleRules } = await import("../sample/idle-rules.ts");
    const { countText, pieceTexts } = await import("../sample/piece-texts.ts");
    const { parquetBytes, samplesText } = await import("../sample/write-samples.ts");
    requireEffect(
      sampleCommand.options,
      [...(unscored ? ["unscored"] : []), ...(best === undefined ? [] : ["best"])],
      { ...asked, from },
    );
    if (from === "training") {
      const { bestOf } = await import("../sample/best-of-training.ts");
      const { openRun } = await import("../../run/open-run.ts");
      const run = await openRun(name, { ...rootOf(runs), use: "samples" });
      const wanted = { best, minDistance, minScore, rules, parent: asked.parent, exclude };
      return bestOf(run, wanted, { format, out }, context);
    }
    const { mostHeld, sampleJob } = await import("../../job/sample/sample-job.ts");
    const { hasRules } = await import("../../job/sample/draw-all.ts");
    const { followJob } = await import("../follow-job.ts");
    const read = [exclude, completeFile].filter((file) => file !== undefined);
    if (out !== undefined) await checkOutput(out, ...read);
    const picked = { unique, top, minDistance, minScore, rules };
    const plain = !hasRules({ ...picked, exclude });
    const streams = plain && format !== "parquet" && (out !== undefined || !context.json);
    if (count > mostHeld && !streams) throw tooMany(count, mostHeld);
    const take: SampleJobSettings["take"] = async (pieces, { length: begun }) => {
      const texts = pieceTexts(pieces, format === "parquet" ? "csv" : format, begun > 1);
      if (out !== undefined) await writeOutput(out, texts);
      else for await (const text of texts) context.print(text);
    };
    const warnings: string[] = [];
    const { run, samples, drawn, next } = await withPhases((onPhase, onCount) =>
      followJob(
        (control) =>
          sampleJob({
            ...asked,
            run: name,
            runs,
            trust,
            unscored,
            count,
            seed,
            rules,
            exclude: exclude === undefined ? undefined : { file: exclude },
            take: streams ? take : undefined,
            ...control,
          }),
        context,
        {
          async onEvent(event) {
            switch (event.kind) {
              case "started":
                await engineNotice(context);
                for (const note of idleRules(picked, context.given.has("count") ? count : undefined))
                  context.progress(note);
                break;
              case "phase":
                onPhase(event.text);
                break;
              case "warning":
                warnings.push(warn(context, event.text));
                break;
              case "rules": {
                const { rulesText } = await import("../design/rules-text.ts");
                context.progress(`Rules: ${rulesText(event.rules)}.`);
                break;
              }
              case "excluded":
                for (const note of event.notes) context.progress(`--exclude: ${note}`);
                break;
              case "next":
                context.progress(nextText(event.next, context.width));
                break;
              case "progress":
                if (streams) onPhase(`${event.drawn} of ${event.wanted} samples`);
                else onCount(countText(event));
                break;
            }
          },
        },
      ),
    );
    const document = { run: run.folder, warnings, seed, drawn, ...(next.length === 0 ? {} : { next }) };
    const written = (kept: number, file: string): CommandResult => ({
      document: { ...document, count: kept, file: resolve(file) },
      text: `${kept} samples in ${outputName(file)}`,
    });
    if (streams) return out === undefined ? { document, text: "" } : written(drawn, out);
    const several = next.length > 1;
    const wanted = (top ?? count) * Math.max(1, next.length);
    if (!plain) {
      const short = samples.length < wanted ? ` (${wanted} were asked for)` : "";
      context.progress(`${samples.length} of ${drawn} samples kept${short}.`);
    }
    if (out === undefined) {
      const text = format === "parquet" ? "" : samplesText(samples, format, several);
      return { document: { ...document, samples }, text };
    }
    await writeOutput(out, [
      format === "parquet" ? await parquetBytes(samples) : `${samplesText(samples, format, several)}\n`,
    ]);
    return written(samples.length, out);
  },
});

function tooMany(count: number, most: number): WindageError {
  return new WindageError(
    "cli/too-many",
    `--count: got ${count}, but rules, parquet and --json need all samples at once, expected at most ${most}; leave them out, or write CSV with --out.`,
  );
}
