import { expect, test } from "vitest";
import type { Proposal } from "../../design/propose.ts";
import { proposalText } from "./design-text.ts";
import { scoreFormat } from "../../job/design/score-format.ts";
import { spanHint } from "./span-hint.ts";

test("scores that span powers of ten are noticed, unless their logarithms are worked with", () => {
  const constants = Array.from({ length: 200 }, (_, i) => 10 ** (-9 + i / 50));
  expect(spanHint(constants, false)).toContain("most scores span 3.6 powers of ten; --log");
  expect(spanHint(constants, true)).toBeUndefined();
  // One bad reading does not make a scale, and nothing below 0 has a logarithm.
  expect(spanHint([1e-9, ...Array.from({ length: 200 }, (_, i) => 1 + i / 100)], false)).toBeUndefined();
  expect(spanHint([...constants, -1], false)).toBeUndefined();
});

test("scores are told apart by their whole range, however many there are", () => {
  const scores = Array.from({ length: 300_000 }, (_, i) => (i < 200_000 ? 0.5 : i / 300_000));
  expect(scoreFormat(scores)(0.123456)).toBe("0.123");
  expect(scoreFormat([0, 1000])(12.34)).toBe("12");
  // Constants in moles per litre would be nothing but zeros.
  const molar = scoreFormat([6.5e-13, 8.7e-9]);
  expect([6.512e-13, -2e-10, 0, 8.7e-9].map(molar)).toEqual(["6.51e-13", "-2.00e-10", "0", "8.70e-9"]);
  expect(scoreFormat([1.5e-6, 1.52e-6])(1.5004e-6)).toBe("1.5004e-6");
  expect(scoreFormat([1, 1])(1)).toBe("1.000000");
  // Logarithms are turned back, with three digits at least and more where all scores are alike.
  expect(scoreFormat([-0.54, 2], true)(Math.log10(0.286))).toBe("0.286");
  expect(scoreFormat([-0.54, 2], true)(Math.log10(12_345))).toBe("12300");
  expect(scoreFormat([3, 3.01], true)(Math.log10(1012.34))).toBe("1012.3");
});

test("designs far from everything measured come with a caution", () => {
  const same = (text: string): string => text;
  const interval = { low: 1, middle: 2, high: 3 };
  const design = (order: string): Proposal["designs"][number] => ({
    order,
    predicted: interval,
    afterErrors: interval,
    worth: 1,
    nearest: { sequence: order, score: 1, distance: 5 },
  });
  const text = (
    order: string,
    novelty: number,
    measured = [0, 1],
    round = 2,
    spearman = 0.5,
    lift = 0,
  ): string =>
    proposalText(
      {
        designs: [design(order)],
        models: [{ name: "m", settings: "", spearman, rmse: 1, betterEnd: 1, coverage: 0.8, lift }],
        chosen: 0,
        utility: { kind: "rank", description: "" },
        search: "evolution",
        candidates: 1,
        clean: 1,
        diversity: 0,
        novelty,
        expectedRecords: 0,
      },
      { minimize: false, log: false, measured, wanted: 1, round },
      { bold: same, dim: same, good: same, bad: same },
      undefined,
    );
  expect(text("A".repeat(30), 11)).toContain("caution");
  expect(text("A".repeat(30), 4)).not.toContain("caution");
  expect(text("ACGTACGT", 2)).not.toContain("caution");
  // A first order beyond everything measured, and the same where something as good was measured.
  expect(text("ACGTACGT", 2, [0, 1], 1)).toContain("do not rely on the intervals of this first order");
  const asGood = (count: number): number[] => [0, ...Array.from({ length: count }, () => 3)];
  expect(text("ACGTACGT", 2, asGood(40), 1)).not.toContain("caution");
  expect(text("ACGTACGT", 2, asGood(1), 1)).toContain(
    "1 of what was measured scores as much as the middle design is predicted to",
  );
  expect(text("ACGTACGT", 2, asGood(1), 2)).not.toContain("caution");
  // Most at a limit of detection, which is not for every score that comes twice.
  const limit = Array.from({ length: 100 }, (_, i) => (i < 51 ? 0 : i));
  expect(text("ACGTACGT", 2, limit)).toContain("51 of 100 measured sequences share the worst score");
  expect(text("ACGTACGT", 2, limit.slice(2))).not.toContain("caution");
  // A model that knows nothing is said to know nothing, and one that knows little to know little.
  const many = Array.from({ length: 200 }, (_, i) => i);
  expect(text("ACGTACGT", 2, many, 2, 0.1)).toContain("(rank correlation 0.10, no better than chance)");
  expect(text("ACGTACGT", 2, many, 2, 0.2)).toContain("(rank correlation 0.20)");
  expect(text("ACGTACGT", 2, many, 2, 0.3)).not.toContain("caution");
  // A model that tells the best from the rest may be believed whatever it says of the rest.
  expect(text("ACGTACGT", 2, many, 2, 0.1, 3)).not.toContain("caution");
  // Where nothing measured is like the designs, predictions are said to be no more than an order.
  const guess = "80 % (a guess)";
  expect(text("ACGTACGT", 2, asGood(9), 1)).toContain(guess);
  expect(text("ACGTACGT", 2, asGood(9), 1)).toContain("take the predictions for an order of merit");
  expect(text("ACGTACGT", 2, asGood(10), 1)).not.toContain(guess);
  expect(text("ACGTACGT", 2, asGood(1), 2)).not.toContain(guess);
  // What a fit does not look at is said.
  const rows = Array.from({ length: 3001 }, (_, i) => i);
  expect(text("ACGTACGT", 2, rows)).toContain("Of 3,001 rows the models learn from the best 1,500");
  expect(text("ACGTACGT", 2, rows.slice(1))).not.toContain("the models learn from");
});
