/** `windage design propose`: the next batch of a project, from everything it was told. */
import { shellWord } from "../../shell-word.ts";
import { orderFormat, outputOptions, projectArgument } from "../design/design-options.ts";
import type { FollowedControl } from "../follow-job.ts";
import { defineCommand } from "../option-table.ts";
import { openOption } from "../run-text/runs-options.ts";
import { refuseUnusedFormat } from "../output-format.ts";

export const designProposeCommand = defineCommand({
  name: "design propose",
  summary: "The next batch of a design project.",
  description:
    "Proposes what to order next from everything told so far, with the settings the project began with unless given here. While an order waits for its results, that order is shown again; --again makes another one.",
  computes: true,
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
    ...openOption,
  },
  examples: [{ line: "windage design propose plate1 --out order2.csv", explanation: "The next plate." }],
  async run({ project, again, format: told, out, exclude, open, ...asked }, context) {
    const format = orderFormat(told, out);
    refuseUnusedFormat(context, out);
    const { checkOutput } = await import("../../file/output-file.ts");
    if (out !== undefined) await checkOutput(out);
    const { proposeJob } = await import("../../job/design/design-job.ts");
    const { orderResult, proposeInteractively } = await import("../design/run-round.ts");
    const { refuseFormulas } = await import("../../design/batch/write-order.ts");
    const start = (control: FollowedControl) =>
      proposeJob({
        ...asked,
        project,
        again,
        ...(exclude === undefined ? {} : { exclude: { file: exclude } }),
        onAlphabet: (letters) => (format === "excel" ? refuseFormulas(Array.from(letters)) : undefined),
        ...control,
      });
    const result = await proposeInteractively(start, context);
    if (result.waited) {
      context.progress(
        `Order ${result.round} waits for its results; here it is again (--again makes another one).`,
      );
    }
    const next = `When results are in: windage design tell ${shellWord(project)} results.csv`;
    const { reportBeside } = await import("../report/report-beside.ts");
    const page = await reportBeside(project, context, open);
    const about = { document: { project, page: page.file }, next: [next, ...page.lines].join("\n") };
    return orderResult(result, { format, out, ...about }, context);
  },
});
