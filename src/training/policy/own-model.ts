/**
 * A network of the user's own where a ready-made one could be chosen: told apart, held to its contract, and started where
 * the others start, so that every other default stays what it is.
 */
import { describeValue } from "../../known-fields.ts";
import { WindageError } from "../../error.ts";
import { isRecord } from "../../is-record.ts";
import { withFlowStart } from "../../model/heads.ts";
import type { Model, ModelShape } from "../../model/model.ts";
import type { ModelChoice } from "./state-model.ts";

/** A network of one's own, or a function that makes it for the sizes it has to fit. */
export type OwnModel = Model | ((shape: ModelShape) => Model);

/** Whether a network is one's own and not chosen among the ready-made. */
export function isOwnModel(model: ModelChoice | OwnModel | undefined): model is OwnModel {
  return typeof model === "function" || (model !== undefined && "apply" in model);
}

/** What is chosen among the ready-made; nothing where the network is one's own. */
export function choiceOf(model: ModelChoice | OwnModel | undefined): ModelChoice {
  return model === undefined || isOwnModel(model) ? {} : model;
}

/** What is set beside a network of one's own, whose fields are no settings. */
export function withoutOwnModel<S extends { readonly model?: ModelChoice | OwnModel }>(setup: S): S {
  if (!isOwnModel(setup.model)) return setup;
  const { model: _own, ...settings } = setup;
  return settings as S;
}

/** The network of one's own for these sizes, with flows that start where those of ready-made ones start. */
export function ownModel(own: OwnModel, { flowStart, ...shape }: ModelShape): Model {
  const model = typeof own === "function" ? own(shape) : own;
  requireContract(model, shape);
  return flowStart === undefined ? model : withFlowStart(model, { ...shape, flowStart });
}

function requireContract(model: Model, { backwardCount }: ModelShape): void {
  const refuse = (field: string, value: unknown, expected: string): never => {
    throw new WindageError(
      "training/bad-option",
      (say) => `${say("model")}: got ${field}${describeValue(value)}, expected ${expected}`,
    );
  };
  if (!isRecord(model) || typeof model["apply"] !== "function") {
    refuse("", model, "a model: { name, heads, reads, tree, apply }.");
  }
  const { name, heads, reads, tree } = model;
  if (typeof name !== "string") refuse("name ", name, "what the network is called.");
  if (!isRecord(tree)) refuse("tree ", tree, "its parameters, each made by parameter(shape, start).");
  if (!Array.isArray(reads)) refuse("reads ", reads, 'what it reads of a state, such as ["features"].');
  if (!Array.isArray(heads) || !heads.includes("policy") || !heads.includes("flow")) {
    refuse("heads ", heads, '["policy", "flow"], and "backward" where that is learned.');
  }
  if (heads.includes("backward") === backwardCount > 0) return;
  throw new WindageError("training/bad-option", (say) =>
    backwardCount > 0
      ? `${say("model")}: got "${name}" without the head "backward", expected one with ${backwardCount} logits, because the backward policy is learned; add it, or set ${say("backward")} to "posterior" or "parent" where that can be.`
      : `${say("model")}: got "${name}" with the head "backward", expected none, because the backward policy is computed; leave it out, or set ${say("backward")} to "learned".`,
  );
}
