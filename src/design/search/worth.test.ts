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
  const worth = finish(createWorth(space, counter.utility, uniformErrors(0.01, 4), []));
  const { sequences, values } = worthOfBest(worth, orders, 5);
  expect(sequences).toEqual(["40 T", "39 T", "38 T", "37 T", "36 T"]);
  expect(values).toEqual(worth.of(sequences.map((name) => orders.get(name)!)));
  // 40 letters with 0.0075 errors each: most of 256 draws are the order itself.
  expect(counter.asked).toBeLessThan(41 + 2 * 5 * 128);
});

test("without errors, or where few are asked for, all are looked at in their order", () => {
  const space = new DesignSpace("ACGT", 40, 40);
  const plain = finish(createWorth(space, counted().utility, uniformErrors(0, 4), []));
  expect(worthOfBest(plain, orders, 5).sequences).toEqual([...orders.keys()]);
  const errors = finish(createWorth(space, counted().utility, uniformErrors(0.01, 4), []));
  const few = new Map([...orders].slice(0, 5));
  expect(worthOfBest(errors, few, 5).sequences).toEqual([...few.keys()]);
});

test("what was measured before is worth nothing when errors make it again", () => {
  const measured = [Uint8Array.of(1, 1)];
  const utility = (asked: readonly ArrayLike<number>[]): Float64Array =>
    Float64Array.from(asked, (tokens) => 1 + 2 * tokens[0]! + tokens[1]!);
  // Two letters, half of them random: K is 0.75 and 0.25 at each place; BB is known.
  const errors = uniformErrors(0.5, 2);
  const expected = (a: number, b: number): number => {
    let sum = 0;
    for (const x of [0, 1])
      for (const y of [0, 1])
        sum +=
          (x === a ? 0.75 : 0.25) * (y === b ? 0.75 : 0.25) * (x === 1 && y === 1 ? 1e-5 : 1 + 2 * x + y);
    return sum;
  };
  const space = new DesignSpace("AB", 2, 2);
  const worth = finish(createWorth(space, utility, errors, measured));
  const all = [0, 1].flatMap((a) => [0, 1].map((b) => Uint8Array.of(a, b)));
  for (const [i, value] of worth.of(all).entries())
    expect(value).toBeCloseTo(expected(all[i]![0]!, all[i]![1]!), 12);
  expect(Array.from(worth.made!)).toEqual([1, 2, 3, 4]);
  const faultless = finish(createWorth(space, utility, uniformErrors(0, 2), measured));
  expect(Array.from(faultless.of(all))).toEqual([1, 2, 3, 4]);
  // Where sequences cannot be listed too.
  const long = new DesignSpace("ACGT", 40, 40);
  const [a, t] = [new Uint8Array(40), new Uint8Array(40).fill(3)];
  const known = finish(createWorth(long, counted().utility, uniformErrors(0.01, 4), [t]));
  const unknown = finish(createWorth(long, counted().utility, uniformErrors(0.01, 4), [a]));
  expect(known.of([t])[0]).toBeLessThan(unknown.of([t])[0]! - 0.7);
});
