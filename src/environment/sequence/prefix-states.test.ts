/** Prefixes are listed in the order of their numbers, whatever a mask forbids. */
import { expect, test } from "vitest";
import { stickyNoise } from "../noise/sticky-noise.ts";
import { withNoise } from "../noise/noise.ts";
import { prefixStates } from "./prefix-states.ts";
import { sequenceEnvironment } from "./sequence.ts";
import type { SequenceOptions, SequenceState } from "./sequence.ts";

const listed = (options: Partial<SequenceOptions>, noise = 0): string[] => {
  const environment = withNoise(
    sequenceEnvironment({ alphabet: "AB", length: 3, ...options }),
    stickyNoise(noise),
  );
  const states = prefixStates(environment, 3) as SequenceState[];
  return states.map((state) => environment.objectOf(state));
};

test("every prefix has its place", () => {
  expect(listed({})).toEqual(["", "A", "B", "AA", "AB", "BA", "BB"]);
});

test("the initial state stands where a mask leads nowhere", () => {
  const isLegal = (prefix: readonly number[], action: number): boolean => prefix.at(-1) !== action;
  expect(listed({ isLegal })).toEqual(["", "A", "B", "", "AB", "BA", ""]);
  expect(listed({ isLegal }, 0.5)).toEqual(["", "A", "B", "", "AB", "BA", ""]);
});

test("what only noise leads to is listed as well", () => {
  const masked = sequenceEnvironment({
    alphabet: "AB",
    length: 3,
    isLegal: (_prefix, action) => action === 0,
  });
  const environment = withNoise(masked, (_state, _action, out) => out.fill(0.5));
  const states = prefixStates(environment, 2) as SequenceState[];
  expect(states.map((state) => environment.objectOf(state))).toEqual(["", "A", "B"]);
});
