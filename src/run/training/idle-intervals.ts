/** Intervals of a run that never come round. They are said and not refused: a short trial of a long run's settings is no mistake. */
import type { ExperimentConfig } from "../../experiment/config.ts";
import { defaultConfig } from "../../experiment/config.ts";

/** What was set about evaluations and checkpoints without an effect in this run. */
export function idleIntervals(
  config: Pick<ExperimentConfig, "iterations" | "evaluateEvery" | "checkpointEvery">,
  isExact: boolean,
): readonly string[] {
  const { iterations, evaluateEvery, checkpointEvery } = config;
  const isBeyond = (name: "evaluateEvery" | "checkpointEvery"): boolean =>
    config[name] !== defaultConfig[name] && config[name] > iterations;
  const only = `the run has ${iterations} iterations`;
  return [
    ...(!isExact && evaluateEvery !== defaultConfig.evaluateEvery
      ? [
          `--evaluate-every ${evaluateEvery}: has no effect, because the exact law is not known here; see "exact" in docs/environments.md.`,
        ]
      : isBeyond("evaluateEvery")
        ? [`--evaluate-every ${evaluateEvery}: ${only}, so it is evaluated at its end only.`]
        : []),
    ...(isBeyond("checkpointEvery")
      ? [`--checkpoint-every ${checkpointEvery}: ${only}, so its one checkpoint is written at its end.`]
      : []),
  ];
}
