import { expect, test } from "vitest";
import { figures, type Figure } from "../../figure/figures.ts";
import { everyKind } from "../../figure/kinds.fixture.ts";
import { plain, visibleLength } from "../terminal/style.ts";
import { terminalFigure, terminalKinds } from "./terminal-figure.ts";

const material = {
  size: 40,
  number: (i: number) => ((i * 37) % 101) / 100,
  name: (i: number) => `name ${i}`,
};
const hostile = {
  size: 30,
  number: (i: number) => [Number.NaN, 3, Number.NEGATIVE_INFINITY, 1e300, -2][i % 5]!,
  name: (i: number) => `\u001B[31m\u0000${i} שלום ${"long ".repeat(400)}`,
};

const all = terminalKinds.flatMap((kind) =>
  [material, hostile, { ...material, size: 0 }, { ...material, size: 1 }].map((from) =>
    everyKind[kind]!(from),
  ),
);

test.each([60, 80, 120, 200])("figures fit %d columns, whatever the numbers and names", (width) => {
  for (const figure of all) {
    const drawn = terminalFigure(figure, width, plain);
    if (drawn === undefined) continue;
    // oxlint-disable-next-line no-control-regex -- that there are none is what is asked
    expect(drawn).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/);
    for (const line of drawn.split("\n")) expect(visibleLength(line)).toBeLessThanOrEqual(width);
  }
});

test("kinds that are said to have a terminal form have one", () => {
  const drawn = (figure: Figure): boolean => terminalFigure(figure, 100, plain) !== undefined;
  for (const kind of terminalKinds) expect([kind, drawn(everyKind[kind]!(material))]).toEqual([kind, true]);
});

test("bars are in proportion, and a line falls where its numbers do", () => {
  const law = { tv: 0.08, kl: null };
  const headline = figures.headline({ sampler: law, best: { tv: 0.02, kl: null } });
  const rows = terminalFigure(headline, 80, plain)!.split("\n");
  const full = (row: string): number => row.split("█").length - 1;
  expect(full(rows[1]!) / full(rows[2]!)).toBeCloseTo(4, 0);
  const points = Array.from({ length: 50 }, (_, i) => ({ x: i, y: 100 - i }));
  const learning = figures.learning({ panels: [{ measure: "distance", series: [{ name: "a", points }] }] });
  const inked = terminalFigure(learning, 80, plain)!
    .split("\n")
    .flatMap((line) => {
      const at = line.search(/[\u2801-\u28FF]/);
      return at < 0 ? [] : [at];
    });
  expect(inked.length).toBeGreaterThan(4);
  expect(inked).toEqual(inked.toSorted((a, b) => a - b));
});
