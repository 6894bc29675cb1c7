/** Searches as methods of a comparison: names, settings of their own, and what is refused. */
import { expect, test } from "vitest";
import { defaultConfig } from "../../run/config/config.ts";
import { planSearches } from "./compare-searches.ts";

test("searches by name, or with a label and settings", () => {
  const usual = planSearches(undefined, defaultConfig);
  expect(usual.map(({ label }) => label)).toEqual(["gflownet", "evolution", "thompson", "random"]);
  const [short] = planSearches([{ method: "gflownet", label: "short", steps: 100 }], defaultConfig);
  expect(short).toMatchObject({ label: "short", baseline: "gflownet", settings: { steps: 100 } });
  const [sampler] = planSearches([{ method: "sampler", steps: 100 }], defaultConfig);
  expect(sampler).toMatchObject({ label: "sampler", baseline: "sampler", settings: { steps: 100 } });
});

test("what is no search, and settings that none has, are refused", () => {
  expect(() => planSearches(["sdb"], defaultConfig)).toThrowError(/got "sdb" beside protocol/);
  expect(() => planSearches([{ method: "all", hidden: 3 }], defaultConfig)).toThrowError(
    /all: got the setting "hidden", expected one of steps, aim/,
  );
  expect(() => planSearches([{ method: "evolution", steps: 0 }], defaultConfig)).toThrowError(
    /steps: got 0, expected a whole number/,
  );
  expect(() => planSearches([{ method: "all", aim: "far" }], defaultConfig)).toThrowError(/aim: got "far"/);
  expect(() => planSearches([{ method: "thompson", aim: "safe" }], defaultConfig)).toThrowError(
    /thompson: aim: got it, but it has an effect only with gflownet, evolution, all/,
  );
});
