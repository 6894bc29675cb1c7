/** `windage design`: from a file of measurements to a batch to order; `design propose` goes on. */
import { WindageError } from "../../error.ts";
import type { ErrorModel, Proposal } from "../../design/index.ts";
import type { Measurement } from "../../landscape/index.ts";
import {
  assayOptions,
  directionOfScores,
  orderFormat,
  outputOptions,
  projectArgument,
  proposeOptionsOf,
  requireThreshold,
  workedThreshold,
} from "../design/design-options.ts";
import { requireEffect } from "../../experiment/options/effect.ts";
import { roundOptions, type RoundValues } from "../../experiment/options/round-options.ts";
import { assayOptionsOf } from "../../experiment/oracle/assay-source.ts";
import { orderResult, proposeInteractively, requireLearnable } from "../design/run-round.ts";
import { outlierHint, sharedEndsHint } from "../design/odd-measurements.ts";
import { spanHint } from "../design/span-hint.ts";
import { notesOn, sayRead } from "../design/say-assay.ts";
import { counted } from "../terminal/number.ts";
import { refuseUnusedFormat } from "../output-format.ts";
import { defineCommand, flagOf, type CommandContext } from "../option-table.ts";

async function readText(path: string): Promise<string> {
  const { decodeText, readUserFile } = await import("../../file/read-user-file.ts");
  return decodeText(await readUserFile(path), path);
}

/** Before the work: a file that cannot be written should not cost a search. */
async function requireWritable(path: string, ...read: readonly string[]): Promise<void> {
  const { checkOutput } = await import("../../file/output-file.ts");
  await checkOutput(path, ...read);
}

/** The synthesis errors that options describe; a matrix is given as text, so that a project can keep it. */
async function errorsOf(
  alpha: number,
  matrix: string | undefined,
  alphabet: string,
  file?: string,
): Promise<ErrorModel> {
  const { readErrorModel, uniformErrors } = await import("../../design/index.ts");
  return matrix === undefined
    ? uniformErrors(alpha, alphabet.length)
    : readErrorModel(matrix, alphabet, file ?? "--noise-matrix");
}

async function excluded(
  file: string | undefined,
  alphabet: string,
  measurements: readonly Measurement[],
  { progress }: CommandContext,
): Promise<readonly string[]> {
  if (file === undefined) return [];
  const { notesOnList, readSequenceList } = await import("../../design/batch/read-sequence-list.ts");
  const { DesignSpace } = await import("../../design/search/design-space.ts");
  const text = await readText(file);
  const made = { alphabet, ...DesignSpace.of(measurements, alphabet).lengths };
  const source = `--exclude: ${file}`;
  const list = [...new Set(readSequenceList(text, made, source))];
  if (list.length > 0) {
    progress(`Read ${file}: ${counted(list.length, "sequence")} never to propose.`);
    for (const note of notesOnList(text, made, source)) progress(`--exclude: ${note}`);
    return list;
  }
  throw new WindageError(
    "design/bad-list",
    `--exclude: ${file}: got no sequence over ${alphabet} in it, expected FASTA, one per line, or a table`,
  );
}

/** Thompson sampling takes no steps where it can look at every sequence, which only the file tells. */
async function requireSteps(
  search: RoundValues["search"],
  measurements: readonly Measurement[],
  alphabet: string,
): Promise<void> {
  const { DesignSpace } = await import("../../design/search/design-space.ts");
  if (search !== "thompson" || DesignSpace.of(measurements, alphabet).all === null) return;
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
    const { readAssay } = await import("../../landscape/index.ts");
    const { logScores } = await import("../../design/utility/log-scores.ts");
    const { mergeMeasurements } = await import("../../design/rounds.ts");
    const format = orderFormat(told, out);
    refuseUnusedFormat(context, out);
    if (out !== undefined) await requireWritable(out, file);
    const { sequenceColumn, scoreColumn, delimiter, decimal, ...asked } = rest;
    requireEffect(roundOptions, context.given, asked);
    requireThreshold(asked);
    const { threshold } = asked;
    const round = {
      ...asked,
      threshold: threshold === undefined ? undefined : workedThreshold(threshold, log),
    };
    const sense = { minimize, log };
    const options = assayOptionsOf({ sequenceColumn, scoreColumn, delimiter, decimal, alphabet });
    const assay = readAssay(await readText(file), options, file);
    const wide = spanHint(
      assay.measurements.map(({ score }) => score),
      log,
    );
    const odd = [outlierHint(assay.measurements, log), sharedEndsHint(assay.measurements)];
    const notes = [...notesOn(assay, minimize), ...[wide, ...odd].filter((hint) => hint !== undefined)];
    sayRead(assay, notes, file, context);
    if (context.given.has("steps")) await requireSteps(round.search, assay.measurements, assay.alphabet);
    const molecules = mergeMeasurements([assay.measurements], round);
    const twice = assay.measurements.length - molecules.length;
    if (twice > 0) {
      context.progress(
        `${counted(twice, "sequence")} measured as both strands: averaged (--double-stranded).`,
      );
    }
    const measurements = log ? logScores(molecules) : molecules;
    const matrix = round.noiseMatrix === undefined ? undefined : await readText(round.noiseMatrix);
    const errors = await errorsOf(round.alpha, matrix, assay.alphabet, round.noiseMatrix);
    const banned = await excluded(exclude, assay.alphabet, measurements, context);
    const search = (): Promise<Proposal> =>
      proposeInteractively(
        measurements,
        assay.alphabet,
        { ...proposeOptionsOf(round, errors), utility: round.utility, exclude: banned },
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
        : `When results are in: windage design tell ${project} results.csv`;
    const { rows, dropped, noise } = assay;
    const document = {
      assay: { file, alphabet: assay.alphabet, rows, dropped, noise, measured: measurements.length, notes },
      ...(project === undefined ? {} : { project }),
    };
    return orderResult(
      proposal,
      { measurements, sense, wanted: round.batch, round: 1, format, out, document, next },
      context,
    );
  },
});

