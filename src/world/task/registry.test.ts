/** Tasks as they declare themselves: each is found by what asks for it, and what it says of itself exists. */
import { expect, test } from "vitest";
import { experimentOptions } from "../../run/config/run-options.ts";
import { defaultConfig } from "../../run/config/config.ts";
import { worldOptions } from "../settings/world-settings.ts";
import { builtInTasks, ownSettings, taskInWords, taskOf, tasks } from "./registry.ts";

test("a name finds its task, whatever stands in the list before it", () => {
  expect(builtInTasks).toEqual(["sim8", "grid", "bits", "chain", "motif", "profile"]);
  for (const name of builtInTasks) expect(taskOf({ task: name }).name).toBe(name);
});

test("where scores come from tells the others", () => {
  const found = [
    { task: "./mine.mjs" },
    { task: "sim8", conditionTable: ["a=a.csv", "b=b.csv"] },
    { task: "sim8", oracleCsv: "kd.csv" },
    { task: "anything", oracleUrl: "http://localhost/score" },
    { task: "sim8", table: "x_8mers.txt" },
    { task: "tfbind8" },
  ].map((config) => taskOf(config).called);
  expect(found).toEqual([
    "modules",
    "several tables",
    "scores of your own",
    "scores of your own",
    "tables",
    "tables",
  ]);
  expect(taskInWords({ task: "./mine.mjs" })).toBe("the module ./mine.mjs");
  expect(taskInWords({ task: "grid" })).toBe("the grid");
});

test("settings of one task have an effect on it alone, and sizes are settings", () => {
  for (const { name, settings, sizes } of tasks) {
    for (const spec of Object.values(settings)) {
      expect(spec.needs?.every(({ holds }) => holds({ task: name }))).toBe(true);
      expect(spec.needs?.some(({ holds }) => holds({ task: "another" }))).toBe(false);
    }
    for (const size of sizes) expect(Object.keys(worldOptions)).toContain(size);
  }
  const owned = Object.keys(ownSettings);
  expect(owned).toEqual(tasks.flatMap(({ settings }) => Object.keys(settings)));
  for (const name of owned) expect(Object.hasOwn(experimentOptions, name)).toBe(true);
});

test("what a task usually has takes the place of the general default", () => {
  const beta = experimentOptions.beta.defaults.map(({ where, default: value }) => [where.words, value]);
  expect(beta.slice(0, 2)).toEqual([
    ['on the task "grid"', 1],
    ['on the task "bits"', 8],
  ]);
  expect(defaultConfig.beta).toBe(3);
});
