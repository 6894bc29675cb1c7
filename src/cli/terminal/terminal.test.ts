import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { renderFields } from "./fields.ts";
import { fittingTable } from "./fitting-table.ts";
import { fixed } from "../../number-words.ts";
import { clip, clipMiddle, printable, printableLine } from "./printable.ts";
import { plain, terminalStyle, visibleLength } from "./style.ts";
import { fitColumns, fitLastColumn, renderTable } from "./table.ts";
import { wrapLines, wrapShellLine, wrapText } from "./wrap.ts";

const colour = terminalStyle(true, {});

describe("terminalStyle", () => {
  test("decorates on a terminal only, and never against the user's wish", () => {
    expect(colour.bold("x")).toBe("\u001B[1mx\u001B[22m");
    expect(terminalStyle(false, {}).bold("x")).toBe("x");
    expect(terminalStyle(true, { NO_COLOR: "1" }).bold("x")).toBe("x");
    expect(terminalStyle(true, { NO_COLOR: "" }).bold("x")).not.toBe("x");
    expect(terminalStyle(true, { TERM: "dumb" }).bold("x")).toBe("x");
  });

  test("decorations take no room", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", "×", "–", "😀") }), (text) => {
        expect(visibleLength(colour.bad(colour.bold(text)))).toBe(visibleLength(text));
      }),
    );
  });
});

