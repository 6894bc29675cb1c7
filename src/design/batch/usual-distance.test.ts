import { expect, test } from "vitest";
import { Generator } from "../../random/generator.ts";
import { pricedDistances, usualDistance } from "./usual-distance.ts";

const random = (letters: string, length: number, count: number): string[] => {
  const generator = Generator.fromSeed(1);
  return Array.from({ length: count }, () =>
    Array.from({ length }, () => letters[generator.integer(letters.length)]!).join(""),
  );
};
const amino = "ACDEFGHIKLMNPQRSTVWY";
const usual = (sequences: readonly string[], letters: number, batch: number): number =>
  usualDistance(sequences, letters, true, batch, Generator.fromSeed(2));

test("the usual distance follows the room there is", () => {
  expect(usual(random(amino, 4, 300), 20, 96)).toBe(1);
  expect(usual(random("ACGT", 8, 300), 4, 96)).toBe(1);
  expect(usual(random(amino, 6, 300), 20, 96)).toBe(2);
  expect(usual(random("ACGT", 14, 300), 4, 96)).toBe(3);
  // More are farther apart only where there are more to choose from.
  expect(usual(random("ACGT", 14, 300), 4, 96_000)).toBe(1);
});

test("variants with few mutations vary in few places, however long they are", () => {
  const parent = "A".repeat(50);
  const generator = Generator.fromSeed(3);
  const doubles = Array.from({ length: 300 }, () => {
    const letters = Array.from(parent);
    for (let i = 0; i < 2; i++) letters[generator.integer(50)] = amino[1 + generator.integer(19)]!;
    return letters.join("");
  });
  expect(usual(doubles, 20, 96)).toBe(1);
});

test("other distances are priced by the batches they would give", () => {
  const batchAt = (letters: number): { sequence: string; worth: number }[] =>
    Array.from({ length: letters === 3 ? 1 : 2 }, (_, i) => ({ sequence: "A", worth: 10 - letters - i }));
  const report = pricedDistances(1, true, true, batchAt, (batch) => batch.map(({ worth }) => worth));
  expect(report).toEqual({
    letters: 1,
    chosen: true,
    prices: [
      { letters: 1, found: 2, predicted: 8.5 },
      { letters: 2, found: 2, predicted: 7.5 },
      { letters: 3, found: 1, predicted: 7 },
    ],
  });
});
