/** `windage design tell` and `design report`: results of what was ordered, kept and compared with what was predicted. */
import { assayOptionsOf } from "../../world/oracle/assay-source.ts";
import { shellWord } from "../../shell-word.ts";
import { assayOptions, projectArgument } from "../design/design-options.ts";
import { sayRead } from "../design/say-assay.ts";
import { openOption } from "../run-text/runs-options.ts";
import { defineCommand } from "../option-table.ts";

export const designTellCommand = defineCommand({
  name: "design tell",
  summary: "Add results to a design project.",
  description:
    "Reads a file of new measurements, says how they compare with what was predicted, and keeps the file in the project. A file counts once: the same command given again shows the comparison again, and another file with the same content is refused.",
  arguments: {
    project: projectArgument,
    results: { kind: "text", valueName: "file", description: "A CSV file of sequences and scores." },
  },
  options: assayOptions,
  examples: [{ line: "windage design tell plate1 results.csv", explanation: "Results are in." }],
  async run({ project: folder, results, ...values }, context) {
    const { tellResults } = await import("../../job/design/tell-results.ts");
    const { toldBefore, read, earlier } = await tellResults(folder, results, assayOptionsOf(values));
    sayRead(read, read.notes, results, context);
    if (toldBefore) {
      context.progress(`${results} had been told already and counts once; the project is as it was.`);
    }
    const { unitHint } = await import("../design/unit-hint.ts");
    const scoresOf = (measurements: readonly { readonly score: number }[]) =>
      measurements.map(({ score }) => score);
    const hint = unitHint(scoresOf(read.measurements), scoresOf(earlier), folder);
    if (hint !== undefined) context.progress(hint);
    const { projectReport } = await import("../design/project-report.ts");
    const { document, text } = await projectReport(folder, context);
    return { document, text: `${text}\nNext: windage design propose ${shellWord(folder)}` };
  },
});

export const designUntellCommand = defineCommand({
  name: "design untell",
  summary: "Take back results that were told by mistake.",
  description:
    "Takes back the file that was told last: it stays in the project's folder and counts for nothing any more, and may be told again, as it was or mended. Given again, it takes back the one before. Orders that were made with it stay as they are, and an order that waited for these results waits again. The file that began the project cannot be taken back.",
  arguments: { project: projectArgument },
  options: {},
  examples: [{ line: "windage design untell plate1", explanation: "The last results were in another unit." }],
  async run({ project: folder }, context) {
    const { untellResults } = await import("../../job/design/tell-results.ts");
    const { takenBack } = await untellResults(folder);
    context.progress(`${takenBack} is taken back and counts for nothing.`);
    const { projectReport } = await import("../design/project-report.ts");
    const { document, text } = await projectReport(folder, context);
    return {
      document: { takenBack, ...document },
      text: `${text}\nNext: windage design tell ${shellWord(folder)} <file>`,
    };
  },
});

export const designReportCommand = defineCommand({
  name: "design report",
  summary: "Predictions of a design project against what came.",
  description:
    "Shows every order of a project: how much of it was measured, what was predicted, what came, how many values lie in their 80 % interval, and the best score so far; and of the last order that was measured each design beside its result, or the best and the largest misses where there are many. --json has every design of every order. Writes report.html in the project's folder: the order with predictions and neighbours, predicted against measured, every round; it opens anywhere and may be mailed.",
  arguments: { project: projectArgument },
  options: { ...openOption },
  examples: [
    { line: "windage design report plate1", explanation: "How the rounds went." },
    { line: "windage design report plate1 --open", explanation: "The same as a page, to be mailed." },
  ],
  async run({ project, open }, context) {
    const { projectReport } = await import("../design/project-report.ts");
    return projectReport(project, context, open);
  },
});
