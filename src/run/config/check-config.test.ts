/** Combinations that cannot be trained are refused in the words that were typed. */
import { expect, test } from "vitest";
import { typed } from "./typed.fixture.ts";
import { checkConfig } from "./check-config.ts";
import type { ExperimentConfig } from "./config.ts";
import { smallConfig } from "./small-run.fixture.ts";

const check = (settings: Partial<ExperimentConfig>): void => {
  checkConfig(smallConfig(settings));
};

test.each<[string, Partial<ExperimentConfig>]>([
  ["--on-policy 0", { onPolicy: 0, exploratory: 0 }],
  ["--objective skl: got --on-policy 1", { objective: "skl", onPolicy: 1 }],
  ["--objective skl: got --extra-updates 2", { objective: "skl", onPolicy: 4, extraUpdates: 2 }],
  ["--objective skl: got --overlap", { objective: "skl", onPolicy: 4, extraUpdates: 0, overlap: true }],
  ["--entropy-ratio temperature: got --exploratory 0", { entropyRatio: "temperature", exploratory: 0 }],
  ["--objective sdb: got --backward parent", { objective: "sdb", backward: "parent" }],
  ["--objective edb: got --backward learned", { objective: "edb", backward: "learned" }],
  ["--objective edb: got --backward posterior", { objective: "edb", backward: "posterior" }],
  [
    "--objective edb: got --backward parent, but the objective reads no",
    { objective: "edb", backward: "parent" },
  ],
  ["--model kmer: got the grid", { task: "grid", model: "kmer" }],
  ["--observes both: got the grid", { task: "grid", observes: "both" }],
  ["--observes memory: got the grid", { task: "grid", observes: "memory" }],
  ["--observes intentions: got the grid", { task: "grid", observes: "intentions" }],
  ["--observes both: got --model table", { observes: "both", model: "table" }],
  ["--objective local-kl: got --noise wear", { objective: "local-kl", noise: "wear" }],
  ["--noise repeat: got a learned backward policy with --objective db", { objective: "db", noise: "repeat" }],
  [
    "--observes both: got a learned backward policy with --objective db",
    { objective: "db", observes: "both" },
  ],
  ["--objective edb: got --observes both", { objective: "edb", observes: "both" }],
  ["--min-length 9: got more than --max-length 4", { minLength: 9, maxLength: 4 }],
])("%s …", (words, settings) => {
  expect(() => typed(() => check(settings))).toThrow(expect.objectContaining({ code: "run/bad-options" }));
  expect(() => typed(() => check(settings))).toThrow(words);
});

test("what can be trained passes", () => {
  expect(() => check({})).not.toThrow();
  expect(() => check({ objective: "db", backward: "parent" })).not.toThrow();
  expect(() => check({ objective: "skl", onPolicy: 2, extraUpdates: 0 })).not.toThrow();
});
