import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clip, printable, printableLine } from "./printable.ts";
import { terminalStyle, visibleLength } from "./style.ts";
import { renderTable } from "./table.ts";
import { wrapText } from "./wrap.ts";

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

  test("no rows leave the headers", () => {
    expect(renderTable(columns, [])).toBe("name  ms\n────  ──");
  });
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
