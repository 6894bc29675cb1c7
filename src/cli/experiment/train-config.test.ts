import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { defaultConfig, readConfig } from "../../experiment/index.ts";
import { defaultOf } from "../option-table.ts";
import { configOf, labelOf, type TrainValues } from "./train-config.ts";
import { trainOptions } from "./train-options.ts";

/** What the command gets when nothing but these is typed. */
function typed(changes: Partial<TrainValues> = {}): TrainValues {
  const { runs: _runs, ...options } = trainOptions;
  const values = Object.fromEntries(Object.entries(options).map(([name, spec]) => [name, defaultOf(spec)]));
  return { task: "sim8", ...values, ...changes } as unknown as TrainValues;
}

describe("configOf", () => {
  test("without options is the default configuration, and survives its way through a run's record", () => {
    const config = configOf(typed());
    expect(config).toEqual(defaultConfig);
    const stored = JSON.parse(JSON.stringify(config)) as typeof config;
    expect(readConfig("run", { ...stored })).toEqual(config);
  });

  test("makes paths absolute, splits the length, and keeps where a program is started", () => {
    const config = configOf(
      typed({ oracleCommand: '["python3","score.py"]', alphabet: "ACGT", length: 12, dataset: "known.csv" }),
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
    expect(() => configOf(typed({ task: "./my-task.mjs", alpha: 0.5 }))).toThrow("its own noise");
    expect(() => configOf(typed({ task: "./my-task.mjs", oracleUrl: "http://x" }))).toThrow("leave one");
  });

  test.each(["python3 score.py", '"python3"', "[]", '["python3", 1]', "{}"])(
    "refuses %s as a command",
    (oracleCommand) => {
      expect(() => configOf(typed({ oracleCommand }))).toThrow("JSON list of words");
    },
  );
});

test("a record of an older version gets defaults, one with a field of the wrong kind is refused", () => {
  expect(readConfig("run", { alpha: 0.5 })).toEqual({ ...defaultConfig, alpha: 0.5 });
  expect(() => readConfig("run", { hidden: "many" })).toThrow('got "many" for "hidden"');
  expect(() => readConfig("run", { oracleCommand: "rm" })).toThrow("list or null");
});
