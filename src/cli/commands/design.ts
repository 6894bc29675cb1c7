/** `windage design`: from a file of measurements to a batch to order. */
import { roundOptions } from "../../run/project/round-options.ts";
import { shellWord } from "../../shell-word.ts";
import { assayOptions, directionOfScores, orderFormat, outputOptions } from "../design/design-options.ts";
import { askDirection } from "../design/ask-direction.ts";
import { sayRead } from "../design/say-assay.ts";
import type { FollowedControl } from "../follow-job.ts";
import { defineCommand, givenAmong } from "../option-table.ts";
import { openOption } from "../run-text/runs-options.ts";
import { refuseUnusedFormat } from "../output-format.ts";
import { counted } from "../../number-words.ts";

export const designCommand = defineCommand({
  name: "design",
  summary: "From measured sequences to a batch to order.",
  description:
    "Reads measured sequences (docs/assays.md), fits models of what was measured and checks them on rows they have not seen, searches for sequences worth ordering, given the errors of the synthesis, and prints the batch: what to order, its predicted score with an 80 % interval as ordered and after errors, and the nearest measured sequence. With --project everything is kept, and design tell, propose and report go on from there. Ctrl-C stops without writing anything.",
  computes: true,
  arguments: {
    assay: { kind: "text", valueName: "file", description: "A CSV file of sequences and scores." },
  },
  options: {
    ...directionOfScores,
    alphabet: {
      kind: "text",
      valueName: "letters",
      description: "The letters in their order; DNA, RNA or protein is found out.",
    },
    ...assayOptions,
    ...roundOptions,
    ...outputOptions,
    project: {
      kind: "text",
      valueName: "folder",
      description: "Keep measurements and orders in this new folder.",
    },
    ...openOption,
  },
  examples: [
    {
      line: "windage design assay.csv",
      explanation: "A hundred new sequences, as far apart as there is room for.",
    },
    {
      line: "windage design binding.csv --minimize --log --score-column Kd --alpha 0.02",
      explanation: "Lower is better, over powers of ten, with a synthesis that slips.",
    },
    {
      line: "windage design assay.csv --batch 96 --project plate1 --out order.fasta",
      explanation: "Begin a project and write the order for a supplier.",
    },
  ],
  async run({ assay: file, project, format: told, out, exclude, open, ...rest }, context) {
    const { designJob } = await import("../../job/design/design-job.ts");
    const { orderResult, proposeInteractively } = await import("../design/run-round.ts");
    const { refuseFormulas } = await import("../../design/batch/write-order.ts");
    const { mergeMeasurements } = await import("../../design/rounds.ts");
    const { outlierHint, sharedEndsHint } = await import("../design/odd-measurements.ts");
    const { spanHint } = await import("../design/span-hint.ts");
    const format = orderFormat(told, out);
    refuseUnusedFormat(context, out);
    const { checkOutput } = await import("../../file/output-file.ts");
    if (out !== undefined) await checkOutput(out, file);
    const { log } = rest;
    let read: object = {};
    const start = (control: FollowedControl) =>
      designJob({
        ...givenAmong(rest, context),
        file,
        project,
        ...(exclude === undefined ? {} : { exclude: { file: exclude } }),
        onAlphabet: (letters) => (format === "excel" ? refuseFormulas(Array.from(letters)) : undefined),
        onDirection: (column) => askDirection(column, context),
        ...control,
      });
    const result = await proposeInteractively(start, context, ({ assay, held }) => {
      const { measurements, alphabet, rows, dropped, noise } = assay;
      const scores = measurements.map(({ score }) => score);
      const odd = [
        spanHint(scores, log),
        outlierHint(measurements, log),
        rest.doubleStranded ? sharedEndsHint(measurements) : held,
      ].filter((hint) => hint !== undefined);
      const notes = [...assay.notes, ...odd];
      sayRead(assay, notes, file, context);
      const measured = mergeMeasurements([measurements], rest).length;
      if (measured < measurements.length) {
        context.progress(
          `${counted(measurements.length - measured, "sequence")} measured as both strands: averaged (--double-stranded).`,
        );
      }
      read = { file, alphabet, rows, dropped, noise, measured, notes };
    });
    const next =
      project === undefined
        ? "Add --project <folder> to keep this and go on with further rounds."
        : `When results are in: windage design tell ${shellWord(project)} results.csv`;
    if (project === undefined) {
      if (open) context.progress("--open: has no effect without --project, which keeps the page.");
      return orderResult(result, { format, out, document: { assay: read }, next }, context);
    }
    const { reportBeside } = await import("../report/report-beside.ts");
    const page = await reportBeside(project, context, open);
    const document = { assay: read, project, page: page.file };
    return orderResult(result, { format, out, document, next: [next, ...page.lines].join("\n") }, context);
  },
});
