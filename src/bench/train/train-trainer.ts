/** The library's own trainer for a case of the training benchmark: what users run, with nothing taken out. */
import { sequenceEnvironment } from "../../environment/sequence/sequence.ts";
import { stickyNoise } from "../../environment/noise/sticky-noise.ts";
import { withNoise } from "../../environment/noise/noise.ts";
import { createSim8 } from "../../landscape/exact/sim8.ts";
import { Reward } from "../../landscape/reward.ts";
import { dynamicsModel } from "../../model/dynamics.ts";
import { mlpModel } from "../../model/state-models.ts";
import type { ModelShape } from "../../model/model.ts";
import { sdb } from "../../objective/balance/sdb.ts";
import { Trainer } from "../../training/trainer.ts";
import { createScorer } from "../../training/setup/scorer.ts";
import type { DatasetEntry, TrainerOptions } from "../../training/setup/options.ts";
import { growthTrainer } from "../growth/growth-trainer.ts";
import type { WorkerCase } from "./train-child.ts";
import { trainData } from "./train-case.ts";
import type { TrainCase } from "./train-case.ts";

/** Everything the trainer of a case is made of. */
export function trainerOptions(trainCase: TrainCase): TrainerOptions {
  const { length, hidden, layers, clip } = trainCase;
  const environment = withNoise(
    sequenceEnvironment({ alphabet: "ACGT", length }),
    stickyNoise(trainCase.alpha),
  );
  const landscape = createSim8();
  const shape: ModelShape = {
    featureCount: environment.featureCount,
    actionCount: environment.actionCount,
    outcomeCount: environment.outcomeCount,
    backwardCount: environment.backward.count,
    sequence: { letters: trainCase.tokens, length, stops: false },
  };
  const { scores, dataset } = trainData();
  const entries = Array.from(dataset, (number): DatasetEntry => {
    const object = landscape.space.sequenceAt(number);
    return {
      object,
      real: Int32Array.from(object, (letter) => "ACGT".indexOf(letter)),
      score: scores[number]!,
    };
  });
  return {
    environment,
    scorer: createScorer(landscape),
    reward: new Reward({ exponent: trainCase.exponent, floor: trainCase.floor }),
    model: mlpModel(shape, { hidden, layers }),
    objective: sdb,
    dynamics: {
      mode: "learned",
      rate: trainCase.dynamicsRate,
      clip,
      model: dynamicsModel(shape, { hidden }),
    },
    policy: { rate: trainCase.rate, clip },
    batch: { onPolicy: trainCase.onPolicy, exploratory: 0, replay: 0, dataset: trainCase.dataset },
    replay: { capacity: 100_000, priority: 0 },
    extraUpdates: 0,
    temperature: 1,
    epsilon: 0,
    dataset: entries,
    seed: 1,
  };
}

/** The trainer of a case of any kind. */
export function benchTrainer(benchCase: WorkerCase): Promise<Trainer> {
  switch (benchCase.kind) {
    case "train":
      return Trainer.create(trainerOptions(benchCase));
    case "growth":
      return growthTrainer(benchCase);
  }
}
