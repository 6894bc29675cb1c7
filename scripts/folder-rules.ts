/**
 * Who may import whom under src/. Data flows one way, from landscapes to the command line; this table is what
 * keeps it so. `scripts/check-folders.ts` enforces it and CONTRIBUTING.md explains it.
 */

/** The folders one folder may import, and those of which it may import types only. */
export interface FolderRule {
  readonly values: readonly string[];
  readonly types: readonly string[];
}

function may(values: readonly string[], types: readonly string[] = []): FolderRule {
  return { values, types };
}

const belowTraining = ["engine", "random", "landscape", "environment", "model", "objective", "sampling"];
const belowWorld = [
  ...belowTraining,
  "training",
  "evaluation",
  "baseline",
  "assessment",
  "design",
  "forecast",
];
/** What needs Node, and hence is closed to everything that has to run in a browser. */
const outside = ["file", "landscape/source", "landscape/table"];
const belowScale = [...belowWorld, "figure", ...outside, "settings", "world", "run/config", "comparison"];
const belowJob = [...belowScale, "run", "scale"];
const belowServer = [...belowJob, "job"];

/** The rules; every folder may also import itself and the root files in `freeForAll`. */
export const folderRules: Readonly<Record<string, FolderRule>> = {
  // What `import … from "windage"` and its sub-paths give: nothing that needs Node, but where it says so.
  "index.ts": may(belowWorld),
  entry: may(belowWorld),
  "entry/node": may(belowServer),
  random: may([]),
  engine: may(["random"]),
  // Reading and writing on this machine: knows nothing of what the files are about.
  file: may([]),
  // Automata are landscapes of which everything is known.
  landscape: may(["random", "evaluation"]),
  "landscape/source": may(["random", "landscape", "file"]),
  "landscape/table": may(["random", "landscape", "file"]),
  environment: may([], ["landscape"]),
  // Conditions are described once, with the landscapes that score under them.
  model: may(["engine", "random"], ["landscape"]),
  objective: may(["engine"], ["model"]),
  sampling: may(["environment", "model", "random"], ["landscape"]),
  training: may([...belowTraining, "settings"]),
  // Pure functions on arrays: what they measure must not depend on how it was made.
  evaluation: may([]),
  // Baselines act and are asked as trainers are, with the same networks and the same scorer.
  baseline: may([...belowTraining, "training"]),
  assessment: may([...belowTraining, "training", "evaluation", "baseline"]),
  design: may([...belowTraining, "training", "evaluation", "assessment"]),
  forecast: may([...belowTraining, "training", "evaluation", "assessment"]),
  // Numbers and names into pictures, wherever they come from.
  figure: may([]),
  // What can be set, as a table that everyone may read; numbers are read as in any file.
  settings: may(["landscape"]),
  // Tasks, oracles and conditions: what is built and what it is worth, from what is set.
  world: may([...belowWorld, ...outside, "settings"]),
  // What a run may be asked for, as its record has it, and what is built from that; nothing of folders.
  "run/config": may([...belowWorld, ...outside, "settings", "world"]),
  // Methods on one world at equal budgets: the plan, what is measured, tables and pictures.
  comparison: may([...belowWorld, "figure", ...outside, "settings", "world", "run/config"]),
  run: may(belowScale),
  scale: may([...belowScale, "run"]),
  // What anyone can start, follow, stop and await; no words for terminals.
  job: may(belowJob),
  bench: may([...belowTraining, "training", ...outside]),
  server: may(belowServer),
  web: may(belowServer, ["server"]),
  cli: may([...belowServer, "bench", "server"]),
};

/**
 * Rooms that have to run in a browser: they import nothing of Node's. The engine is among them, because the one package
 * that needs Node is loaded behind its choice of runtime and left out by bundlers (`browser` in package.json).
 */
export const browserRooms: readonly string[] = [...belowWorld, "figure", "entry"];

/** Files directly under src/ that everyone may import. They import nothing of ours but what stands before them here. */
export const freeForAll: readonly string[] = [
  "breathe.ts",
  "worker-program.ts",
  "wording.ts",
  "error.ts",
  "thrown.ts",
  "row-tolerance.ts",
  "is-record.ts",
  "large-number.ts",
  "number-words.ts",
  "shell-word.ts",
  "suggest.ts",
  "known-fields.ts",
  "walk.ts",
  "system-limits.ts",
  "address-space.ts",
];

/**
 * Files that load a module named by the user, and hence import something that is no plain string. Each does nothing
 * else, so that no import of ours can hide there.
 */
export const userModuleLoaders: readonly string[] = ["world/module/import-module.ts"];
