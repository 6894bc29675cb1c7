import { expect, test } from "vitest";
import type { Proposal } from "../../design/index.ts";
import { proposalText, scoreFormat } from "./design-text.ts";

test("scores are told apart by their whole range, however many there are", () => {
  const scores = Array.from({ length: 300_000 }, (_, i) => (i < 200_000 ? 0.5 : i / 300_000));
  expect(scoreFormat(scores)(0.123456)).toBe("0.123");
  expect(scoreFormat([0, 1000])(12.34)).toBe("12");
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
  const text = (order: string, novelty: number, measured = [0, 1]): string =>
    proposalText(
      {
        designs: [design(order)],
        models: [{ name: "m", settings: "", spearman: 0.5, rmse: 1, betterEnd: 1, coverage: 0.8 }],
        chosen: 0,
        utility: { kind: "rank", description: "" },
        search: "evolution",
        candidates: 1,
        clean: 1,
        diversity: 0,
        novelty,
        expectedRecords: 0,
      },
      { minimize: false, measured, wanted: 1 },
      { bold: same, dim: same, good: same, bad: same },
      undefined,
    );
  expect(text("A".repeat(30), 11)).toContain("caution");
  expect(text("A".repeat(30), 4)).not.toContain("caution");
  expect(text("ACGTACGT", 2)).not.toContain("caution");
  // What a fit does not look at is said.
  const rows = Array.from({ length: 3001 }, (_, i) => i);
  expect(text("ACGTACGT", 2, rows)).toContain("Of 3,001 rows the models learn from the best 1,500");
  expect(text("ACGTACGT", 2, rows.slice(1))).not.toContain("the models learn from");
});
