/**
 * What an objective asks of the other options. Training refuses the same combinations in the words of its own interface;
 * here they are refused before anything is opened, in the words that were typed.
 */
import { WindageError } from "../error.ts";
import type { Objective } from "../objective/index.ts";
import type { ExperimentConfig } from "./config.ts";
import { isModule } from "./is-module.ts";

/** Refuses a configuration that cannot be trained, whatever its task. */
export function checkConfig(config: ExperimentConfig, objective: Objective): void {
  const { onPolicy, exploratory, extraUpdates, entropyRatio, minLength, maxLength } = config;
  const name = `--objective ${config.objective}`;
  if (onPolicy + exploratory === 0) {
    throw refuse(
      "--on-policy 0: got no fresh sequences, expected at least one per iteration; raise it, or add --exploratory.",
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
  if (config.observes === "memory" && config.noise === "sticky" && !isModule(config.task)) {
    throw refuse(
      "--observes memory: got --noise sticky, which remembers nothing, expected a process that does; add --noise repeat or wear, or leave it out.",
    );
  }
  if (config.observes !== "outcomes" && config.backward === "learned") {
    throw refuse(
      `--observes ${config.observes}: got --backward learned, which would read the intention off the state after a step, expected it computed; leave --backward out.`,
    );
  }
  if (minLength !== null && maxLength !== null && minLength > maxLength) {
    throw refuse(
      `--min-length ${minLength}: got more than --max-length ${maxLength}, expected at most as much; exchange them.`,
    );
  }
}

function refuse(message: string): WindageError {
  return new WindageError("run/bad-options", message);
}
