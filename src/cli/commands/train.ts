/** `windage train`: the main job, on the built-in landscape or an imported table. */
import { trainInteractively } from "../experiment/train-interactively.ts";
import { defineCommand } from "../option-table.ts";

export const trainCommand = defineCommand({
  name: "train",
  summary: "Train a sampler that aims off for noise.",
  description:
    "Trains a sampler of sequences so that each comes out in proportion to its reward although the environment sometimes writes another letter than was intended. Shows the exact distance to the target next to the limit no policy can beat.",
  arguments: {
    task: {
      kind: "text",
      placeholder: "task",
      default: "sim8",
      description: "sim8 (built in) or the name of an imported table, such as tfbind8.",
    },
  },
  options: {
    table: {
      kind: "text",
      placeholder: "file",
      description: "Read this *_8mers.txt table instead of an imported one.",
    },
    alpha: {
      kind: "number",
      min: 0,
      max: 1,
      default: 0.25,
      description: "Probability that a random letter is written instead.",
    },
    beta: {
      kind: "number",
      min: 0,
      default: 3,
      description: "Reward is score to this power; larger is sharper.",
    },
    floor: { kind: "number", min: 1e-300, default: 1e-3, description: "Smallest reward." },
    ramp: {
      kind: "number",
      min: 0,
      default: 0,
      description: "Iterations after which half the way from exponent 1 to beta is done; 0 starts at beta.",
    },
    objective: {
      kind: "text",
      placeholder: "name",
      default: "sdb",
      description: "sdb, db, stb, ssubtb, linex, skl, or a sum such as sdb+0.1*skl.",
    },
    backward: {
      kind: "choice",
      choices: ["posterior", "learned"],
      default: "posterior",
      description: "How the backward policy is had.",
    },
    dynamics: {
      kind: "choice",
      choices: ["learned", "known"],
      default: "learned",
      description: "Whether the noise has to be learned.",
    },
    model: {
      kind: "choice",
      choices: ["mlp", "memory", "table"],
      default: "memory",
      description: "The network: it generalises, it also memorises, or it only memorises.",
    },
    hidden: { kind: "integer", min: 1, max: 8192, default: 128, description: "Units per hidden layer." },
    layers: { kind: "integer", min: 1, max: 16, default: 2, description: "Hidden layers." },
    iterations: { kind: "integer", min: 1, default: 1000, description: "Rounds of sampling and updating." },
    onPolicy: {
      kind: "integer",
      min: 0,
      max: 65_536,
      default: 256,
      description: "Sequences per iteration sampled from the policy itself.",
    },
    exploratory: {
      kind: "integer",
      min: 0,
      max: 65_536,
      default: 0,
      description: "Sequences per iteration sampled with exploration.",
    },
    replay: {
      kind: "integer",
      min: 0,
      max: 65_536,
      default: 0,
      description: "Earlier sequences per update, drawn from the replay buffer.",
    },
    extraUpdates: {
      kind: "integer",
      min: 0,
      max: 1000,
      default: 0,
      description: "Further updates per iteration from replay alone.",
    },
    priority: {
      kind: "number",
      min: 0,
      default: 0,
      description: "Replay prefers high rewards to this power; 0 draws evenly.",
    },
    rate: { kind: "number", min: 0, default: 0.01, description: "Learning rate at the start." },
    finalRate: { kind: "number", min: 0, default: 0.0003, description: "Learning rate at the end." },
    dynamicsRate: { kind: "number", min: 0, default: 0.01, description: "Learning rate of the noise model." },
    clip: { kind: "number", min: 0, default: 10, description: "Largest norm of a gradient." },
    epsilon: {
      kind: "number",
      min: 0,
      max: 1,
      default: 0.05,
      description: "Share of random intentions while exploring.",
    },
    temperature: {
      kind: "number",
      min: 0.01,
      default: 1,
      description: "Flattens the policy while exploring; 1 leaves it.",
    },
    seed: { kind: "integer", min: 0, default: 0, description: "The same seed gives the same run." },
    evaluateEvery: {
      kind: "integer",
      min: 1,
      default: 100,
      description: "Iterations between exact evaluations.",
    },
    checkpointEvery: {
      kind: "integer",
      min: 1,
      default: 250,
      description: "Iterations between checkpoints.",
    },
    runs: {
      kind: "text",
      placeholder: "folder",
      description: "Where runs are kept (default: WINDAGE_RUNS, then ./runs).",
    },
  },
  examples: [
    { line: "windage train", explanation: "The built-in landscape with a quarter of all letters random." },
    { line: "windage train tfbind8 --alpha 0.5", explanation: "An imported table, noisier." },
    { line: "windage train --config run.yaml --seed 7", explanation: "Options from a file, another seed." },
  ],
  async run({ runs, table, ...options }, context) {
    const { createRun } = await import("../../run/index.ts");
    const config = { ...options, table: table ?? null };
    const run = await createRun({
      task: options.task,
      seed: options.seed,
      config,
      ...(runs === undefined ? {} : { root: runs }),
    });
    return trainInteractively(run, false, context);
  },
});
