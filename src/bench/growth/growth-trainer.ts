/** The library's own trainer at any size: a perceptron on sequences whose score is how many letters follow a pattern. */
import { sequenceEnvironment } from "../../environment/sequence/sequence.ts";
import { stickyNoise } from "../../environment/noise/sticky-noise.ts";
import { withNoise } from "../../environment/noise/noise.ts";
import { functionOracle } from "../../landscape/oracle/function-oracle.ts";
import { createTrainer } from "../../training/setup/create-trainer.ts";
import type { Trainer } from "../../training/trainer.ts";
import type { TrainingSetup } from "../../training/setup/create-trainer.ts";
import type { GrowthCase } from "./growth-case.ts";

/** The first code point of the alphabet; from here on there are thousands of letters. */
const firstLetter = 0x4e00;

export function growthTrainer(
  { length, letters, batch, hidden }: GrowthCase,
  hooks: Pick<TrainingSetup, "onMemory"> = {},
): Promise<Trainer> {
  const alphabet = String.fromCodePoint(...Array.from({ length: letters }, (_, i) => firstLetter + i));
  return createTrainer({
    environment: withNoise(sequenceEnvironment({ alphabet, length }), stickyNoise(0.25)),
    landscape: functionOracle({ mode: "single", name: "pattern", score: patternScore }),
    model: { kind: "mlp", hidden, layers: 2 },
    batch: { onPolicy: batch },
    replay: { capacity: 1 },
    seed: 1,
    ...hooks,
  });
}

/** The share of letters that are the successor of the one before. */
function patternScore(sequence: string): number {
  let hits = 0;
  for (let i = 1; i < sequence.length; i++)
    if (sequence.charCodeAt(i) === sequence.charCodeAt(i - 1) + 1) hits++;
  return (hits + 0.5) / sequence.length;
}
