/** Refuses options that cannot train, before anything is compiled. */
import { tokenKernel } from "../../environment/noise/token-kernel.ts";
import { checkContext } from "../../environment/context.ts";
import { WindageError } from "../../error.ts";
import { Generator } from "../../random/generator.ts";
import { usualContexts } from "./contexts.ts";
import { checkDataset } from "./check-dataset.ts";
import { type Combination, requireTrainable } from "./combinations.ts";
import { checkDatasetAlone, isDatasetAlone } from "./dataset-alone.ts";
import { checkRatioUse } from "../terms/entropy-ratio-use.ts";
import type { TrainerOptions } from "./options.ts";
import { learnsBackward } from "../terms/batch-inputs.ts";
import { hasOneParent, requireMemoryParents } from "../policy/one-parent.ts";
import { waysIn } from "../policy/ways-in.ts";

export function checkOptions(options: TrainerOptions): void {
  checkBatch(options);
  checkContexts(options);
  requireTrainable(combinationOf(options));
  const { environment, model, entropyRatio, localStates = 1 } = options;
  if (options.observes === "intentions") checkDesigns(options);
  if (environment.memory !== undefined) checkMemory(options);
  checkDataset(options);
  if (model.reads.includes("thoughts") && learnsBackward(model) && !model.reconstructs) {
    throw new WindageError(
      "training/thoughts-backward",
      `${environment.name}: the model reads intentions, so a backward policy learned from the state after a step would read the intention off it; set backward to "posterior".`,
    );
  }
  if (entropyRatio) checkRatioUse(entropyRatio);
  if (!(Number.isSafeInteger(localStates) && localStates >= 1)) {
    throw new WindageError(
      "training/bad-local-states",
      `localStates: got ${localStates}, expected a whole number from 1 on.`,
    );
  }
  // Two ways into a state under one number, or one object in two states, are refused here.
  waysIn(environment);
  if (!learnsBackward(model) && !hasOneParent(environment)) {
    throw new WindageError(
      "training/needs-backward",
      `${environment.name}: its states can have several parents, so the backward policy has to be learned; set backward to "learned".`,
    );
  }
  if (options.posterior === true && learnsBackward(model) && !isOverParents(environment)) {
    throw new WindageError(
      "training/intention-twice",
      `${environment.name}: got posterior with a backward policy that tells intentions apart itself, which would count them twice; give overParents(environment), or set posterior to false.`,
    );
  }
}

/** What rules about combinations ask of options, whose networks are made already. */
function combinationOf(options: TrainerOptions): Combination {
  const { environment, model, objective, batch, extraUpdates, overlap = false, entropyRatio } = options;
  const reads =
    model.reads.includes("thoughts") || (model.reconstructs === true && options.observes === undefined);
  return {
    objective,
    onPolicy: batch.onPolicy,
    exploratory: batch.exploratory,
    extraUpdates,
    overlap,
    entropyRatio: entropyRatio?.use,
    backward: learnsBackward(model) ? "learned" : "posterior",
    observes: options.observes ?? (reads ? "both" : "outcomes"),
    process: environment.memory === undefined ? undefined : () => environment.name,
  };
}

/** Refuses what makes no sense where the policy never sees what comes of its intentions. */
function checkDesigns({ environment, model }: TrainerOptions): void {
  if (tokenKernel(environment) === null || environment.stopAction !== undefined) {
    throw new WindageError(
      "training/not-designs",
      (say) =>
        `${say("observes", "intentions")}: got ${environment.name} with ${environment.stopAction === undefined ? "errors that differ from place to place or depend on what was built" : "several lengths"}, expected sequences of one length and errors that are the same everywhere; windage design computes orders for others.`,
    );
  }
  if (model.reconstructs) return;
  throw new WindageError(
    "training/no-reconstruction",
    "model: got a policy that never sees what comes of its intentions with a model that does not reconstruct designs; make it with designModel.",
  );
}

/** Refuses what makes no sense where the process remembers earlier intentions. */
function checkMemory({ environment, batch }: TrainerOptions): void {
  requireMemoryParents(environment);
  if (batch.dataset > 0) {
    throw new WindageError(
      "training/memory-dataset",
      `${environment.name}: got ${batch.dataset} trajectories from a dataset, but what was intended there is unknown and the process remembers it; set it to 0.`,
    );
  }
}

/** Whether the ways into a state are told apart by outcome alone, as `overParents` has it. */
function isOverParents({ backward, actionCount, outcomeCount }: TrainerOptions["environment"]): boolean {
  if (backward.count !== outcomeCount) return false;
  for (let action = 0; action < actionCount; action++) {
    for (let outcome = 0; outcome < outcomeCount; outcome++) {
      if (backward.indexOf(action, outcome) !== outcome) return false;
    }
  }
  return true;
}

/** Conditions have to come from somewhere, and to be of the kind that the environment takes. */
function checkContexts({ environment, contexts, dataset, batch }: TrainerOptions): void {
  if (!environment.context) {
    const given = batch.dataset > 0 ? dataset.find((entry) => entry.context !== undefined) : undefined;
    if (given) checkContext(environment, given.context!);
    if (!contexts) return;
    throw new WindageError(
      "training/no-context",
      `${environment.name}: got contexts, but the environment takes no condition; give it one with withContext, or leave contexts out.`,
    );
  }
  const source = contexts ?? usualContexts(environment.name, environment.context);
  checkContext(environment, source.draw(Generator.fromSeed(0)));
  if (batch.dataset === 0) return;
  for (const { object, context } of dataset) {
    if (context !== undefined) checkContext(environment, context);
    else {
      throw new WindageError(
        "training/needs-contexts",
        `dataset: ${JSON.stringify(object)} has no condition, but ${environment.name} takes one; say under which condition it has its score.`,
      );
    }
  }
}

function checkBatch(options: TrainerOptions): void {
  const { batch, dataset } = options;
  const refuse = (message: string): never => {
    throw new WindageError("training/bad-batch", message);
  };
  for (const [kind, count] of Object.entries(batch)) {
    if (!(Number.isSafeInteger(count) && count >= 0))
      refuse(`batch: got ${count} trajectories for ${kind}, expected a whole number from 0 on.`);
  }
  if (batch.dataset > 0 && dataset.length === 0)
    refuse(`batch: got ${batch.dataset} trajectories from a dataset, but the dataset is empty.`);
  if (isDatasetAlone(batch)) checkDatasetAlone(options);
}