export const designProposeCommand = defineCommand({
  name: "design propose",
  summary: "The next batch of a design project.",
  description:
    "Proposes what to order next from everything told so far, with the settings the project began with unless given here. While an order waits for its results, that order is shown again; --again makes another one.",
  arguments: { project: projectArgument },
  options: {
    batch: {
      kind: "integer",
      min: 1,
      max: 100_000,
      description: "How many sequences to order; as at the beginning unless given.",
    },
    search: {
      kind: "choice",
      choices: ["gflownet", "evolution", "thompson", "all"],
      description: "How candidates are found; as at the beginning unless given.",
    },
    decideAhead: {
      kind: "integer",
      min: 0,
      max: 8,
      description:
        "Letters that --search gflownet looks ahead in its last samples; as at the beginning unless given.",
    },
    aim: {
      kind: "choice",
      choices: ["mean", "explore", "safe", "improvement", "exceed"],
      description: "What counts of a prediction; as at the beginning unless given.",
    },
    threshold: {
      kind: "number",
      description:
        "The score --aim exceed has to pass, in the unit of the files; as at the beginning unless given.",
    },
    again: { kind: "boolean", description: "Propose anew although an order waits for its results." },
    ...outputOptions,
  },
  examples: [{ line: "windage design propose plate1 --out order2.csv", explanation: "The next plate." }],
  async run({ project: folder, again, format: told, out, exclude, ...asked }, context) {
    const { batch, search, decideAhead, aim, threshold } = asked;
    const format = orderFormat(told, out);
    refuseUnusedFormat(context, out);
    if (out !== undefined) await requireWritable(out);
    const projects = await import("../../run/project/index.ts");
    const { order, project } = await projects.holdProject(folder, async (held) => {
      const there = await projects.openProject(folder);
      const waiting = again ? undefined : projects.openOrder(there);
      if (waiting !== undefined) {
        const idle = ["batch", "search", "decideAhead", "aim", "threshold", "exclude"].filter((name) =>
          context.given.has(name),
        );
        if (idle.length > 0) {
          throw new WindageError(
            "cli/no-effect",
            `${idle.map((name) => flagOf(name)).join(", ")}: order ${waiting.round} of this project waits for its results and stays as it is; add --again for another order, or leave ${idle.length === 1 ? "it" : "them"} out to see it again.`,
          );
        }
        context.progress(
          `Order ${waiting.round} waits for its results; here it is again (--again makes another one).`,
        );
        return { order: waiting, project: there };
      }
      const { alphabet, log, round } = there.settings;
      const values: RoundValues = {
        ...round,
        batch: batch ?? round.batch,
        search: search ?? round.search,
        decideAhead: decideAhead ?? round.decideAhead,
        aim: aim ?? round.aim,
        threshold: threshold === undefined ? round.threshold : workedThreshold(threshold, log),
        // Every round draws its own numbers, and the same round the same ones.
        seed: (round.seed + there.orders.length) % Number.MAX_SAFE_INTEGER,
      };
      requireEffect(roundOptions, context.given, values);
      requireThreshold(values);
      const banned = await excluded(exclude, alphabet, projects.measurementsOf(there), context);
      const proposal = await proposeInteractively(
        projects.measurementsOf(there),
        alphabet,
        {
          ...proposeOptionsOf(values, await errorsOf(values.alpha, values.noiseMatrix, alphabet)),
          utility: values.utility,
          exclude: [...banned, ...projects.neverAgain(there)],
          earlier: (await import("../design/outcomes.ts")).outcomesOf(there),
        },
        there.settings,
        context,
      );
      return { order: await projects.keepOrder(held, there, proposal, banned), project: there };
    });
    return orderResult(
      order.proposal,
      {
        measurements: projects.measurementsOf(project),
        sense: project.settings,
        wanted: batch ?? project.settings.round.batch,
        round: order.round,
        format,
        out,
        document: { project: folder },
        next: `When results are in: windage design tell ${folder} results.csv`,
      },
      context,
    );
  },
});
