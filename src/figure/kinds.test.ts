/** What every kind of figure promises, whatever the data. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { figureCsv } from "./figure-csv.ts";
import type { Figure } from "./figure.ts";
import { everyKind, type Material } from "./kinds.fixture.ts";
import { wellFormed } from "./well-formed.fixture.ts";

const plain: Material = { size: 24, number: (i) => ((i * 37) % 101) / 100, name: (i) => `name ${i}` };

const materials: Readonly<Record<string, Material>> = {
  plain,
  empty: { ...plain, size: 0 },
  "one point": { ...plain, size: 1 },
  "two points": { ...plain, size: 2 },
  "all alike": { ...plain, number: () => 0.25 },
  zeros: { ...plain, number: () => 0 },
  "no numbers": { ...plain, number: () => Number.NaN },
  "some numbers": { ...plain, number: (i) => (i % 3 === 0 ? Number.NaN : i / 30) },
  "no ends": { ...plain, number: (i) => [Number.POSITIVE_INFINITY, -3, Number.NEGATIVE_INFINITY, 2][i % 4]! },
  extremes: { ...plain, number: (i) => [1.7e308, -1.7e308, 5e-324, -0, 1, 1e-300][i % 6]! },
  "far away": { ...plain, number: (i) => 1e15 + i },
  "a million points": { ...plain, size: 1_000_000 },
  "endless names": { ...plain, name: (i) => `${i}`.padEnd(2000, "long ") },
  "endless words": { ...plain, name: (i) => `${i}`.padEnd(2000, "W") },
  "right to left": { ...plain, name: (i) => `שלום עולם ${i} \u202Eabc\u2066 مرحبا` },
  "control characters": { ...plain, name: (i) => `a\u0000b\u0008\u001B[31m\uFFFE\uD800${i}\n\tc` },
  markup: { ...plain, name: (i) => `</text><script>alert(${i})</script>&amp;]]><!--"'` },
  "no names": { ...plain, name: () => "" },
  "alike names": { ...plain, name: () => "__proto__" },
};

/** All attributes and tags, without the texts between them. */
function markup({ svg }: Figure): string {
  return svg.replaceAll(/>[^<]*</g, "><").replaceAll(/<style>.*?<\/style>/g, "");
}

function check(figure: Figure): void {
  expect(wellFormed(figure.svg)).toBe(true);
  expect(figure.svg).toMatch(
    /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^>]*role="img"[^>]*><title>[^<]+<\/title><desc>/,
  );
  const tags = markup(figure);
  expect(tags).not.toMatch(/NaN|Infinity|undefined|null/);
  expect(tags).not.toMatch(/<script|\son\w+=|href|url\(|<foreignObject|<image/);
  expect(figure.svg.length).toBeLessThan(400_000);
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(figure.svg)!.map(Number) as [
    number,
    number,
    number,
  ];
  for (const [, name, value] of tags.matchAll(/ (x|y|x1|x2|y1|y2|cx|cy)="([^"]*)"/g)) {
    expect(Math.abs(Number(value) - 300), `${name} ${value}`).toBeLessThan(Math.max(width, height) + 300);
  }
  expect(figure.title.length).toBeGreaterThan(0);
  expect(figure.help).toMatch(/\.$/);
  for (const row of figure.data.rows.slice(0, 100)) expect(row).toHaveLength(figure.data.columns.length);
}

describe.each(Object.entries(everyKind))("%s", (_, draw) => {
  test.each(Object.entries(materials))("%s", { timeout: 180_000 }, (__, material) => {
    for (const width of material.size > 1000 ? [360] : [undefined, 360, 1e9]) {
      check(draw(material, width === undefined ? {} : { width }));
    }
  });

  test("any numbers and names", { timeout: 180_000 }, () => {
    const names = fc.array(fc.string({ unit: "binary" }), { minLength: 6, maxLength: 6 });
    const values = fc.array(fc.double(), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(names, values, fc.nat(60), (texts, given, size) => {
        const number = (i: number): number => given[i % given.length]!;
        check(draw({ size, number, name: (i) => texts[i % texts.length]! }));
      }),
      { numRuns: 30 },
    );
  });

  test("the same data give the same picture, and its numbers as a table", () => {
    const figure = draw(plain);
    expect(draw(plain)).toEqual(figure);
    expect(figureCsv(figure).split("\r\n").length).toBe(figure.data.rows.length + 2);
    expect(figure.data.rows.length).toBeGreaterThan(0);
  });
});