describe("renderTable", () => {
  const columns = [
    { header: "name", align: "left" },
    { header: "ms", align: "right" },
  ] as const;

  test("aligns words left and numbers right", () => {
    expect(renderTable(columns, [["mlp", "1.25"], ["transformer", "12.5"], ["none"]])).toBe(
      ["name           ms", "───────────  ────", "mlp          1.25", "transformer  12.5", "none"].join("\n"),
    );
  });

  test("a decorated header or cell keeps the columns in place", () => {
    const rows = [["mlp", "1.25"]];
    const decorated = renderTable(columns, [[colour.good("mlp"), "1.25"]], colour.bold);
    // oxlint-disable-next-line no-control-regex -- the escape character is what is being removed
    expect(decorated.replaceAll(/\u001B\[\d+m/g, "")).toBe(renderTable(columns, rows));
  });

  test("what a terminal has no room for follows below, with the first column again", () => {
    const wide = [...columns, { header: "MB", align: "right" }] as const;
    expect(renderTable(wide, [["mlp", "1.25", "300"]], undefined, 10)).toBe(
      ["name    ms", "────  ────", "mlp   1.25", "", "name   MB", "────  ───", "mlp   300"].join("\n"),
    );
    expect(renderTable(wide, [["mlp", "1.25", "300"]], undefined, 15)).not.toContain("\n\n");
  });

  test("has room for more rows than a call takes arguments", () => {
    const rows = Array.from({ length: 200_000 }, (_, i) => [`${i}`, "1"]);
    expect(renderTable(columns, rows).length).toBeGreaterThan(200_000);
  });

  test("no rows leave the headers", () => {
    expect(renderTable(columns, [])).toBe("name  ms\n────  ──");
  });
});

test("fitColumns leaves out what is empty, then what ranks last, and never the first", () => {
  const columns = [
    { header: "name", align: "left", rank: 0 },
    { header: "none", align: "left", rank: 1 },
    { header: "loss", align: "right", rank: 3 },
    { header: "tv", align: "right", rank: 2 },
  ] as const;
  const rows = [["a long name", "", "0.5", "0.25"], ["b"]];
  const headers = (width?: number): string[] =>
    fitColumns(columns, rows, width).columns.map(({ header }) => header);
  expect(headers()).toEqual(["name", "loss", "tv"]);
  expect(headers(17)).toEqual(["name", "tv"]);
  expect(headers(5)).toEqual(["name"]);
  expect(fitColumns(columns, rows, 17).rows).toEqual([
    ["a long name", "0.25"],
    ["b", ""],
  ]);
});

test("columns that a terminal has no room for are named below a table, those without content are not", () => {
  const facts = [
    { header: "name", align: "left", rank: 0, cell: (row: string) => row },
    { header: "none", align: "left", rank: 1, cell: () => "" },
    { header: "length", align: "right", rank: 2, cell: (row: string) => String(row.length) },
  ] as const;
  expect(fittingTable(facts, ["ab", "c"], plain, 11)).toBe(
    ["name", "────", "ab", "c", "Left out", "for width:", "length."].join("\n"),
  );
  expect(fittingTable(facts, ["ab"], plain, undefined)).toBe("name  length\n────  ──────\nab         2");
});

test("fitLastColumn wraps words into rows of their own, and shortens what is one word in its middle", () => {
  const columns = [
    { header: "id", align: "left" },
    { header: "origin", align: "left" },
  ] as const;
  const rows = [
    ["1", "built in, simulated"],
    ["2", '"x" of the module "/home/somebody/work/first-module.mjs"'],
  ];
  expect(fitLastColumn(columns, rows, undefined)).toEqual(rows);
  const fitted = fitLastColumn(columns, rows, 20);
  expect(fitted.slice(0, 2)).toEqual([
    ["1", "built in,"],
    ["", "simulated"],
  ]);
  expect(fitted.at(-1)).toEqual(["", '"/hom…odule.mjs"']);
  for (const line of renderTable(columns, fitted).split("\n")) expect(line.length).toBeLessThanOrEqual(20);
});

test("what rounds to nothing has no sign", () => {
  expect([-0.000_01, -0, 0.000_01, -0.0001, 12.345_67].map((value) => fixed(value, 4))).toEqual([
    "0.0000",
    "0.0000",
    "0.0000",
    "-0.0001",
    "12.3457",
  ]);
});

test("a label that takes half a terminal has its value below", () => {
  const fields = [
    ["seed", "1 2 3 4 5 6"],
    ["a.very.long.name", "7"],
  ] as const;
  expect(renderFields(fields, plain, 20)).toBe(
    ["  seed    1 2 3 4 5", "          6", "  a.very.long.name", "          7"].join("\n"),
  );
});

describe("printable", () => {
  test("spells out what could steer a terminal", () => {
    expect(printable("a\u001B[31mb\u009B\r\u202Ec\n")).toBe(
      String.raw`a\u{1b}[31mb\u{9b}\u{d}\u{202e}c` + "\n",
    );
    expect(printableLine("a\nb")).toBe(String.raw`a\nb`);
    expect(printable("Größe ×2 – 😀")).toBe("Größe ×2 – 😀");
  });

  test("clips to a number of columns, if there is one", () => {
    expect([clip("abcdef", 4), clip("abcd", 4), clip("abcdef", undefined)]).toEqual([
      "abc…",
      "abcd",
      "abcdef",
    ]);
    expect([clipMiddle("abcdefgh", 7), clipMiddle("abcdefg", 7), clipMiddle("abc", 1)]).toEqual([
      "ab…efgh",
      "abcdefg",
      "…",
    ]);
  });
});

describe("wrapText", () => {
  test("keeps every word, in order, and every line short unless one word is longer", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), fc.nat(6), (words, indent) => {
        const lines = wrapText(words.join(" "), 20, indent).split("\n");
        expect(lines.flatMap((line) => line.trim().split(" "))).toEqual(words);
        for (const [index, line] of lines.entries()) {
          const room = index === 0 ? line.length + indent : line.length;
          expect(room <= 20 || !line.trim().includes(" ")).toBe(true);
        }
      }),
    );
  });
});

test("wrapLines keeps lines and their indents", () => {
  expect(wrapLines("one two three\n  four five six", 10)).toBe("one two\nthree\n  four\n  five six");
  expect(wrapLines("one two three", undefined)).toBe("one two three");
  // What fits, and rows of tables, keep their gaps.
  expect(wrapLines("a   b", 10)).toBe("a   b");
  expect(wrapLines("name   value   third", 10)).toBe("name   value   third");
});

test("wrapShellLine breaks where a shell goes on, and not inside quotes", () => {
  const line = "windage forecast sales.csv --given 'sum(y) > 1200' --json";
  expect(wrapShellLine(line, 80, 2)).toBe(line);
  const broken = wrapShellLine(line, 40, 2);
  expect(broken.replaceAll(/ \\\n +/g, " ")).toBe(line);
  expect(broken).toContain("'sum(y) > 1200'");
  for (const part of broken.split("\n")) expect(part.length).toBeLessThanOrEqual(40);
});
