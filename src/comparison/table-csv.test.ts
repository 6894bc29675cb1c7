import fc from "fast-check";
import { expect, test } from "vitest";
import { madeUpResults } from "./results.fixture.ts";
import { summarise } from "./summarise.ts";
import { csvCurves, csvTable } from "./table-csv.ts";

/** The grammar of RFC 4180, character by character: slow and obvious. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[""]];
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const row = rows.at(-1)!;
    if (quoted && text.startsWith('""', i)) {
      row[row.length - 1] += text[i++]!;
    } else if (text[i] === '"') {
      quoted = !quoted;
    } else if (!quoted && text[i] === ",") {
      row.push("");
    } else if (!quoted && text.startsWith("\r\n", i)) {
      rows.push([""]);
      i++;
    } else {
      row[row.length - 1] += text[i]!;
    }
  }
  return rows.slice(0, -1);
}

test("a parser gets every label and number back, however nasty the labels", () => {
  const label = fc.string({ unit: fc.constantFrom('"', ",", "\n", "\r", " ", "a", "=", "é", "😀") });
  fc.assert(
    fc.property(fc.uniqueArray(label, { minLength: 1, maxLength: 3 }), (methods) => {
      const comparison = summarise(madeUpResults(methods, [0.1, 0.5], 2), { against: methods[0]!, methods });
      const [header, ...rows] = parseCsv(csvTable(comparison));
      expect(rows.length).toBe(comparison.cells.length);
      for (const [i, row] of rows.entries()) {
        const cell = comparison.cells[i]!;
        const value = (name: string): string => row[header!.indexOf(name)]!;
        expect(row.length).toBe(header!.length);
        expect(value("method")).toBe(cell.method);
        expect(value("mean")).toBe(cell.value === null ? "" : String(cell.value.mean));
        expect(value("verdict")).toBe(cell.difference?.verdict ?? "");
      }
    }),
    { numRuns: 50 },
  );
});

test("curves have a row per run and point, with the standard error of an estimate beside it", () => {
  const [job] = madeUpResults(["sdb"], [0.1], 1, 2);
  const points = job!.curve.map(({ oracleCalls, environmentSteps }, i) => ({
    oracleCalls,
    environmentSteps,
    metrics: { klEstimate: 1 - i / 2, klStandardError: 0.25 },
  }));
  const later = { ...job!, seed: 1, curve: points };
  expect(parseCsv(csvCurves([later, { ...later, seed: 0 }])!)).toEqual([
    ["alpha", "method", "seed", "oracle_calls", "environment_steps", "klEstimate", "klStandardError"],
    ["0.1", "sdb", "0", "80000", "640000", "1", "0.25"],
    ["0.1", "sdb", "0", "160000", "1280000", "0.5", "0.25"],
    ["0.1", "sdb", "1", "80000", "640000", "1", "0.25"],
    ["0.1", "sdb", "1", "160000", "1280000", "0.5", "0.25"],
  ]);
  expect(csvCurves([{ ...job!, curve: job!.curve.slice(-1) }])).toBeNull();
});
