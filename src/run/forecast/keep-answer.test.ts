import { expect, test } from "vitest";
import { answerText } from "./keep-answer.ts";

test("an answer in a line: what is met, what nobody met, and weights without an end", () => {
  const paths = [Float64Array.of(1)];
  const met = { probability: 0.25, interval: [0.2, 0.3], paths } as const;
  expect(answerText(met, "Probability")).toBe("Probability 0.250 (95 % interval 0.200 to 0.300)");
  const unmet = { probability: 0, interval: [0, 0.00075], paths: [] } as const;
  expect(answerText(unmet, "Probability")).toBe(
    "None of the paths met it: probability below 0.000750 (95 %)",
  );
  expect(answerText({ ...unmet, interval: [0, Infinity] }, "Expected weight")).toBe(
    "None of the paths met it: expected weight with no known upper bound",
  );
});
