import { expect, test } from "vitest";
import { readSeries } from "../../forecast/series/read-series.ts";
import { naive } from "../../forecast/classical/naive.ts";
import { backtest } from "../../forecast/pool/backtest.ts";
import { cutoffsText } from "../../cli/forecast/forecast-text.ts";
import { cutoffsIn, type Cutoffs } from "./cutoffs.ts";

async function cutoffsOf(lengths: Readonly<Record<string, number>>): Promise<Cutoffs> {
  const rows = Object.entries(lengths).flatMap(([id, length]) =>
    Array.from({ length }, (_, i) => `${id},2025-01-${String(i + 1).padStart(2, "0")},${i % 3}`),
  );
  const table = readSeries(`unique_id,ds,y\n${rows.join("\n")}\n`, "f.csv");
  const histories = table.series.map(({ values }) => values);
  const windows = await backtest([naive], histories, { horizon: 2, periods: [1] }, { count: 3, step: 2 });
  return cutoffsIn(table, windows);
}

test("cutoffs of series that end together are those of all", async () => {
  const cutoffs = ["2025-01-14", "2025-01-16", "2025-01-18"];
  expect(await cutoffsOf({ a: 20, b: 20 })).toEqual({ cutoffs });
});

test("where series end at different times the cutoffs are those of one of them, which is named", async () => {
  const cutoffs = ["2025-01-14", "2025-01-16", "2025-01-18"];
  // The first one is too short for the first window, so it cannot stand for all.
  expect(await cutoffsOf({ a: 8, b: 20 })).toEqual({ cutoffs, cutoffsOf: "b" });
  expect(cutoffsText(cutoffs, 2, "b")).toMatch(/2025-01-18 \(series b; the series end at different times/);
});
