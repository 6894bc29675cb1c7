import { expect, test } from "vitest";
import { Generator } from "../../random/generator.ts";
import { BestSeen } from "./best-seen.ts";

test("the best thousand different ones of any number are kept, best first, also across a checkpoint", () => {
  const random = Generator.fromSeed(2);
  const all = new Map<string, number>();
  let seen = new BestSeen();
  for (let batch = 0; batch < 400; batch++) {
    const objects = Array.from({ length: 40 }, () => String(random.integer(30_000)));
    const scores = objects.map((name) => Math.sin(Number(name)) * 10);
    for (const [i, name] of objects.entries()) all.set(name, scores[i]!);
    seen.see(objects, scores);
    if (batch === 200) seen = new BestSeen(seen.found);
  }
  const best = [...all].sort((a, b) => b[1] - a[1]).slice(0, 1000);
  expect(seen.found.map(({ score }) => score)).toEqual(best.map(([, score]) => score));
  expect(new Set(seen.found.map(({ sequence }) => sequence))).toEqual(new Set(best.map(([name]) => name)));
});

test("long objects are kept as far as there is room, and no score that is no number", () => {
  const seen = new BestSeen();
  seen.see(["A".repeat(150_000), "C".repeat(150_000), "G"], [3, 2, 1]);
  seen.see(["T", "AA"], [NaN, Infinity]);
  expect(seen.found.map(({ score }) => score)).toEqual([3]);
});
