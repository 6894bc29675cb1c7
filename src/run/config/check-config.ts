/**
 * What cannot be trained, refused before anything is opened and in the words that were typed: combinations that no
 * training can do, by the rules of `training/`, and what only tasks and records know.
 */
import type { World } from "../../assessment/world.ts";
import { WindageError } from "../../error.ts";
import { sdb } from "../../objective/balance/sdb.ts";
import type { Objective } from "../../objective/objective.ts";
import { parseObjective } from "../../objective/registry.ts";
import { refusalOf } from "../../training/setup/combinations.ts";
import type { Wording } from "../../wording.ts";
import { taskInWords, taskOf } from "../../world/task/registry.ts";
import type { ExperimentConfig } from "./config.ts";

/** Refuses a configuration that cannot be trained, whatever its task. */
export function checkConfig(config: ExperimentConfig): void {
  // What suits the world is known when it is open; what is refused with one of them is with the other.
  const isAuto = config.objective === "auto";
  const objective = isAuto ? sdb : parseObjective(config.objective);
  const { onPolicy, exploratory, backward, observes, model, minLength, maxLength } = config;
  if (onPolicy + exploratory === 0) {
    throw refuse(
      (say) =>
        `${say("batch.onPolicy", 0)}: got no fresh sequences, expected at least one per iteration; raise it, or add ${say("batch.exploratory")}. Programs can train from a dataset alone (docs/training.md).`,
    );
  }
  if (backward !== "auto" && !objective.needs.includes("backward")) {
    throw refuse(
      (say) =>
        `${say("objective", config.objective)}: got ${say("backward", backward)}, but the objective reads no backward policy; leave it out.`,
    );
  }
  if (taskOf(config).builds === "points") checkPoints(config);
  if (observes === "memory" && config.noise === "sticky" && taskOf(config).noise.length > 0) {
    throw refuse(
      (say) =>
        `${say("observes", "memory")}: got ${say("noise.kind", "sticky")}, which remembers nothing, expected a process that does; add ${say("noise.kind", "repeat")} or wear, or leave it out.`,
    );
  }
  // First what no other objective or network would mend.
  if (observes === "intentions" && config.noise !== "sticky") {
    throw refuse(
      (say) =>
        `${say("observes", "intentions")}: got ${say("noise.kind", config.noise)}, expected sequences of one length under noise that is the same in every state; leave one of them out.`,
    );
  }
  const refusal = refusalOf({
    ...config,
    objective: { ...objective, name: isAuto ? objective.name : config.objective },
    backward: observes === "intentions" ? "learned" : settledBackward(config, objective),
    model: model === "auto" ? undefined : model,
    thoughts: { kind: config.thoughts, width: config.thoughtWidth, heads: config.thoughtHeads },
    process: remembers(config) ? (say) => say("noise.kind", config.noise) : undefined,
  });
  if (refusal !== undefined) throw refuse(refusal.wording);
  if (observes === "intentions" && backward === "posterior") {
    throw refuse(
      (say) =>
        `${say("observes", "intentions")}: got ${say("backward", "posterior")}, expected it learned, because a design has to be reconstructed from the whole result; leave ${say("backward")} out.`,
    );
  }
  if (minLength !== null && maxLength !== null && minLength > maxLength) {
    throw refuse(
      (say) =>
        `${say("environment.minLength", minLength)}: got more than ${say("environment.maxLength", maxLength)}, expected at most as much; exchange them.`,
    );
  }
}

/** Whether the noise depends on earlier intentions. */
function remembers(config: ExperimentConfig): boolean {
  return config.noise !== "sticky" && taskOf(config).noise.includes("memory");
}

/** The backward policy as far as it does not follow from a module's environment; learned for objectives that ignore noise. */
function settledBackward(
  config: ExperimentConfig,
  { needs }: Objective,
): "posterior" | "learned" | "parent" | undefined {
  if (config.backward !== "auto") return config.backward;
  return taskOf(config).builds === "anything" || needs.includes("dynamics") ? undefined : "learned";
}

/** What is about letters, of which points have none. */
function checkPoints(config: ExperimentConfig): void {
  const { model, observes } = config;
  if (observes === "intentions") {
    throw refuse(
      (say) =>
        `${say("observes", "intentions")}: got ${taskInWords(config)}, expected sequences of one length under noise that is the same in every state; leave ${say("observes")} out.`,
    );
  }
  if (observes !== "outcomes") {
    throw refuse(
      (say) =>
        `${say("observes", observes)}: got ${taskInWords(config)}, where the parent of a point is learned from the point alone, expected sequences; leave it out.`,
    );
  }
  if (model === "kmer" || model === "transformer") {
    throw refuse(
      (say) =>
        `${say("model.kind", model)}: got ${taskInWords(config)}, whose points are no sequences of letters; choose mlp, memory or table.`,
    );
  }
}

/** Metrics that come from an update alone; the others need the exact law. */
const metricsOfUpdates: ReadonlySet<string> = new Set(["loss", "dynamicsLoss"]);

/** Refuses what a world of paid scores cannot give, before the first of them is asked for. */
export function checkWorld(
  { stopMetric, stopBelow, stopPatience }: ExperimentConfig,
  { free }: Pick<World, "free">,
): void {
  if (free || (stopBelow === null && stopPatience === null) || metricsOfUpdates.has(stopMetric)) return;
  throw onlySampled(stopMetric);
}

/** The error for watching a metric of the exact law where there is none. */
export function onlySampled(stopMetric: string): WindageError {
  return new WindageError(
    "run/unknown-metric",
    (say) =>
      `${say("stopMetric")}: got ${stopMetric}, which needs every score, but this task is only sampled; choose loss or dynamicsLoss.`,
  );
}

function refuse(message: Wording): WindageError {
  return new WindageError("run/bad-options", message);
}
