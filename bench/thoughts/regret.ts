/**
 * What memory is worth: sequences of five letters written by a process that remembers (`repeat`, `wear`), sampled by models
 * that see outcomes alone, also their own intentions, or also what the process remembers. Regret to the limit over states
 * and memories, and the loss of the noise model beside the entropy given the true memory.
 *
 *     npx tsx bench/thoughts/regret.ts                          the table of docs/results/thoughts.md
 *     npx tsx bench/thoughts/regret.ts --world 100 --seeds 1    another landscape, as settings were chosen on
 */
import { parseArgs } from "node:util";
import {
  assess,
  createTrainer,
  parseObjective,
  repeatNoise,
  Reward,
  sequenceEnvironment,
  wearNoise,
  withMemory,
} from "windage";
import type { Environment, ModelChoice } from "windage";
import { landscapeOf, length, letters } from "./world.ts";

const { values: options } = parseArgs({
  options: {
    world: { type: "string", default: "1" },
    seeds: { type: "string", default: "5" },
    iterations: { type: "string", default: "800" },
    batch: { type: "string", default: "128" },
    objective: { type: "string", default: "sdb" },
    rate: { type: "string", default: "0.005" },
    "dynamics-rate": { type: "string", default: "0.005" },
    wear: { type: "string", default: "0.5,2" },
    backward: { type: "string", default: "posterior" },
    noise: { type: "string", default: "repeat,wear" },
    models: { type: "string", default: "outcomes,recurrent,memory" },
  },
});
const [iterations, onPolicy] = [Number(options.iterations), Number(options.batch)];
const [wornSlips, uses] = options.wear.split(",").map(Number) as [number, number];

const noises: Readonly<Record<string, () => Environment>> = {
  repeat: () => withMemory(plain(), repeatNoise(0.25)),
  wear: () => withMemory(plain(), wearNoise({ alpha: wornSlips, uses })),
};
const plain = () => sequenceEnvironment({ alphabet: letters, length });

const choices: Readonly<Record<string, ModelChoice>> = {
  outcomes: {},
  transformer: { thoughts: { kind: "transformer" } },
  recurrent: { thoughts: { kind: "recurrent" } },
  pooled: { thoughts: { kind: "pooled" } },
  memory: { thoughts: { kind: "memory" } },
};

const mean = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0) / numbers.length;
const each = (numbers: readonly number[], digits: number): string =>
  numbers.map((value) => value.toFixed(digits)).join(", ");

const landscape = landscapeOf(Number(options.world));
console.log(
  "| noise | model | regret, nats | mean | limit | noise model above its entropy, nats | seconds a run |",
);
console.log("|---|---|---|---|---|---|---|");
for (const noise of options.noise.split(",")) {
  const environment = noises[noise]!();
  for (const name of options.models.split(",")) {
    const [regrets, above, seconds]: [number[], number[], number[]] = [[], [], []];
    let limit = 0;
    for (let seed = 0; seed < Number(options.seeds); seed++) {
      const began = performance.now();
      const trainer = await createTrainer({
        environment,
        landscape,
        reward: new Reward({ exponent: 1, floor: 1e-3 }),
        objective: parseObjective(options.objective),
        model: { kind: "kmer", hidden: 128, ...choices[name] },
        ...(options.backward === "learned" && name !== "outcomes" ? { backward: "learned" } : {}),
        batch: { onPolicy },
        rate: Number(options.rate),
        finalRate: 1e-4,
        dynamicsRate: Number(options["dynamics-rate"]),
        decayOver: iterations,
        seed,
      });
      for (let i = 0; i < iterations; i++) await trainer.iterate();
      seconds.push((performance.now() - began) / 1000);
      const report = await assess(trainer);
      regrets.push(report.regret.klReverse!);
      above.push(report.dynamics.nll! - report.dynamics.entropy!);
      limit = report.limit.klReverse!;
      await trainer.dispose();
    }
    console.log(
      `| ${noise} | ${name} | ${each(regrets, 4)} | ${mean(regrets).toFixed(4)} | ${limit.toFixed(4)} | ${each(above, 4)} | ${mean(seconds).toFixed(0)} |`,
    );
  }
}
