/** Methods are compared in one world: whatever makes another target is refused, from code as from the command line. */
import { expect, test } from "vitest";
import { defaultConfig, type ExperimentConfig } from "../run/config/config.ts";
import { checkPlan, type ComparisonPlan } from "./plan.ts";

const inWorlds = (one: Partial<ExperimentConfig>, other: Partial<ExperimentConfig>): ComparisonPlan => ({
  task: "sim8",
  methods: [
    { label: "sdb", baseline: null, settings: {}, config: { ...defaultConfig, ...one } },
    { label: "db", baseline: null, settings: {}, config: { ...defaultConfig, objective: "db", ...other } },
  ],
  noise: [0.1],
  seeds: [0],
  calls: 1000,
  steps: null,
  window: 100,
  points: 1,
  samples: 64,
});

test.each<Partial<ExperimentConfig>>([
  { task: "grid" },
  { bits: 240 },
  { wordBits: 8 },
  { referenceSeed: 1 },
  { sparse: true },
  { ramp: 100 },
  { conditionTable: ["a=a.csv", "b=b.csv"] },
  { betaRange: [1, 8] },
  { oracleHeader: ["Model=MODEL"] },
  { oracleQuery: ["model=MODEL"] },
  { alpha: null },
  { beta: 1 },
])("methods in another world are not compared: %j", (other) => {
  const [name] = Object.keys(other);
  expect(() => checkPlan(inWorlds({}, other))).toThrow(`got another ${name} for "db" than for "sdb"`);
  expect(() => checkPlan(inWorlds(other, {}))).toThrow(`got another ${name} for "db" than for "sdb"`);
  expect(() => checkPlan(inWorlds(other, other))).not.toThrow();
});

test("what a method may have for itself, and how scores are asked for, may differ", () => {
  const other: Partial<ExperimentConfig> = {
    alpha: 0.5,
    hidden: 8,
    seed: 3,
    oracleBatch: 16,
    keepScores: "own",
  };
  expect(() => checkPlan(inWorlds({}, other))).not.toThrow();
});
