/** Deliberate mistakes in an environment, one of every kind and more, for the tests of `checkEnvironment`. */

import type { Environment } from "../environment.ts";
import { gridEnvironment, type GridState } from "../environments.fixture.ts";
import type { ProblemKind } from "./report.ts";

type Grid = Environment<GridState>;

const grid = gridEnvironment(3);

/** A counter that makes answers differ from call to call. */
let calls = 0;

/** One deliberate mistake each: what it changes, the kind that must be found, and a part of the message. */
export const mistakes: readonly (readonly [string, Partial<Grid>, ProblemKind, string])[] = [
  [
    "a forgotten method",
    { encode: undefined as unknown as Grid["encode"] },
    "missing",
    "encode is undefined, expected a function",
  ],
  [
    "a forgotten way back",
    { backward: undefined as unknown as Grid["backward"] },
    "missing",
    "backward.indexOf is undefined",
  ],
  ["a fractional count", { featureCount: 2.5 }, "counts", "featureCount is 2.5, expected a whole number"],
  ["a count of zero", { backward: { ...grid.backward, count: 0 } }, "counts", "backward.count is 0"],
  [
    "a terminal start",
    { initial: { x: 0, y: 0, done: true } },
    "starts-finished",
    'At state "0,0.": the initial state is terminal',
  ],
  [
    "a dead end",
    { isLegal: (state, action) => grid.isLegal(state, action) && state.x !== 2 },
    "no-legal-action",
    'At state "2,0": none of the 3 actions is legal',
  ],
  [
    "actions after the end",
    { isLegal: (state, action) => action === 2 || grid.isLegal(state, action) },
    "legal-at-terminal",
    'At state "0,0.": action 2 is legal in a terminal state',
  ],
  [
    "probabilities that are too small",
    { outcomeProbabilities: (_, action, out) => void out.fill(0).fill(0.9, action, action + 1) },
    "probabilities",
    'At state "0,0": the outcome probabilities of action 0 sum to 0.9, expected 1',
  ],
  [
    "a negative probability",
    {
      outcomeProbabilities(_, action, out) {
        out.fill(0);
        out[action] = 1.5;
        out[(action + 1) % 3] = -0.5;
      },
    },
    "probabilities",
    "the probability of outcome 1 after action 0 is -0.5",
  ],
  [
    "a probability that is never written",
    { outcomeProbabilities: (_, action, out) => void (out[action] = 1) },
    "probabilities",
    "outcome 1 after action 0 is not a number or was not written",
  ],
  [
    "probabilities that change",
    {
      outcomeProbabilities(_, _action, out) {
        const luck = calls++ % 2 === 0 ? 0.25 : 0.5;
        out.set([luck, 0, 1 - luck]);
      },
    },
    "not-deterministic",
    "two calls differ in outcomeProbabilities of action 0",
  ],
  [
    "chance inside next",
    { next: (state, outcome) => grid.next(state, calls++ % 2 === 0 ? outcome : 2) },
    "not-deterministic",
    "gave two states that differ in key",
  ],
  [
    "a mask that changes",
    { isLegal: (state, action) => grid.isLegal(state, action) && (action === 2 || calls++ % 3 === 0) },
    "not-deterministic",
    'At state "0,0": two calls differ in isLegal over the actions',
  ],
  [
    "an encoding that changes",
    { encode: (_, out, offset) => void out.fill(calls++, offset, offset + 3) },
    "not-deterministic",
    "two calls differ in encode",
  ],
  [
    "objects that change",
    { objectOf: () => `${calls++}` },
    "not-deterministic",
    "two calls differ in objectOf",
  ],
  [
    "a next that changes its state",
    { next: (state, outcome) => Object.assign(state, grid.next(state, outcome)) },
    "changes-state",
    'next with outcome 0 changed the state it was given in key ("0,0" and "1,0")',
  ],
  [
    "an encoding that is too short",
    { encode: ({ x, y }, out, offset) => out.set([x, y], offset) },
    "encoding-window",
    "encode did not write feature 2, expected 3 numbers",
  ],
  [
    "an encoding that is too long",
    { encode: ({ x, y, done }, out, offset) => out.set([x, y, done ? 1 : 0, 1], offset) },
    "encoding-window",
    "encode wrote at place 10 when offset was 7, expected places 7 to 9",
  ],
  [
    "an encoding that ignores its offset",
    { encode: ({ x, y, done }, out) => out.set([x, y, done ? 1 : 0], 0) },
    "encoding-window",
    "encode wrote at place 0 when offset was 7",
  ],
  [
    "a feature that is not a number",
    { encode: ({ x, y, done }, out, offset) => out.set([x / y, y, done ? 1 : 0], offset) },
    "encoding-not-finite",
    "encode wrote NaN as feature 0",
  ],
  [
    "an encoding without the end",
    { encode: ({ x, y }, out, offset) => out.set([x, y, 0], offset) },
    "encoding-shared",
    'At state "0,0.": encode writes the same features as for state "0,0"',
  ],
  [
    "a key without the end",
    { key: ({ x, y }) => `${x},${y}` },
    "key-shared",
    'At state "0,0": two states have this key but differ in isTerminal',
  ],
  [
    "too few steps allowed",
    { maxSteps: 4 },
    "too-long",
    "a trajectory has 5 steps, expected at most maxSteps = 4",
  ],
  [
    "a circle",
    { next: (state, outcome) => (outcome === 0 && state.x === 1 ? grid.initial : grid.next(state, outcome)) },
    "too-long",
    "a trajectory goes in a circle",
  ],
  [
    "backward numbers beyond their count",
    {
      backward: {
        ...grid.backward,
        indexOf: (action, outcome) => (outcome === 2 ? 8 : outcome * 2 + action),
      },
    },
    "backward-range",
    "backward.indexOf of action 2 with outcome 2 is 8, expected a whole number from 0 to 4",
  ],
  [
    "a backward mask that forbids what happens",
    {
      backward: {
        ...grid.backward,
        isLegal: ({ done }, index) => !done && grid.backward.isLegal({ x: 1, y: 1, done }, index),
      },
    },
    "backward-illegal",
    'action 2 with outcome 2 leads to state "0,0.", where backward.isLegal of its number 4 is false',
  ],
  [
    "a backward mask that allows what never happens",
    { backward: { ...grid.backward, isLegal: () => true } },
    "backward-impossible",
    'At state "0,0": backward.isLegal of 0 is true but no possible step enters the state that way',
  ],
  [
    "one backward number for two parents",
    {
      backward: {
        ...grid.backward,
        count: 1,
        indexOf: () => 0,
        isLegal: ({ x, y, done }) => x + y > 0 || done,
      },
    },
    "backward-shared",
    'backward index 0 stands for action 1 with outcome 1 from state "1,0" and for action 0 with outcome 0 from state "0,1"',
  ],
  [
    "a way back to the wrong parent",
    {
      backward: {
        ...grid.backward,
        entry: ({ x, y, done }, index) => ({
          parent: { x, y: done ? y : y - 1, done: false },
          action: done ? 2 : index % 2,
          outcome: done ? 2 : Math.floor(index / 2),
        }),
      },
    },
    "backward-entry",
    'At state "1,0": backward.entry of 0 is action 0 with outcome 0 from state "1,-1", but that is the number of action 0 with outcome 0 from state "0,0"',
  ],
  [
    "a way back that is not told",
    { backward: { ...grid.backward, entry: () => undefined } },
    "backward-entry",
    "backward.entry of 0 is undefined",
  ],
  [
    "an action too many",
    { actionCount: 4, isLegal: (state, action) => action < 3 && grid.isLegal(state, action) },
    "action-unused",
    "action 3 of 4 is legal in no state",
  ],
  [
    "an action too few",
    { isLegal: (state, action) => (action < 3 ? grid.isLegal(state, action) : action === 3 && !state.done) },
    "action-uncounted",
    "isLegal allows action 3, and none from 4 on, expected no action beyond actionCount = 3",
  ],
  ["an outcome too many", { outcomeCount: 4 }, "outcome-unused", "outcome 3 of 4 can happen in no state"],
  [
    "more steps than there are",
    { maxSteps: 6 },
    "steps-unused",
    "no trajectory has more than 5 steps, expected maxSteps = 6 in one",
  ],
  [
    "states that nothing leads to",
    {
      enumeration: {
        stateCount: 20,
        indexOf: (state) => grid.enumeration!.indexOf(state) + (state.done ? 2 : 0),
      },
    },
    "index-unused",
    "18 states can be reached, expected enumeration.stateCount = 20 of them",
  ],
  [
    "state numbers beyond their count",
    { enumeration: { ...grid.enumeration!, stateCount: 10 } },
    "index-range",
    "enumeration.indexOf is 12, expected a whole number from 0 to 9",
  ],
  [
    "one number for two states",
    { enumeration: { stateCount: 18, indexOf: ({ x, y, done }) => (done ? 9 : 0) + x + y } },
    "index-shared",
    'At state "0,1": its number 1 is also that of state "1,0"',
  ],
  [
    "terminal states first",
    { enumeration: { stateCount: 18, indexOf: (state) => 17 - grid.enumeration!.indexOf(state) } },
    "index-order",
    "expected terminal states last",
  ],
  [
    "state numbers that change",
    { enumeration: { stateCount: 18, indexOf: () => calls++ % 18 } },
    "not-deterministic",
    "two calls differ in enumeration.indexOf",
  ],
  [
    "one object for two terminal states",
    { objectOf: ({ x, y }) => `${x + y}` },
    "object-shared",
    'its object "1" is also that of terminal state',
  ],
  [
    "an object that is no text",
    { objectOf: ({ x }) => x as unknown as string },
    "wrong-type",
    "objectOf returned 0, expected a string",
  ],
  [
    "a forgotten return",
    { isTerminal: () => undefined as unknown as boolean },
    "wrong-type",
    "in the initial state, isTerminal returned undefined, expected a boolean",
  ],
  [
    "a next that fails",
    {
      next(state, outcome) {
        if (state.x === 1) throw new RangeError("off the map");
        return grid.next(state, outcome);
      },
    },
    "throws",
    'At state "1,0": next with outcome 0 threw "off the map", expected no error',
  ],
  [
    "an encode that fails later",
    {
      encode(state, out, offset) {
        if (state.x === 1) throw new RangeError("too wide");
        grid.encode(state, out, offset);
      },
    },
    "throws",
    'At state "0,0": in the state after outcome 0, encode threw "too wide"',
  ],
];

/** The grid with a mistake, and with a start of its own that a mistake may spoil. */
export function broken(change: Partial<Grid>): Grid {
  calls = 0;
  return { ...grid, ...change, initial: { ...(change.initial ?? grid.initial) } };
}
