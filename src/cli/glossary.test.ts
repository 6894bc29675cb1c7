import { expect, test } from "vitest";
import { objectiveNames } from "../objective/registry.ts";
import { briefly, explained } from "./glossary.ts";

const termsOf = (text: string): string[] => explained(text).map((line) => line.slice(0, line.indexOf(": ")));

test("the words that newcomers meet first have a line each, and only what is there is explained", () => {
  const report =
    "samples misplaced (total variation) 0.07\nKL(sampler ‖ target), nats\n62 of the 328 … (modes)\nregret";
  expect(termsOf(report)).toEqual([
    "target",
    "samples misplaced, total variation, TV",
    "KL",
    "nats",
    "regret, left to gain",
    "modes",
  ]);
  expect(termsOf("sdb+0.1*skl at α 0.25")).toEqual(["α", "sdb", "skl"]);
  expect(termsOf("modest reports of a nation, random-ish")).toEqual([]);
});

test("scores of forecasts have a line each", () => {
  const table = "Backtest: 10 windows\nmodel CRPS WQL MASE sMAPE MAE 80 % covers\nPool 3.8";
  expect(termsOf(table)).toEqual(["backtest", "CRPS", "WQL", "MASE", "sMAPE", "MAE", "80 % covers", "Pool"]);
});

test("every objective has a line", () => {
  for (const name of objectiveNames) expect(termsOf(name), name).toContain(name);
});

test("a line is one line, and what is said in brief says where there is more", () => {
  for (const line of explained("TV KL nats limit regret modes log Z sdb db stb calls")) {
    expect(line).not.toContain("\n");
    expect(line.length).toBeLessThan(200);
  }
  for (const line of Object.values(briefly)) expect(line).toContain("--explain");
});
