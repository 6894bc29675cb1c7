import { expect, test } from "vitest";
import { lowerIsBetterAmong } from "./score-direction.ts";

test("names of scores of which lower is better are noticed, unless they are turned round", () => {
  for (const name of [
    "Kd (nM)",
    "log10 Kd rep1",
    "IC50",
    "EC50_nM",
    "dG",
    "ddG kcal/mol",
    "ΔG",
    "logKd",
    "lnIC50",
  ])
    expect(lowerIsBetterAmong(["x", name])).toBe(name);
  for (const name of [
    "score",
    "pKd",
    "-log10 Kd",
    "neg log Kd",
    "1/Kd",
    "signal",
    "kdr",
    "design",
    "-lnKd",
    "analogKd",
  ])
    expect([name, lowerIsBetterAmong([name])]).toEqual([name, undefined]);
});
