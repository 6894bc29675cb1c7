/** `windage design`: from a file of measurements to a batch to order. */
import { WindageError } from "../../error.ts";
import type { Proposal } from "../../design/index.ts";
import type { Assay } from "../../landscape/index.ts";
import { excluded, readText, requireWritable } from "../design/design-inputs.ts";
import { assayOptions, directionOfScores, orderFormat, outputOptions } from "../design/design-options.ts";
import { requireEffect } from "../../settings/effect.ts";
import { roundOptions, type RoundValues } from "../../experiment/options/round-options.ts";
import { assayOptionsOf } from "../../world/oracle/assay-source.ts";
import { shellWord } from "../../shell-word.ts";
import { notesOn, sayRead, sayReading } from "../design/say-assay.ts";
import { counted } from "../../number-words.ts";
import { refuseUnusedFormat } from "../output-format.ts";
import { defineCommand } from "../option-table.ts";

/** Thompson sampling takes no steps where it can look at every sequence, which only the file tells. */
async function requireSteps(
  { search, doubleStranded, free }: RoundValues,
  { alphabet, measurements, parent }: Assay,
): Promise<void> {
  const { DesignSpace } = await import("../../design/search/design-space.ts");
  const { frameOf } = await import("../../design/request/frame.ts");
  const { measuredWithin } = await import("../../design/request/within-frame.ts");
  const sequences = measurements.map(({ sequence }) => sequence);
  const frame = frameOf(sequences, { free: doubleStranded ? "all" : free, numbers: parent?.numbers });
  const varying = measuredWithin(measurements, frame);
  if (search !== "thompson" || DesignSpace.of(varying, alphabet).all === null) return;
  throw new WindageError(
    "cli/no-effect",
    "--steps: got it, but with --search thompson it has an effect only where sequences cannot all be listed (several lengths, or more than 2^20); leave it out.",
  );
}

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
  },
  examples: [
    {
      line: "windage design assay.csv",
      explanation: "A hundred new sequences, at least three letters apart.",
    },
    {
      line: "windage design assay.csv --minimize --log --score-column Kd --alpha 0.02",
      explanation: "Lower is better, over powers of ten, with a synthesis that slips.",
    },
    {
      line: "windage design assay.csv --batch 96 --project plate1 --out order.fasta",
      explanation: "Begin a project and write the order for a supplier.",
    },
  ],
  async run({ assay: file, project, minimize, log, alphabet, format: told, out, exclude, ...rest }, context) {
    const { errorsOf, holdingNote, proposeOptionsOf, requireThreshold, workedThreshold } =
      await import("../../job/design/round-settings.ts");
    const { withParent } = await import("../../job/design/read-parent.ts");
    const { orderResult, proposeInteractively, requireLearnable } = await import("../design/run-round.ts");
    const { readAssay } = await import("../../landscape/index.ts");
    const { logScores } = await import("../../design/utility/log-scores.ts");
    const { mergeMeasurements } = await import("../../design/rounds.ts");
    const { refuseFormulas } = await import("../../design/batch/write-order.ts");
    const { outlierHint, sharedEndsHint } = await import("../design/odd-measurements.ts");
    const { spanHint } = await import("../design/span-hint.ts");
    const format = orderFormat(told, out);
    refuseUnusedFormat(context, out);
    if (out !== undefined) await requireWritable(out, file);
    const { sequenceColumn, scoreColumn, delimiter, decimal, parent, sites, ...asked } = rest;
    requireEffect(roundOptions, context.given, asked);
    requireThreshold(asked);
    const { threshold } = asked;
    const round = {
      ...asked,
      threshold: threshold === undefined ? undefined : workedThreshold(threshold, log),
    };
    const sense = { minimize, log };
    const layout = { sequenceColumn, scoreColumn, delimiter, decimal, alphabet, parent, sites };
    const options = await withParent(assayOptionsOf(layout));
    const text = await readText(file);
    sayReading(text, file, context);
    const assay = readAssay(text, options, file);
    if (format === "excel") refuseFormulas(Array.from(assay.alphabet));
    const wide = spanHint(
      assay.measurements.map(({ score }) => score),
      log,
    );
    const odd = [
      outlierHint(assay.measurements, log),
      round.doubleStranded
        ? sharedEndsHint(assay.measurements)
        : holdingNote(assay.measurements, round, assay.parent),
    ];
    const notes = [...notesOn(assay, minimize), ...[wide, ...odd].filter((hint) => hint !== undefined)];
    sayRead(assay, notes, file, context);
    if (context.given.has("steps")) await requireSteps(round, assay);
    const molecules = mergeMeasurements([assay.measurements], round);
    const twice = assay.measurements.length - molecules.length;
    if (twice > 0) {
      context.progress(
        `${counted(twice, "sequence")} measured as both strands: averaged (--double-stranded).`,
      );
    }
    const measurements = log ? logScores(molecules) : molecules;
    const matrix = round.noiseMatrix === undefined ? undefined : await readText(round.noiseMatrix);
    const errors = errorsOf(round.alpha, matrix, assay.alphabet, round.noiseMatrix);
    const banned = await excluded(exclude, assay.alphabet, measurements, context);
    const search = (): Promise<Proposal> =>
      proposeInteractively(
        measurements,
        assay.alphabet,
        { ...proposeOptionsOf(round, errors, assay.parent), utility: round.utility, exclude: banned },
        sense,
        context,
      );
    await requireLearnable(measurements, round, sense);
    const { beginProject, createProject, keepOrder } = await import("../../run/project/index.ts");
    const proposal =
      project === undefined
        ? await search()
        : await beginProject(project, async (held) => {
            // Before the work: a folder that is taken should not cost a search.
            const kept = await createProject(held, file, options, {
              alphabet: assay.alphabet,
              minimize,
              log,
              round: { ...round, noiseMatrix: matrix },
            });
            return (await keepOrder(held, kept, await search(), banned)).proposal;
          });
    const next =
      project === undefined
        ? "Add --project <folder> to keep this and go on with further rounds."
        : `When results are in: windage design tell ${shellWord(project)} results.csv`;
    const { rows, dropped, noise } = assay;
    const document = {
      assay: { file, alphabet: assay.alphabet, rows, dropped, noise, measured: measurements.length, notes },
      ...(project === undefined ? {} : { project }),
    };
    return orderResult(
      proposal,
      {
        measurements,
        sense,
        wanted: round.batch,
        round: 1,
        format,
        decimal: assay.layout.decimal,
        out,
        document,
        next,
      },
      context,
    );
  },
});
