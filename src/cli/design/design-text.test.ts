import { expect, test } from "vitest";
import { scoreFormat } from "./design-text.ts";

test("scores are told apart by their whole range, however many there are", () => {
  const scores = Array.from({ length: 300_000 }, (_, i) => (i < 200_000 ? 0.5 : i / 300_000));
  expect(scoreFormat(scores)(0.123456)).toBe("0.123");
  expect(scoreFormat([0, 1000])(12.34)).toBe("12");
});
