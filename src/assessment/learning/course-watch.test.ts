/** A loss that runs away and a policy that collapses are told once each, also across an interruption. */
import { expect, test } from "vitest";
import { CourseWatch } from "./course-watch.ts";

const many = Array.from({ length: 16 }, (_, i) => String(i));
const one = many.map(() => "7,7");

test("a loss far above its start for twenty iterations is told once, and forgotten when it comes back", () => {
  const watch = new CourseWatch();
  const told = (losses: readonly number[]): (string | undefined)[] =>
    losses.map((loss) => watch.observe({ loss, objects: many })).filter((text) => text !== undefined);
  expect(told([3, 90, 5, -2, 1, 1, 1, 1, 1, 1])).toEqual([]);
  // Large, but not a thousand times the largest; or for a moment only.
  expect(told(Array.from({ length: 40 }, () => 80_000))).toEqual([]);
  expect(told([...Array.from({ length: 19 }, () => 1e16), 1])).toEqual([]);
  const said = told(Array.from({ length: 30 }, () => 1e16));
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(
    /^training has run away: the loss is more than 1000 times .* \(90\), and has been for 20\./,
  );
  expect(watch.found?.kind).toBe("diverged");
  told([1]);
  expect(watch.found).toBeNull();
});

test("a loss that is no number runs away too", () => {
  const watch = new CourseWatch();
  for (let i = 0; i < 10; i++) watch.observe({ loss: 1, objects: many });
  for (let i = 0; i < 20; i++) watch.observe({ loss: Number.NaN, objects: many });
  expect(watch.found?.kind).toBe("diverged");
});

test("fifty iterations of one object are a collapse, also where they were interrupted", () => {
  let watch = new CourseWatch();
  const observe = () => watch.observe({ loss: 0.001, objects: one });
  for (let i = 0; i < 49; i++) {
    expect(observe()).toBeUndefined();
    watch = new CourseWatch(JSON.parse(JSON.stringify(watch.save())));
  }
  expect(observe()).toMatch(
    /^the policy has collapsed: each of the last 50 iterations made "7,7" and nothing else/,
  );
  expect(watch.found?.kind).toBe("collapsed");
  watch.observe({ loss: 0.001, objects: [...one.slice(1), "0,0"] });
  expect(watch.found).toBeNull();
  // Two of a kind are no collapse.
  const few = new CourseWatch();
  for (let i = 0; i < 60; i++) few.observe({ loss: 1, objects: ["A", "A"] });
  expect(few.found).toBeNull();
});
