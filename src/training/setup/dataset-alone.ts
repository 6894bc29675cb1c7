/**
 * Training from a dataset alone: batches without a single fresh trajectory. Nothing is rolled out and nobody is asked
 * for a score, so that there need not be a landscape. Balance holds for trajectories from anywhere; what a dataset does
 * not say about the rest of the space is left to what the network makes of it.
 */
import { WindageError } from "../../error.ts";
import type { Objective } from "../../objective/objective.ts";
import type { BatchMix, TrainerOptions } from "./options.ts";
import type { Scorer } from "./scorer.ts";

/** Whether an iteration makes no trajectory of its own. */
export function isDatasetAlone({
  onPolicy,
  exploratory,
}: Pick<BatchMix, "onPolicy" | "exploratory">): boolean {
  return onPolicy + exploratory === 0;
}

/** Refuses what only fresh trajectories could feed. */
export function checkDatasetAlone({ batch, extraUpdates, dynamics, overlap }: TrainerOptions): void {
  const refuse = (message: string): never => {
    throw new WindageError("training/bad-batch", message);
  };
  if (batch.dataset === 0) {
    refuse(
      "batch: got no fresh trajectories and none from a dataset, expected at least one of either per iteration.",
    );
  }
  const replays = "but replay keeps fresh trajectories only, and the batch has none; set it to 0";
  if (batch.replay > 0) refuse(`batch.replay: got ${batch.replay} trajectories from replay, ${replays}.`);
  if (extraUpdates > 0) refuse(`extraUpdates: got ${extraUpdates} updates from replay alone, ${replays}.`);
  if (dynamics.mode === "learned") {
    refuse(
      'dynamics: got "learned", but what was intended in a dataset is a guess that must not teach the noise, and the batch has no fresh trajectories; set it to "known".',
    );
  }
  if (overlap) {
    refuse("overlap: got it, but the batch has no fresh trajectories to roll out; leave it out.");
  }
}

/** Stands in for a landscape that nobody gave. */
export function noScorer(): Scorer {
  return {
    calls: 0,
    score: (objects) =>
      objects.length === 0 ? Promise.resolve(new Float64Array()) : Promise.reject(missing()),
    resumeAt: () => undefined,
  };
}

/** Some objectives ask for scores that no trajectory has. */
export function requireNoScores({ name, extras }: Objective): void {
  if (extras.length === 0) return;
  throw new WindageError(
    "training/no-landscape",
    (say) =>
      `${say("objective")}: got ${name} without a landscape, but it asks for scores beside those of its trajectories; give a landscape, or choose sdb, stb or ssubtb.`,
  );
}

function missing(): WindageError {
  return new WindageError(
    "training/no-landscape",
    "got objects to score and no landscape, expected one for everything but training from a dataset alone; give createTrainer a landscape.",
  );
}
