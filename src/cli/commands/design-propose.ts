/** `windage design propose`: the next batch of a project, from everything it was told. */
import { WindageError } from "../../error.ts";
import { excluded, requireWritable } from "../design/design-inputs.ts";
import { orderFormat, outputOptions, projectArgument } from "../design/design-options.ts";
import { requireEffect } from "../../settings/effect.ts";
import { roundOptions, type RoundValues } from "../../experiment/options/round-options.ts";
import { shellWord } from "../../shell-word.ts";
import { refuseUnusedFormat } from "../output-format.ts";
import { defineCommand, flagOf } from "../option-table.ts";

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
  },
  examples: [{ line: "windage design propose plate1 --out order2.csv", explanation: "The next plate." }],
  async run({ project: folder, again, format: told, out, exclude, ...asked }, context) {
    const { batch, search, decideAhead, aim, threshold } = asked;
    const format = orderFormat(told, out);
    refuseUnusedFormat(context, out);
    if (out !== undefined) await requireWritable(out);
    const { errorsOf, proposeOptionsOf, requireThreshold, workedThreshold } =
      await import("../../job/design/round-settings.ts");
    const { orderResult, proposeInteractively } = await import("../design/run-round.ts");
    const { refuseFormulas } = await import("../../design/batch/write-order.ts");
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
      if (format === "excel") refuseFormulas(Array.from(alphabet));
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
          ...proposeOptionsOf(
            values,
            errorsOf(values.alpha, values.noiseMatrix, alphabet),
            there.assays[0]?.parent,
          ),
          utility: values.utility,
          exclude: [...banned, ...projects.neverAgain(there)],
          earlier: (await import("../../job/design/outcomes.ts")).outcomesOf(there),
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
        decimal: project.assays.at(-1)?.layout.decimal,
        out,
        document: { project: folder },
        next: `When results are in: windage design tell ${shellWord(folder)} results.csv`,
      },
      context,
    );
  },
});
