/** The best of a search as templates. */
import { expect, test } from "vitest";
import { Generator } from "../../random/index.ts";
import { Elite } from "./elite.ts";

const member = (number: number): { sequence: string; outcomes: Int32Array; worth: number } => ({
  sequence: String(number),
  outcomes: Int32Array.from({ length: 40 }, () => number),
  worth: number,
});

test("the best hundred are kept, once each, and templates leave about four letters open", () => {
  const elite = new Elite();
  elite.add(Array.from({ length: 150 }, (_, i) => member(i)));
  elite.add([member(3), member(149), member(200)]);
  const generator = Generator.fromSeed(1);
  const templates = Array.from({ length: 2000 }, () => elite.template(generator));
  const numbers = templates.map((template) => template.find((outcome) => outcome !== undefined)!);
  expect(new Set(numbers)).toEqual(new Set([200, ...Array.from({ length: 99 }, (_, i) => 51 + i)]));
  const open = templates.map((template) => template.filter((outcome) => outcome === undefined).length);
  expect(open.reduce((sum, count) => sum + count, 0) / open.length).toBeCloseTo(4, 0);
});
