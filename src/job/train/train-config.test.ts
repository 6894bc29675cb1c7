import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { buildTrainer } from "../../run/config/build.ts";
import { createSim8 } from "../../landscape/exact/sim8.ts";
import { Reward } from "../../landscape/reward.ts";
import { createTrainer } from "../../training/setup/create-trainer.ts";
import { defaultConfig, readConfig } from "../../run/config/config.ts";
import { experimentOptions } from "../../run/config/run-options.ts";
import { typed as typedAs } from "../../run/config/typed.fixture.ts";
import { defaultOf } from "../../settings/value-spec.ts";
import { configOf as configFrom, labelOf, type TrainValues } from "./train-config.ts";

/** What the command gets when nothing but these is typed. */
function typed(changes: Partial<TrainValues> = {}): TrainValues {
  const values = Object.fromEntries(
    Object.entries(experimentOptions).map(([name, spec]) => [name, defaultOf(spec)]),
  );
  return { task: "sim8", ...values, ...changes } as unknown as TrainValues;
}

/** With mistakes as the command line tells them. */
function configOf(...asked: Parameters<typeof configFrom>): ReturnType<typeof configFrom> {
  return typedAs(() => configFrom(...asked));
}

describe("configOf", () => {
  test("a mistake names settings as whoever reads it writes them", () => {
    expect(() => configFrom(typed({ epsilon: 0.1 }), new Set(["epsilon"]))).toThrow(
      "epsilon: got it, but it has an effect only with batch.exploratory 1 or more",
    );
    expect(() => configOf(typed({ epsilon: 0.1 }), new Set(["epsilon"]))).toThrow(
      "--epsilon: got it, but it has an effect only with --exploratory 1 or more",
    );
  });

  test("without options is the default configuration, and survives its way through a run's record", () => {
    const config = configOf(typed());
    expect(config).toEqual(defaultConfig);
    const stored = JSON.parse(JSON.stringify(config)) as typeof config;
    expect(readConfig("run", { ...stored })).toEqual(config);
  });

  test("makes paths absolute, splits the length, and keeps where a program is started", () => {
    const config = configOf(
      typed({ oracleCommand: ["python3", "score.py"], alphabet: "ACGT", length: 12, dataset: "known.csv" }),
    );
    expect(config).toMatchObject({
      oracleCommand: ["python3", "score.py"],
      folder: process.cwd(),
      minLength: 12,
      maxLength: 12,
      dataset: resolve("known.csv"),
    });
    expect(labelOf(config)).toBe("score.py");
  });

  test("a module brings its own noise and its own scores", () => {
    const config = configOf(typed({ task: "./my-task.mjs" }));
    expect(config).toMatchObject({ task: resolve("my-task.mjs"), alpha: null });
    expect(labelOf(config)).toBe("my-task.mjs");
    const noisy = typed({ task: "./my-task.mjs", alpha: 0.5 });
    expect(() => configOf(noisy, new Set(["alpha"]))).toThrow("its own noise");
    expect(() => configOf(typed({ task: "./my-task.mjs", oracleUrl: "http://x" }))).toThrow("leave one");
  });

  test("an option without an effect is refused with what it would need", () => {
    const refused = (changes: Partial<TrainValues>): (() => unknown) => {
      return () => configOf(typed(changes), new Set(Object.keys(changes)));
    };
    // Without slips it does not matter what a slip would do.
    expect(refused({ noise: "wear", alpha: 0, wearUses: 3 })).toThrow(
      "--noise, --wear-uses: got them, but they have an effect only with --alpha above 0;",
    );
    expect(refused({ noise: "wear", alpha: 0.1, wearUses: 3 })).not.toThrow();
    const skl = { objective: "skl", dynamics: "known" } as const;
    expect(refused({ ...skl, replay: 8 })).toThrow(/--replay: got it, .* as skl alone does not/);
    expect(refused({ ...skl, exploratory: 8 })).toThrow(/--exploratory: got it/);
    expect(refused({ objective: "skl", dataset: "d.csv", datasetBatch: 8 })).toThrow(/--dataset: got it/);
    expect(refused({ objective: "skl", replay: 8 })).not.toThrow();
    expect(refused({ objective: "sdb+0.1*skl", dynamics: "known", replay: 8 })).not.toThrow();
    expect(refused({ exploratory: 8, epsilon: 1, temperature: 2 })).toThrow(
      "--temperature: got it, but it has an effect only with --epsilon or --final-epsilon below 1",
    );
    expect(refused({ noiseMatrix: "m.csv", alpha: 0.1 })).toThrow(
      "--alpha: got it, but it has an effect only without --noise-matrix;",
    );
    expect(refused({ noiseMatrix: "m.csv", noise: "wear" })).toThrow("only without --noise-matrix");
    expect(refused({ noiseMatrix: "m.csv", task: "bits" })).toThrow("only on sequences of letters");
    expect(configOf(typed({ noiseMatrix: "m.csv" }))).toMatchObject({
      alpha: null,
      noiseMatrix: resolve("m.csv"),
    });
    expect(refused({ epsilon: 0.1 })).toThrow(
      "--epsilon: got it, but it has an effect only with --exploratory",
    );
    expect(refused({ epsilon: 0.1, temperature: 2 })).toThrow("--epsilon, --temperature: got them");
    expect(refused({ epsilon: 0.1, exploratory: 8 })).not.toThrow();
    expect(refused({ gamma: 0.5 })).toThrow("--entropy-ratio");
    expect(refused({ entropyWeight: 0.5, entropyRatio: "weight" })).toThrow("--entropy-ratio balance");
    expect(refused({ kmer: 4 })).toThrow("--model kmer");
    expect(refused({ priority: 1 })).toThrow("--replay or --extra-updates");
    expect(refused({ priority: 1, extraUpdates: 1 })).not.toThrow();
    expect(refused({ localStates: 64 })).toThrow("local-kl or edb");
    expect(refused({ localStates: 64, objective: "sdb+0.1*local-kl" })).not.toThrow();
    expect(refused({ hidden: 64, model: "table" })).toThrow("other than table");
    expect(refused({ dynamicsRate: 0.1, dynamics: "known" })).toThrow("--dynamics learned");
    expect(refused({ dynamicsSamples: 9 })).toThrow("--dynamics-rounds");
    expect(refused({ stopMetric: "tv" })).toThrow("--stop-below or --stop-patience");
    // A loss that is always 0 would end the run at once, and one that is never measured not at all.
    const watched = { stopMetric: "dynamicsLoss", stopBelow: 0.1 } as const;
    expect(refused({ ...watched, dynamics: "known" })).toThrow(
      "only with --dynamics learned where the metric is dynamicsLoss",
    );
    expect(refused({ ...watched, iterations: 20 })).not.toThrow();
    expect(refused({ stopBelow: 0.9, iterations: 20 })).toThrow("--evaluate-every below --iterations");
    expect(refused({ stopBelow: 0.9, iterations: 20, evaluateEvery: 20 })).toThrow(
      "--stop-below: got it, but it has an effect only where the metric is measured before the last iteration",
    );
    for (const stopMetric of ["tv", "klReverse", "regret", "dynamicsLoss"] as const) {
      expect(refused({ stopMetric, stopBelow: 0 })).toThrow(
        "--stop-below: got it, but it has an effect only above 0",
      );
    }
    expect(refused({ stopMetric: "loss", stopBelow: -1 })).not.toThrow();
    expect(refused({ finalRate: 0.001, iterations: 1 })).toThrow("--final-rate: got it");
    expect(refused({ finalRate: 0.001, iterations: 1, extraUpdates: 1 })).not.toThrow();
    expect(refused({ overlap: true, iterations: 1 })).toThrow("--overlap: got it");
    const exploring = { exploratory: 8, epsilon: 1, finalEpsilon: 0.5 };
    expect(refused({ ...exploring, iterations: 1 })).toThrow("--final-epsilon: got it");
    expect(refused({ ...exploring, temperature: 3 })).not.toThrow();
    expect(() =>
      configOf(typed({ ...exploring, temperature: 3, iterations: 1 }), new Set(["temperature"])),
    ).toThrow("--temperature: got it");
    expect(refused({ dynamicsRate: 0, dynamicsClip: 1e-6 })).toThrow("--dynamics-rate above 0");
    expect(refused({ stopBelow: 0.9, iterations: 20, evaluateEvery: 10 })).not.toThrow();
    expect(refused({ beta: 0, floor: 0.01 })).toThrow("--beta above 0");
    expect(refused({ log: true, utility: "rank", oracleCsv: "a.csv" })).toThrow("the order of scores alone");
    expect(refused({ entropyRatio: "weight", gamma: 1, entropyQuantile: 0.1 })).toThrow("--gamma below 1");
    expect(refused({ entropyRatio: "balance", gamma: 1, entropyQuantile: 0.05 })).toThrow("--gamma below 1");
    expect(refused({ entropyRatio: "weight", gamma: 1 })).toThrow("--gamma below 1");
    expect(refused({ entropyRatio: "weight", gamma: 0.9 })).not.toThrow();
    const heated = { exploratory: 8, entropyRatio: "temperature", gamma: 0.3 } as const;
    expect(refused(heated)).not.toThrow();
    expect(refused({ ...heated, epsilon: 1 })).toThrow("since all intentions are random otherwise");
    expect(refused({ ...heated, iterations: 1 })).toThrow("as a temperature with --iterations 2 or more");
    expect(refused({ dynamicsRate: 0, dynamicsRounds: 2 })).toThrow("--dynamics-rate above 0");
    expect(refused({ side: 16 })).toThrow('the task "grid"');
    expect(refused({ side: 16, task: "grid" })).not.toThrow();
    expect(refused({ missing: 1 })).toThrow("--oracle-csv");
    expect(refused({ alphabet: "ACGT" })).toThrow(
      "--oracle-csv, --oracle-command, --oracle-url or --condition-table",
    );
    expect(refused({ oracleConcurrency: 2, oracleCommand: ["./score"] })).toThrow("with --oracle-url");
  });

  test("the grid's scores are rewards, unless an exponent is given", () => {
    expect(configOf(typed({ task: "grid" })).beta).toBe(1);
    expect(configOf(typed({ task: "grid", beta: 3 }), new Set(["beta"])).beta).toBe(3);
  });

  test("a transformer has a width and rates of its own, the ones of createTrainer, unless they are given", async () => {
    const chosen = configOf(typed({ model: "transformer" }), new Set(["model"]));
    expect(chosen).toMatchObject({ hidden: 64, rate: 0.004, finalRate: 0.00012 });
    const given = new Set(["model", "hidden", "rate"]);
    expect(configOf(typed({ model: "transformer", hidden: 128, rate: 0.01 }), given)).toMatchObject({
      hidden: 128,
      rate: 0.01,
    });
    const landscape = createSim8();
    const fromCode = await createTrainer({ landscape, model: { kind: "transformer" } });
    const { policy, model } = fromCode.options;
    const world = { environment: fromCode.options.environment, landscape, reward: new Reward() };
    const fromCommand = await buildTrainer(chosen, world);
    expect(fromCommand.options.policy).toEqual({ ...policy, decayOver: chosen.iterations });
    expect(fromCommand.options.model.name).toBe(model.name);
    await fromCode.dispose();
    await fromCommand.dispose();
  });

  test("a header names a variable, and what does not is refused without being repeated", () => {
    const url = { oracleUrl: "http://127.0.0.1:1", alphabet: "ACGT", length: 3 };
    const header = ["Authorization=SCORE_TOKEN"];
    expect(configOf(typed({ ...url, oracleHeader: header })).oracleHeader).toEqual(header);
    for (const secret of ["Authorization=Bearer s3cret", "Authorization: s3cret", "s3cret", "X=s3cret"]) {
      const attempt = (): unknown => configOf(typed({ ...url, oracleHeader: [secret] }));
      expect(attempt).toThrow("environment variable");
      expect(attempt).not.toThrow("s3cret");
    }
  });

  test("an address holds no secret: its query is named by variables, and what is typed is not repeated", () => {
    const shape = { alphabet: "ACGT", length: 3 };
    const query = ["key=SCORE_KEY"];
    const url = { oracleUrl: "https://lab.example/score", ...shape };
    expect(configOf(typed({ ...url, oracleQuery: query })).oracleQuery).toEqual(query);
    const refused = [
      { oracleUrl: "https://lab.example/score?key=s3cret", ...shape },
      { oracleUrl: "https://anna:s3cret@lab.example/score", ...shape },
      { ...url, oracleQuery: ["key=s3cret"] },
    ];
    for (const values of refused) {
      const attempt = (): unknown => configOf(typed(values));
      expect(attempt).toThrow(/--oracle-(?:query|header) \w+=\w+|expected key=SCORE_KEY/);
      expect(attempt).not.toThrow("s3cret");
    }
  });
});

test("a record of an older version gets defaults; what no flag would accept is refused", () => {
  expect(readConfig("run", { alpha: 0.5 })).toEqual({
    ...defaultConfig,
    defaults: 1,
    objective: "sdb",
    alpha: 0.5,
  });
  expect(() => readConfig("run", { hidden: "many" })).toThrow('got "many" for "hidden"');
  expect(() => readConfig("run", { oracleCommand: "rm" })).toThrow("the words of a command");
  expect(() => readConfig("run", { hidden: 1e9 })).toThrow("an integer from 1 to 8192");
  expect(() => readConfig("run", { model: "mpl" })).toThrow("one of auto, mlp");
  expect(() => readConfig("run", { hidden: null })).toThrow("got null");
  expect(readConfig("run", { missing: "0.1" }).missing).toBe(0.1);
});

test.each([
  ["grid", 3e-3],
  ["./my-task.mjs", 3e-3],
  ["sim8", 1e-2],
  ["chain", 1e-2],
])("local-kl on %s learns at %d, as what the task builds tells", (task, rate) => {
  expect(configOf(typed({ task, objective: "local-kl" })).rate).toBe(rate);
});
