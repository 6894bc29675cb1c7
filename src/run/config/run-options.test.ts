/** The schema itself: complete, consistent, and the one source of what training does unless told. */
import { expect, test } from "vitest";
import { sequenceEnvironment } from "../../environment/sequence/sequence.ts";
import { stickyNoise } from "../../environment/noise/sticky-noise.ts";
import { withNoise } from "../../environment/noise/noise.ts";
import { createSim8 } from "../../landscape/exact/sim8.ts";
import { Reward } from "../../landscape/reward.ts";
import { createTrainer } from "../../training/setup/create-trainer.ts";
import type { TrainerOptions } from "../../training/setup/options.ts";
import { buildTrainer } from "./build.ts";
import { defaultConfig } from "./config.ts";
import { openWorld } from "../../world/open-world.ts";
import { groups } from "../../settings/groups.ts";
import { asFlags, experimentOptions } from "./run-options.ts";
import { validateText, validateValue } from "../../settings/validate-value.ts";
import { defaultAmong, defaultOf, defaultsOf, flagOf, type SpecTable } from "../../settings/value-spec.ts";

const table: SpecTable = experimentOptions;

test("every default is within its own bounds, every option has a heading and a flag of its own", () => {
  for (const [name, spec] of Object.entries(table)) {
    const others = "defaults" in spec && spec.defaults ? spec.defaults.map((other) => other.default) : [];
    for (const preset of [defaultOf(spec), ...others]) {
      if (preset !== undefined) expect(validateValue(spec, preset, name)).toBe(preset);
    }
    expect(Object.values(groups)).toContain(spec.group);
  }
  const flags = Object.keys(table).map((name) => flagOf(name));
  expect(new Set(flags).size).toBe(flags.length);
});

test("about a dozen options are common", () => {
  const common = Object.values(table).filter((spec) => spec.common === true);
  expect(common.length).toBeGreaterThanOrEqual(10);
  expect(common.length).toBeLessThanOrEqual(14);
});

test("a command is a JSON list as a flag and a list in a config file", () => {
  const spec = table["oracleCommand"]!;
  const words = ["python3", "score.py"];
  expect(validateText(spec, JSON.stringify(words), "--oracle-command")).toEqual(words);
  expect(validateValue(spec, words, "run.yaml: oracleCommand")).toEqual(words);
  for (const text of ["python3 score.py", '"python3"', "[]", '["python3", 1]', "{}"]) {
    expect(() => validateText(spec, text, "--oracle-command")).toThrow("the words of a command");
  }
});

test("a list of whole numbers takes no others", () => {
  const steps = { kind: "list", of: "integer", valueName: "steps", min: 0, max: 8, description: "" } as const;
  expect(validateValue(steps, "0,1,2", "--steps")).toEqual([0, 1, 2]);
  expect(() => validateValue(steps, "0.5", "--steps")).toThrow(
    '--steps: got "0.5", expected numbers with commas in between, each an integer from 0 to 8;',
  );
});

test("missing scores are a word or a number, in a file as on the command line", () => {
  const spec = table["missing"]!;
  expect(validateText(spec, "0.5", "--missing")).toBe(0.5);
  expect(validateValue(spec, 0.5, "missing")).toBe(0.5);
  expect(validateValue(spec, "floor", "missing")).toBe("floor");
  expect(() => validateText(spec, "flor", "--missing")).toThrow("did you mean floor?");
});

test("a flag is read as a cell of a table is: in decimal notation, and never as 0 where more was written", () => {
  const spec = { kind: "number", min: 0 } as const;
  expect(validateText({ ...spec, description: "" }, " 1e-3 ", "--rate")).toBe(1e-3);
  for (const text of ["0x10", "0b11", "0o17", "1e-400", "1e999", ""])
    expect(() => validateText({ ...spec, description: "" }, text, "--rate")).toThrow(`--rate: got "${text}"`);
});

/** What of a trainer's options can differ between two ways to make one. */
function comparable({ policy, dynamics, batch, replay, model, objective, ...rest }: TrainerOptions): object {
  const { extraUpdates, localStates, temperature, epsilon, seed, posterior } = rest;
  const { decayOver: _decayOver, ...rates } = policy;
  const { rate, clip } = dynamics.mode === "learned" ? dynamics : { rate: null, clip: null };
  return {
    rates,
    dynamics: { mode: dynamics.mode, rate, clip },
    batch,
    replay,
    model: model.name,
    objective: objective.name,
    extraUpdates,
    localStates,
    temperature,
    epsilon,
    seed,
    posterior,
  };
}

test("createTrainer and train have the same defaults", async () => {
  const landscape = createSim8();
  const environment = withNoise(sequenceEnvironment({ alphabet: "ACGT", length: 8 }), stickyNoise(0.25));
  const reward = new Reward();
  const fromCode = await createTrainer({ environment, landscape });
  const fromCommand = await buildTrainer(defaultConfig, { environment, landscape, reward });
  expect(comparable(fromCode.options)).toEqual(comparable(fromCommand.options));
  const { beta, floor, ramp } = defaultConfig;
  const score = 0.7;
  expect(reward.logReward(score, 0)).toBe(new Reward({ exponent: beta, floor, ramp }).logReward(score, 0));
  expect(reward.logReward(0, 0)).toBe(Math.log(floor));
  await fromCode.dispose();
  await fromCommand.dispose();
});

test("a ramp arrives half way through the iterations, since reports judge by the exponent at its end", async () => {
  const config = { ...defaultConfig, ramp: 2000, iterations: 500 };
  const world = await openWorld(config, "");
  const trainer = await buildTrainer(config, world);
  const { reward } = trainer.options;
  expect([0, 250, 499, undefined].map((step) => reward.exponentAt(step))).toEqual([1, 3, 3, 3]);
  await trainer.dispose();
  await world.dispose();
});

test("the first default whose condition holds counts, and all are told", () => {
  const { beta, rate } = experimentOptions;
  expect(defaultAmong(beta, { task: "grid", utility: "rank" })).toBe(1);
  expect(defaultAmong(beta, { task: "bits" })).toBe(8);
  expect(defaultAmong(beta, { task: "sim8", utility: "given" })).toBe(3);
  expect(defaultsOf(rate, asFlags)).toEqual([
    { value: "0.01" },
    { value: "0.003", where: "with --objective local-kl on the grid or a module" },
    {
      value: "0.003",
      where: "with --objective skl alone, --dynamics learned, and --observes both or noise that remembers",
    },
    { value: "0.004", where: "with --model transformer" },
  ]);
});
