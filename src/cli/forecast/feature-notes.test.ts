import { expect, test } from "vitest";
import type { FeatureUse } from "../../forecast/feature-use.ts";
import { readSeries } from "../../forecast/series/read-series.ts";
import { featureNotes } from "./feature-notes.ts";

const table = readSeries("ds,y,price,rain\n1,1,2,3\n2,2,3,4\n3,4,1,2\n", "f.csv", {
  target: "y",
  past: ["price", "rain"],
});
const said = (uses: Record<string, readonly FeatureUse[]>, weights: readonly number[]): readonly string[] =>
  featureNotes(
    { table, calendar: false },
    {
      featureUse: new Map(Object.entries(uses)),
      weights: { names: Object.keys(uses), of: () => Float64Array.from(weights) },
    },
  );

test("nothing is said where all series use what was named", () => {
  expect(said({ A: ["used", "used"], B: ["no-help", "too-short"] }, [0.5, 0.5])).toEqual([]);
});

test("every reason is told with its number of series, and which models use features", () => {
  expect(said({ A: ["no-help", "no-help"] }, [1])).toEqual([
    "price and rain take no part in the forecasts: they did not help on the last third of any series' history.",
  ]);
  expect(said({ A: ["too-short"] }, [1])).toEqual([
    "price and rain take no part in the forecast: the history is too short to learn what they do.",
  ]);
  expect(
    said({ A: ["used", "no-help", "too-short"], B: ["no-help", "no-help", "too-short"] }, [1, 0]),
  ).toEqual([
    "price and rain take part in the forecasts of 1 of 3 series: for 1 they did not help on the last third of the history, for 1 the history is too short to learn what they do.",
    "Of 3 series, features are used by A for 1, B for 0.",
  ]);
  expect(said({ A: ["used", "used"], B: ["no-help", "no-help"] }, [0, 1])[0]).toContain(
    "no part in the forecasts: the models that use them have no weight in the pool.",
  );
});

test("the calendar alone, and one that says the same of every step", () => {
  const plain = readSeries("ds,y\n1,1\n2,2\n", "f.csv");
  const none = { names: [], of: () => new Float64Array(0) };
  expect(featureNotes({ table: plain, calendar: true }, { featureUse: new Map(), weights: none })).toEqual([
    "The calendar takes no part in the forecasts: it said nothing that differs between steps.",
  ]);
  expect(featureNotes({ table: plain, calendar: false }, { featureUse: new Map(), weights: none })).toEqual(
    [],
  );
});
