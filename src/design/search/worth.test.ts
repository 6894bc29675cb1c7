import { expect, test } from "vitest";
import { finish } from "../../evaluation/long-computation.ts";
import { uniformErrors } from "../synthesis/error-model.ts";
import { DesignSpace } from "./design-space.ts";
import { createWorth, worthOfBest } from "./worth.ts";

/** The share of the letter T, and how many sequences were asked about. */
function counted(): {
  readonly utility: (asked: readonly ArrayLike<number>[]) => Float64Array;
  asked: number;
} {
  const counter = {
    asked: 0,
    utility: (asked: readonly ArrayLike<number>[]) => {
      counter.asked += asked.length;
      return Float64Array.from(asked, (tokens) => Array.from(tokens).filter((t) => t === 3).length / 40);
    },
  };
  return counter;
}

/** Orders of 40 letters with no T, one T, and so on. */
const orders = new Map(
  Array.from({ length: 41 }, (_, count): [string, Uint8Array] => [
    `${count} T`,
    Uint8Array.from({ length: 40 }, (__, t) => (t < count ? 3 : 0)),
  ]),
);

test("where errors make every order dear, the best without errors are looked at", () => {
  const counter = counted();
  const space = new DesignSpace("ACGT", 40, 40);
  const worth = finish(createWorth(space, counter.utility, uniformErrors(0.01, 4)));
  const { sequences, values } = worthOfBest(worth, orders, 5);
  expect(sequences).toEqual(["40 T", "39 T", "38 T", "37 T", "36 T"]);
  expect(values).toEqual(worth.of(sequences.map((name) => orders.get(name)!)));
  // 40 letters with 0.0075 errors each: most of 256 draws are the order itself.
  expect(counter.asked).toBeLessThan(41 + 2 * 5 * 128);
});

test("without errors, or where few are asked for, all are looked at in their order", () => {
  const space = new DesignSpace("ACGT", 40, 40);
  const plain = finish(createWorth(space, counted().utility, uniformErrors(0, 4)));
  expect(worthOfBest(plain, orders, 5).sequences).toEqual([...orders.keys()]);
  const errors = finish(createWorth(space, counted().utility, uniformErrors(0.01, 4)));
  const few = new Map([...orders].slice(0, 5));
  expect(worthOfBest(errors, few, 5).sequences).toEqual([...few.keys()]);
});
