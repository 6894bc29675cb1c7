/** Makes the environment, the landscape and the trainer that a configuration describes. */
import { WindageError } from "../../error.ts";
import type { Environment } from "../../environment/index.ts";
import { sequenceEnvironment, stickyNoise, withNoise } from "../../environment/index.ts";
import { createSim8, importTfbind8, listTables, loadTable, Reward } from "../../landscape/index.ts";
import type { TableLandscape } from "../../landscape/index.ts";
import { parseObjective } from "../../objective/index.ts";
import { createTrainer } from "../../training/index.ts";
import type { Trainer } from "../../training/index.ts";
import type { ExperimentConfig } from "./config.ts";

export interface Experiment {
  readonly config: ExperimentConfig;
  readonly environment: Environment;
  readonly landscape: TableLandscape;
  readonly reward: Reward;
  readonly trainer: Trainer;
}

export async function buildExperiment(config: ExperimentConfig): Promise<Experiment> {
  const landscape = await findLandscape(config);
  const { alphabet, length } = landscape.space;
  const plain = sequenceEnvironment({ alphabet, length });
  const environment: Environment = config.alpha === 0 ? plain : withNoise(plain, stickyNoise(config.alpha));
  const reward = new Reward({ exponent: config.beta, floor: config.floor, ramp: config.ramp });
  const { onPolicy, exploratory, replay, hidden, layers } = config;
  const trainer = await createTrainer({
    environment,
    landscape,
    reward,
    objective: parseObjective(config.objective),
    backward: config.backward,
    dynamics: config.dynamics,
    model: { kind: config.model, hidden, layers },
    batch: { onPolicy, exploratory, replay, dataset: 0 },
    replay: { priority: config.priority },
    extraUpdates: config.extraUpdates,
    rate: config.rate,
    decayOver: config.iterations,
    finalRate: config.finalRate,
    dynamicsRate: config.dynamicsRate,
    clip: config.clip,
    epsilon: config.epsilon,
    temperature: config.temperature,
    seed: config.seed,
  });
  return { config, environment, landscape, reward, trainer };
}

async function findLandscape({ task, table }: ExperimentConfig): Promise<TableLandscape> {
  if (table !== null) return (await importTfbind8([table])).landscape;
  if (task === "sim8") return createSim8();
  const stored = await listTables();
  if (stored.some(({ name }) => name === task)) return (await loadTable(task)).landscape;
  const names = ["sim8", ...stored.map(({ name }) => name)];
  const advice =
    task === "tfbind8"
      ? `Import it first: windage data import tfbind8 <file>, or pass the file with --table.`
      : `Choose one of ${names.join(", ")}.`;
  throw new WindageError(
    "run/unknown-task",
    `task: got "${task}", which is not in the data folder. ${advice}`,
  );
}
