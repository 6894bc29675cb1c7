/** Conditions of a user's module: those it names lie within its own bounds, and others are drawn with a word. */
import { expect, test } from "vitest";
import { sequenceEnvironment } from "../../environment/sequence/sequence.ts";
import { withContext } from "../../environment/context.ts";
import { moduleConditions, requireTakenConditions } from "./module-conditions.ts";

const plain = sequenceEnvironment({ alphabet: "AB", length: 3 });
const vectors = withContext(plain, { kind: "vector", size: 1, bounds: [[20, 70]] });
const open = (named: object, environment = vectors) =>
  moduleConditions("task.mjs", environment, { conditions: named }).conditions;

test("a named condition outside of the bounds is refused", () => {
  expect(() => open({ cold: [20], hot: [600] })).toThrow(/"hot", where 600 is outside of 20 to 70/);
  const both = withContext(plain, { kind: "category+vector", count: 80, size: 1, bounds: [[0, 1]] });
  expect(() => open({ last: [79, 1] }, both)).not.toThrow();
  expect(() => open({ last: [0, 1.5] }, both)).toThrow("1.5 is outside of 0 to 1");
});

test("one that is asked for there is drawn with a warning", () => {
  const known = open({ cold: [20], warm: [70] });
  expect(known.noteOn!(known.find({ condition: "warm" }))).toBeUndefined();
  expect(known.noteOn!(known.find({ condition: "[71]" }))).toMatch(/71 is outside of 20 to 70; .* a guess/);
});

test("a number that is none is called so", () => {
  expect(() => open({ cold: [Number.NaN] })).toThrow("got the condition [NaN], expected one finite number");
});

test("conditions beside an environment that takes none are refused by name", () => {
  const check = (environment: object, exported: object) => () =>
    requireTakenConditions("task.mjs", environment, { environment, ...exported });
  expect(check(plain, {})).not.toThrow();
  expect(check(vectors, { conditions: { cold: [20] } })).not.toThrow();
  expect(check(plain, { conditions: { cold: [20] } })).toThrow(
    /got "conditions" beside an environment that takes no condition.*withContext, or leave it out/,
  );
  expect(check(plain, { contexts: {}, conditions: {} })).toThrow(
    /"contexts" and "conditions".*leave them out/,
  );
});
