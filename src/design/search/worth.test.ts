import { expect, test } from "vitest";
import { finish } from "../../evaluation/long-computation.ts";
import { uniformErrors } from "../synthesis/error-model.ts";
import { Candidates } from "./candidates.ts";
import { DesignSpace } from "./design-space.ts";
import { climbed, createWorth, finalists } from "./worth.ts";

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

const found = (): Candidates => {
  const candidates = new Candidates();
  for (const [count, tokens] of orders) candidates.add(space.decode(tokens), count);
  return candidates;
};
const space = new DesignSpace("ACGT", 40, 40);
/** Orders of 40 letters with no T, one T, and so on. */
const orders = new Map(
  Array.from({ length: 41 }, (_, count): [number, Uint8Array] => [
    count,
    Uint8Array.from({ length: 40 }, (__, t) => (t < count ? 3 : 0)),
  ]),
);

test("where errors make every order dear, searches climb what is worth without, and the best are judged with", async () => {
  const counter = counted();
  const worth = finish(createWorth(space, counter.utility, uniformErrors(0.01, 4), []));
  expect(climbed(worth)([...orders.values()])).toEqual(counted().utility([...orders.values()]));
  const judged = await finalists(worth, found(), 1, {});
  expect(judged.count).toBe(41);
  for (const { sequence, worth: value } of judged.ranked())
    expect(value).toBe(worth.of([space.encode(sequence)])[0]);
  // What was looked at is told, whatever of it was judged.
  expect(new Candidates(99).count).toBe(99);
});

test("without errors everything stays as it was found", async () => {
  const plain = finish(createWorth(space, counted().utility, uniformErrors(0, 4), []));
  const candidates = found();
  expect(await finalists(plain, candidates, 1, {})).toBe(candidates);
  expect(climbed(plain)).toBe(plain.of);
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
