/**
 * A sampler without a surrogate: a policy that is trained on what was measured and on nothing else, and then proposes
 * what it makes most probable. No model of the scores is fitted and nobody is asked about a sequence; what it knows of
 * sequences that were not measured is what its network makes of those that were. It is something to compare searches
 * with: whoever fits a surrogate anyway, to say what a design should score, does better to use it.
 *
 * Without synthesis errors in mind: what was measured is what was really made, so errors do not mislead it, but they are
 * not allowed for in what it orders either.
 */
import { drawUnscored } from "../../assessment/samples.ts";
import { replaySequence } from "../../environment/sequence/replay-sequence.ts";
import { sequenceEnvironment } from "../../environment/sequence/sequence.ts";
import { Reward } from "../../landscape/reward.ts";
import { stb } from "../../objective/balance/stb.ts";
import { foldIn } from "../../random/key.ts";
import { Generator } from "../../random/generator.ts";
import type { Key } from "../../random/key.ts";
import { createTrainer } from "../../training/setup/create-trainer.ts";
import { runMethod } from "../../training/run-method.ts";
import { createUtility, utilityFloor } from "../utility/utility-map.ts";
import { Candidates } from "./candidates.ts";
import type { DesignSpace } from "./design-space.ts";
import { stopped } from "./stopped.ts";

const examplesPerStep = 128;
const usualSteps = 800;
const samples = 8192;

/** What a sampler without a surrogate is told. */
export interface SamplerTask {
  readonly space: DesignSpace;
  /** Higher scores are better. */
  readonly measured: readonly { readonly sequence: string; readonly score: number }[];
  readonly steps?: number | undefined;
  readonly seed: Key;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Trains on what was measured, worth its rank, and draws; candidates count for their log probability. Chosen on `sim8`:
 * one residual for a whole sequence, a plain network, and the most probable before the rest.
 */
export async function searchWithSampler(task: SamplerTask): Promise<Candidates> {
  const { space, measured, steps = usualSteps, seed, signal } = task;
  const { alphabet, minLength, maxLength } = space;
  const environment = sequenceEnvironment(
    space.oneLength ? { alphabet, length: maxLength } : { alphabet, minLength, maxLength },
  );
  const utility = createUtility(
    "rank",
    measured.map(({ score }) => score),
  );
  const trainer = await createTrainer({
    environment,
    reward: new Reward({ exponent: 1, floor: utilityFloor }),
    objective: stb,
    model: { kind: "mlp", hidden: 128, layers: 2 },
    batch: { onPolicy: 0, dataset: examplesPerStep },
    dataset: measured.map(({ sequence, score }) => ({
      object: sequence,
      real: replaySequence(environment, sequence).outcomes,
      score: utility.of(score),
    })),
    decayOver: steps,
    seed: Generator.fromKey(foldIn(seed, 0)).integer(2 ** 31),
  });
  try {
    const finished = await runMethod(trainer, {
      goesOn: () => trainer.iteration < steps,
      onIteration: () => undefined,
      ...(signal ? { signal } : {}),
    });
    if (!finished) throw stopped();
    const drawn = Generator.fromKey(foldIn(seed, 1)).integer(2 ** 31);
    const { objects, logWay } = await drawUnscored(environment, trainer.policy, samples, drawn);
    const candidates = new Candidates();
    for (const [i, sequence] of objects.entries()) candidates.add(sequence, logWay![i]!);
    return candidates;
  } finally {
    await trainer.dispose();
  }
}
