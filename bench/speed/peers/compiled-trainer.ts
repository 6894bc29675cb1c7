/** Our trainer on the work of compiled loops: trajectory balance in a world that does as it is told, which gfnx trains. */
import { sequenceEnvironment } from "../../../src/environment/sequence/sequence.ts";
import { createSim8 } from "../../../src/landscape/exact/sim8.ts";
import { Reward } from "../../../src/landscape/reward.ts";
import { stb } from "../../../src/objective/balance/stb.ts";
import { createTrainer } from "../../../src/training/setup/create-trainer.ts";
import type { Trainer } from "../../../src/training/trainer.ts";
import type { CompiledCase } from "./compiled-case.ts";

export function compiledTrainer(compiledCase: CompiledCase): Promise<Trainer> {
  const { length, hidden, layers, batch, exponent, floor, rate } = compiledCase;
  return createTrainer({
    environment: sequenceEnvironment({ alphabet: "ACGT", length }),
    landscape: createSim8(),
    reward: new Reward({ exponent, floor }),
    objective: stb,
    dynamics: "known",
    model: { kind: "mlp", hidden, layers },
    batch: { onPolicy: batch },
    rate,
    finalRate: rate,
    seed: 1,
  });
}
