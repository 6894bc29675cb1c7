/** Intervals of a run that never come round. They are said and not refused: a short trial of a long run's settings is no mistake. */
import type { ExperimentConfig } from "../config/config.ts";
import type { Said, Spelling } from "../../wording.ts";
import { defaultConfig } from "../config/config.ts";

/** What was set about evaluations and checkpoints without an effect in this run. */
export function idleIntervals(
  config: Pick<
    ExperimentConfig,
    "iterations" | "evaluateEvery" | "checkpointEvery" | "stopMetric" | "stopPatience"
  >,
  isExact: boolean,
): readonly Said[] {
  const { iterations, evaluateEvery, checkpointEvery, stopMetric, stopPatience } = config;
  const isBeyond = (name: "evaluateEvery" | "checkpointEvery", last: number): boolean =>
    config[name] !== defaultConfig[name] && config[name] > last;
  const between = stopMetric === "loss" || stopMetric === "dynamicsLoss" ? 1 : evaluateEvery;
  // The first value is the best so far, and to end with the last iteration is not to end early.
  const outlasts = stopPatience !== null && between * (stopPatience + 1) >= iterations;
  const only = `the run has ${iterations} iterations`;
  return [
    ...(!isExact && evaluateEvery !== defaultConfig.evaluateEvery
      ? [
          (say: Spelling) =>
            `${say("evaluateEvery", evaluateEvery)}: has no effect, because the exact law is not known here; see "exact" in docs/environments.md.`,
        ]
      : isBeyond("evaluateEvery", iterations)
        ? [
            (say: Spelling) =>
              `${say("evaluateEvery", evaluateEvery)}: ${only}, so it is evaluated at its end only.`,
          ]
        : []),
    ...(isBeyond("checkpointEvery", iterations - 1)
      ? [
          (say: Spelling) =>
            `${say("checkpointEvery", checkpointEvery)}: ${only}, so its one checkpoint is written at its end.`,
        ]
      : []),
    ...(outlasts
      ? [
          (say: Spelling) =>
            `${say("stopPatience", stopPatience)}: has no effect, because ${stopMetric} is measured every ${between === 1 ? "iteration" : `${between} iterations`} and ${only}.`,
        ]
      : []),
  ];
}
