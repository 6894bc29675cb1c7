/** `windage evaluate`: how good a trained run is, exactly where that is possible. */
import { engineNotice } from "../engine-notice.ts";
import { withPhases } from "../train/progress-line.ts";
import { warn } from "../train/warn.ts";
import { defineCommand } from "../option-table.ts";
import { runReference, runsOptions, trustOption } from "../run-text/runs-options.ts";

export const evaluateCommand = defineCommand({
  name: "evaluate",
  summary: "Say exactly how far a trained sampler is from its target.",
  description:
    "Loads the last checkpoint of a run and computes the exact law of its sampler, its distance to the target, the limit no policy can beat, modes, best sequences and the quality of the learned noise model. Where scores come from a program or a service, or there are too many sequences, it estimates from samples and gives standard errors.",
  computes: true,
  arguments: {
    run: { kind: "text", valueName: "run", description: runReference },
  },
  options: {
    samples: {
      kind: "integer",
      min: 2,
      max: 10_000_000,
      description:
        "Fresh samples for modes, best sequences and estimates; as many as in training unless given.",
    },
    seed: {
      kind: "integer",
      min: 0,
      description: "Seed of the fresh samples; that of training unless given.",
    },
    decideAhead: {
      kind: "list",
      of: "integer",
      valueName: "steps",
      min: 0,
      max: 8,
      description:
        "Also report what looking so many steps ahead when deciding gives, such as 0,1,2,3; 0 is the policy itself. For tables of sequences of one length.",
    },
    condition: {
      kind: "texts",
      valueName: "name",
      description:
        "Report on this table of a run with several, or this condition of a module; may be given several times. All unless given.",
    },
    beta: {
      kind: "list",
      of: "number",
      valueName: "exponent",
      min: 0,
      max: 1000,
      description:
        "Report on these exponents of a run with a range of them; both ends and the middle unless given.",
    },
    ...trustOption,
    ...runsOptions,
  },
  examples: [
    { line: "windage evaluate latest", explanation: "The run that was started last." },
    {
      line: "windage evaluate latest --decide-ahead 0,1,2,3",
      explanation: "Also what looking ahead when deciding is worth.",
    },
    {
      line: "windage evaluate latest --condition PAX4 --beta 1,3,8",
      explanation: "One table of several, at three exponents.",
    },
    { line: "windage evaluate 20261115 --json", explanation: "The report as one JSON document." },
  ],
  async run({ condition, beta, ...asked }, context) {
    const { evaluateJob } = await import("../../job/evaluate/evaluate-job.ts");
    const { followJob } = await import("../follow-job.ts");
    const { resultOf } = await import("../train/train-interactively.ts");
    const warnings: string[] = [];
    const { run, report } = await withPhases((onPhase) =>
      followJob(
        (control) => evaluateJob({ ...asked, conditions: condition, betas: beta, ...control }),
        context,
        {
          async onEvent(event) {
            if (event.kind === "started") await engineNotice(context);
            else if (event.kind === "phase") onPhase(event.text);
            else warnings.push(warn(context, event.text));
          },
        },
      ),
    );
    return resultOf(run, report, context, warnings);
  },
});
