import { expect, test } from "vitest";
import { unitHint } from "./unit-hint.ts";

const before = [120, 80, 400, 310, 95];

test("scores of another size than all before are told, with the way back", () => {
  expect(unitHint([0.1, 0.2, 0.09], before, "plate1")).toBe(
    'Caution: these scores are about 1,200 times smaller than what was measured before. If they are in another unit, take them back with "windage design untell plate1" and tell them in that of the other files.',
  );
  expect(unitHint([-1e5, -2e5, -3e5], before, "p")).toContain("1,667 times larger");
});

test("orders that came out much better, few scores and zeros are not", () => {
  expect(unitHint([20, 9, 30], before, "p")).toBeUndefined();
  expect(unitHint([0.1, 0.2], before, "p")).toBeUndefined();
  expect(unitHint([0, 0, 0], before, "p")).toBeUndefined();
  expect(unitHint([1, 2, 3], [0, 0, 0], "p")).toBeUndefined();
});
