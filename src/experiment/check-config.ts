/**
 * What an objective asks of the other options. Training refuses the same combinations in the words of its own interface;
 * here they are refused before anything is opened, in the words that were typed.
 */
import type { World } from "../assessment/index.ts";
import { WindageError } from "../error.ts";
import { thoughtHeads } from "../model/thoughts/thought-encoder.ts";
import type { Objective } from "../objective/index.ts";
import type { ExperimentConfig } from "./config.ts";
import { taskInWords, taskOf } from "../world/task/registry.ts";

/** Refuses a configuration that cannot be trained, whatever its task. */
export function checkConfig(config: ExperimentConfig, objective: Objective): void {
  const { onPolicy, exploratory, extraUpdates, overlap, entropyRatio, minLength, maxLength } = config;
  const name = `--objective ${config.objective}`;
  if (onPolicy + exploratory === 0) {
    throw refuse(
      "--on-policy 0: got no fresh sequences, expected at least one per iteration; raise it, or add --exploratory. Programs can train from a dataset alone (docs/training.md).",
    );
  }
  if (objective.needsOnPolicy && onPolicy < 2) {
    throw refuse(
      `${name}: got --on-policy ${onPolicy}, expected at least 2, because it learns from samples of the policy itself; raise it.`,
    );
  }
  if (objective.needsOnPolicy && extraUpdates > 0) {
    throw refuse(
      `${name}: got --extra-updates ${extraUpdates}, expected 0, because updates from replay alone have no samples of the policy itself; leave it out.`,
    );
  }
  if (objective.needsOnPolicy && overlap) {
    throw refuse(
      `${name}: got --overlap, but it learns from samples of the policy itself, and these would come from the one before the last update; leave it out.`,
    );
  }
  if (config.backward !== "auto" && !objective.needs.includes("backward")) {
    throw refuse(
      `${name}: got --backward ${config.backward}, but the objective reads no backward policy; leave it out.`,
    );
  }
  if (config.backward === "parent" && objective.needs.includes("dynamics")) {
    throw refuse(
      `${name}: got --backward parent, which leaves intentions out, but the objective weighs them by the noise; choose posterior or learned, or --objective db.`,
    );
  }
  if (entropyRatio === "temperature" && exploratory === 0) {
    throw refuse(
      "--entropy-ratio temperature: got --exploratory 0, expected at least 1, because it acts on exploratory sequences; add --exploratory 64.",
    );
  }
  const task = taskOf(config);
  if (config.observes === "memory" && task.builds === "points") throw thoughtsOnPoints(config);
  if (config.observes === "memory" && config.noise === "sticky" && task.noise.length > 0) {
    throw refuse(
      "--observes memory: got --noise sticky, which remembers nothing, expected a process that does; add --noise repeat or wear, or leave it out.",
    );
  }
  if (config.observes === "intentions") checkDesigns(config, objective);
  checkModel(config, objective);
  const thinks = config.observes === "both" || config.observes === "memory";
  if (thinks && learnsBackward(config, objective) && !objective.perTrajectory) {
    throw refuse(
      `--observes ${config.observes}: got a learned backward policy with ${name}, expected stb, skl or a sum of them, because what is learned reconstructs the intentions from the whole result; add --backward posterior, or change the objective.`,
    );
  }
  if (remembers(config) && learnsBackward(config, objective) && !thinks) {
    throw refuse(
      `--noise ${config.noise}: got a learned backward policy with ${name}, which would read the intention off what the process remembers; add --backward posterior, or change the objective.`,
    );
  }
  if (minLength !== null && maxLength !== null && minLength > maxLength) {
    throw refuse(
      `--min-length ${minLength}: got more than --max-length ${maxLength}, expected at most as much; exchange them.`,
    );
  }
}

/** Whether the noise depends on earlier intentions. */
function remembers(config: ExperimentConfig): boolean {
  return config.noise !== "sticky" && taskOf(config).noise.includes("memory");
}

/** Whether π_B has a head of its own for intentions; an objective that ignores the noise has one unless told. */
function learnsBackward(config: ExperimentConfig, { needs }: Objective): boolean {
  if (config.backward !== "auto") return config.backward === "learned";
  return taskOf(config).builds !== "anything" && !needs.includes("dynamics");
}

/** What networks cannot read, and what an objective cannot look ahead to. */
function checkModel(config: ExperimentConfig, objective: Objective) {
  const { model, observes, noise, thoughts, thoughtWidth, objective: name } = config;
  const { builds } = taskOf(config);
  const thinks = observes === "both" || observes === "memory";
  if (builds === "points" && (model === "kmer" || model === "transformer")) {
    throw refuse(
      `--model ${model}: got ${taskInWords(config)}, whose points are no sequences of letters; choose mlp, memory or table.`,
    );
  }
  if (builds === "points" && thinks) throw thoughtsOnPoints(config);
  if (thinks && model === "table") {
    throw refuse(
      `--observes ${observes}: got --model table, which has a row per state and reads nothing else; choose mlp, memory, kmer or transformer.`,
    );
  }
  if (observes === "both" && thoughts === "transformer" && thoughtWidth % thoughtHeads !== 0) {
    throw refuse(
      `--thought-width ${thoughtWidth}: got a width for --thoughts transformer with ${thoughtHeads} heads, expected a multiple; choose ${thoughtWidth + 1}.`,
    );
  }
  if (!objective.extras.includes("children")) return;
  if (thinks || remembers(config)) {
    throw refuse(
      `--objective ${name}: got ${thinks ? `--observes ${observes}` : `--noise ${noise}`}, but it looks at what every outcome leads to, which depends on intentions there; choose another objective, such as sdb.`,
    );
  }
}

function thoughtsOnPoints(config: ExperimentConfig): WindageError {
  return refuse(
    `--observes ${config.observes}: got ${taskInWords(config)}, where the parent of a point is learned from the point alone, expected sequences; leave it out.`,
  );
}

/** What a sampler needs that never sees what comes of its intentions. */
function checkDesigns(config: ExperimentConfig, objective: Objective) {
  const { objective: name, backward, model, noise } = config;
  const why = "--observes intentions";
  const onPoints = taskOf(config).builds === "points";
  // First what no other objective or network would mend.
  if (noise !== "sticky" || onPoints) {
    throw refuse(
      `${why}: got ${onPoints ? taskInWords(config) : `--noise ${noise}`}, expected sequences of one length under noise that is the same in every state; leave ${onPoints ? "--observes" : "one of them"} out.`,
    );
  }
  if (!objective.perTrajectory) {
    throw refuse(
      `${why}: got --objective ${name}, which balances flows of states that this sampler never sees, expected stb, skl or a sum of them; add --objective stb.`,
    );
  }
  if (backward === "posterior") {
    throw refuse(
      `${why}: got --backward posterior, expected it learned, because a design has to be reconstructed from the whole result; leave --backward out.`,
    );
  }
  if (model === "memory" || model === "table") {
    throw refuse(
      `${why}: got --model ${model}, which remembers what was built, expected one that reads designs; choose kmer, mlp or transformer.`,
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
    `--stop-metric: got ${stopMetric}, which needs every score, but this task is only sampled; choose loss or dynamicsLoss.`,
  );
}

function refuse(message: string): WindageError {
  return new WindageError("run/bad-options", message);
}
