import { describe, expect, test } from "vitest";
import { obviousLaw, prefixCount, randomRows, splitByDepth, testUniform } from "../brute-force.fixture.ts";
import { klToLog } from "../law/distances.ts";
import { noiseKernel, type NoiseKernel, placedKernel, stickyKernel } from "../law/kernel.ts";
import { logPartition, logTargetLaw, targetLaw } from "../law/log-z.ts";
import { sequenceGraph } from "../law/sequence-graph.ts";
import { exploreGraph } from "../law/state-graph.ts";
import { graphLimit } from "../limit/graph-limit.ts";
import { limitForwardKl } from "../limit/forward-kl-limit.ts";
import { limitReverseKl } from "../limit/reverse-kl-limit.ts";
import { allLogRewards, allSequences, randomAutomaton } from "./automaton.fixture.ts";
import { type Automaton, automatonLogReward, createAutomaton, sharpened } from "./automaton.ts";
import { automatonForwardLimit, automatonReverseLimit } from "./automaton-limit.ts";
import {
  automatonLogZ,
  drawSequence,
  klOfOutcomes,
  logProbability,
  marginals,
  occupancy,
  policyOutcomes,
  targetOutcomes,
} from "./outcome-law.ts";

const uniform = testUniform(7);

/** Some matrix that is no sticky noise. */
function someKernel(size: number): NoiseKernel {
  return noiseKernel(
    size,
    randomRows(size, size, uniform).map((p, i) => 0.3 * p + (i % (size + 1) === 0 ? 0.7 : 0)),
  );
}

function randomPolicy(automaton: Automaton): Float64Array[] {
  return Array.from({ length: automaton.maxLength }, () =>
    randomRows(automaton.stateCount, automaton.alphabetSize, uniform),
  );
}

/** The policy of an automaton as one over all prefixes, in the order of `obviousLaw`. */
function overPrefixes(automaton: Automaton, policy: readonly Float64Array[]): Float64Array {
  const { alphabetSize, maxLength, next, start } = automaton;
  const rows: number[] = [];
  let states = [start];
  for (let t = 0; t < maxLength; t++) {
    for (const q of states) rows.push(...policy[t]!.subarray(q * alphabetSize, (q + 1) * alphabetSize));
    states = states.flatMap((q) =>
      Array.from({ length: alphabetSize }, (_, c) => next[q * alphabetSize + c]!),
    );
  }
  return Float64Array.from(rows);
}

describe("sequences of one length agree with enumeration", () => {
  const sizes = [
    { letters: 2, states: 1, maxLength: 5 },
    { letters: 3, states: 4, maxLength: 5 },
    { letters: 4, states: 3, maxLength: 4 },
  ];
  const kernels = (size: number): NoiseKernel[] => [
    stickyKernel(size, 0),
    stickyKernel(size, 0.25),
    stickyKernel(size, 0.9),
    someKernel(size),
  ];
  const cases = sizes.flatMap((size) => kernels(size.letters).map((kernel) => ({ size, kernel })));

  test.each(cases)("$size", ({ size, kernel }) => {
    const automaton = randomAutomaton(size, uniform);
    const logReward = allLogRewards(automaton);
    const target = targetOutcomes(automaton);
    expect(automatonLogZ(automaton)).toBeCloseTo(logPartition(logReward), 12);

    const law = logTargetLaw(logReward);
    for (const [i, letters] of allSequences(automaton).entries())
      expect(logProbability(automaton, target, letters)).toBeCloseTo(law[i]!, 10);

    const reverse = automatonReverseLimit(automaton, kernel);
    const forward = automatonForwardLimit(automaton, kernel);
    expect(reverse.kl).toBeCloseTo(limitReverseKl(logReward, kernel).kl, 10);
    expect(forward.kl).toBeCloseTo(limitForwardKl(logReward, kernel).kl, 10);
    // The policies that come with the limits reach them.
    const reached = policyOutcomes(automaton, reverse.policy, kernel);
    expect(klOfOutcomes(automaton, reached, target)).toBeCloseTo(reverse.kl, 8);
    const nearest = policyOutcomes(automaton, forward.policy, kernel);
    expect(klOfOutcomes(automaton, target, nearest)).toBeCloseTo(forward.kl, 8);

    const policy = randomPolicy(automaton);
    const outcomes = policyOutcomes(automaton, policy, kernel);
    const plain = obviousLaw(overPrefixes(automaton, policy), size.maxLength, kernel);
    expect(klOfOutcomes(automaton, outcomes, target)).toBeCloseTo(klToLog(plain, law), 9);
    expect(klOfOutcomes(automaton, target, outcomes)).toBeCloseTo(
      klToLog(targetLaw(logReward), plain.map(Math.log)),
      9,
    );
  });
});

test("the rows of prefixes in this file are those that the slow law reads", () => {
  const automaton = randomAutomaton({ letters: 3, states: 2, maxLength: 3 }, uniform);
  const rows = overPrefixes(automaton, randomPolicy(automaton));
  expect(rows).toHaveLength(prefixCount(3, 3) * 3);
  expect(splitByDepth(rows, 3, 3).map(({ length }) => length)).toEqual([3, 9, 27]);
});

describe("sequences that may stop agree with the graph of all of them", () => {
  test.each([0, 1, 3])("from length %i on", (minLength) => {
    const automaton = randomAutomaton({ letters: 3, states: 3, minLength, maxLength: 4 }, uniform);
    for (const kernel of [stickyKernel(3, 0.3), someKernel(3)]) {
      const { graph, objects } = sequenceGraph({ kernel, minLength, maxLength: 4 });
      const logReward = objects.map(({ tokens }) => automatonLogReward(automaton, tokens));
      expect(automatonLogZ(automaton)).toBeCloseTo(logPartition(logReward), 12);
      const reverse = automatonReverseLimit(automaton, kernel);
      const forward = automatonForwardLimit(automaton, kernel);
      expect(reverse.kl).toBeCloseTo(graphLimit(graph, logReward, "reverse").kl, 9);
      expect(forward.kl).toBeCloseTo(graphLimit(graph, logReward, "forward").kl, 9);
      const target = targetOutcomes(automaton);
      const reached = policyOutcomes(automaton, reverse.policy, kernel);
      expect(klOfOutcomes(automaton, reached, target)).toBeCloseTo(reverse.kl, 8);
      for (const rows of reverse.policy) {
        const sums = Array.from({ length: 3 }, (_, q) =>
          rows.subarray(4 * q, 4 * q + 4).reduce((a, b) => a + b),
        );
        for (const sum of sums) expect(sum).toBeCloseTo(1, 12);
      }
    }
  });
});

test("noise that differs from place to place", () => {
  const automaton = randomAutomaton({ letters: 3, states: 3, maxLength: 4 }, uniform);
  const kernels = [stickyKernel(3, 0.1), someKernel(3), stickyKernel(3, 0.6), someKernel(3)];
  const { graph, objects } = exploreGraph<readonly number[]>({
    root: [],
    actionCount: 3,
    key: (tokens) => tokens.join(","),
    isTerminal: (tokens) => tokens.length === 4,
    outcomes: (tokens, action) =>
      [0, 1, 2].map((token) => ({
        state: [...tokens, token],
        probability: kernels[tokens.length]!.matrix[action * 3 + token]!,
      })),
  });
  const logReward = objects.map((tokens) => automatonLogReward(automaton, tokens));
  const placed = placedKernel(
    3,
    kernels.map(({ matrix }) => matrix),
  );
  expect(automatonReverseLimit(automaton, placed).kl).toBeCloseTo(
    graphLimit(graph, logReward, "reverse").kl,
    9,
  );
  expect(automatonForwardLimit(automaton, placed).kl).toBeCloseTo(
    graphLimit(graph, logReward, "forward").kl,
    9,
  );
});

test("letters that are worth nothing", () => {
  const automaton = createAutomaton({
    next: [
      [0, 1],
      [0, 1],
    ],
    // Two of the second letter in a row are worth nothing.
    logWeight: [
      [
        [0, 1],
        [0.5, -Infinity],
      ],
    ],
    maxLength: 4,
  });
  const logReward = allLogRewards(automaton);
  const calm = stickyKernel(2, 0);
  expect(automatonLogZ(automaton)).toBeCloseTo(logPartition(logReward), 12);
  expect(automatonReverseLimit(automaton, calm).kl).toBeCloseTo(0, 12);
  // No policy can avoid them under noise; which the other divergence does not mind.
  const noisy = stickyKernel(2, 0.4);
  expect(automatonReverseLimit(automaton, noisy).kl).toBe(Infinity);
  expect(automatonForwardLimit(automaton, noisy).kl).toBeCloseTo(limitForwardKl(logReward, noisy).kl, 12);
});

test("samples of the target have its marginals", () => {
  const automaton = randomAutomaton({ letters: 3, states: 4, minLength: 2, maxLength: 6 }, uniform);
  const target = targetOutcomes(automaton);
  const expected = marginals(automaton, target);
  const draws = 40_000;
  const counts = expected.map((row) => new Float64Array(row.length));
  for (let i = 0; i < draws; i++)
    for (const [t, c] of drawSequence(automaton, target, uniform).entries())
      counts[t]![c] = counts[t]![c]! + 1 / draws;
  for (const [t, row] of expected.entries())
    for (const [c, p] of row.entries())
      expect(Math.abs(counts[t]![c]! - p)).toBeLessThan(5 * Math.sqrt((p * (1 - p)) / draws) + 1e-12);
  // What has not ended after the shortest length is all there is.
  expect(occupancy(automaton, target)[2]!.reduce((a, b) => a + b)).toBeCloseTo(1, 12);
});

test("an exponent sharpens all weights", () => {
  const automaton = randomAutomaton({ letters: 3, states: 2, maxLength: 5 }, uniform);
  const plain = allLogRewards(automaton);
  const sharp = sharpened(automaton, 2.5);
  for (const [i, logReward] of allLogRewards(sharp).entries())
    expect(logReward).toBeCloseTo(2.5 * plain[i]!, 10);
  expect(automatonLogZ(sharpened(automaton, 0))).toBeCloseTo(5 * Math.log(3), 12);
});

test("500 places and 20 letters: both limits in under a second", () => {
  const letters = 20;
  const next = Array.from({ length: letters + 1 }, () => Array.from({ length: letters }, (_, c) => c));
  const chain = createAutomaton({
    next,
    logWeight: Array.from({ length: 500 }, () => next.map((row) => row.map(() => 2 * uniform() - 1))),
    start: letters,
    maxLength: 500,
  });
  const kernel = stickyKernel(letters, 0.05);
  // Of the processor, which a busy machine may share out late.
  const began = process.cpuUsage();
  const reverse = automatonReverseLimit(chain, kernel).kl;
  const forward = automatonForwardLimit(chain, kernel).kl;
  const { user, system } = process.cpuUsage(began);
  expect((user + system) / 1000).toBeLessThan(1000);
  expect(reverse).toBeGreaterThan(0);
  expect(forward).toBeGreaterThan(0);
});

describe("what is no automaton is refused, and says so", () => {
  const good = { next: [[0, 0]], logWeight: [[[0, 1]]], maxLength: 3 };
  test.each([
    [
      "a state that is not there",
      { ...good, next: [[0, 1]] },
      /next: got 1, expected a whole number between 0 and 0/,
    ],
    [
      "rows of other widths",
      { ...good, logWeight: [[[0]]] },
      /logWeight\[0\]: got 1 rows of 1, expected 1 rows of 2/,
    ],
    ["no number", { ...good, logWeight: [[[0, Number.NaN]]] }, /logWeight: got NaN/],
    [
      "too few places",
      { ...good, logWeight: [[[0, 1]], [[0, 1]]] },
      /logWeight: got 2 tables, expected one, or one for each of 3/,
    ],
    ["a start that is not there", { ...good, start: 2 }, /start: got 2/],
    [
      "ends of other states",
      { ...good, endLogWeight: [0, 0] },
      /endLogWeight: got 2 numbers, expected one for each of 1/,
    ],
    ["a shortest length beyond the longest", { ...good, minLength: 4 }, /minLength: got 4/],
  ])("%s", (_, description, message) => {
    expect(() => createAutomaton(description)).toThrow(message);
  });

  test("noise over other letters, or of too few places", () => {
    const automaton = createAutomaton(good);
    expect(() => automatonReverseLimit(automaton, stickyKernel(3, 0.1))).toThrow(/noise: got 3 letters/);
    const { matrix } = stickyKernel(2, 0.1);
    expect(() => automatonForwardLimit(automaton, placedKernel(2, [matrix]))).toThrow(/noise: got 1 places/);
  });

  test("sequences of other lengths", () => {
    expect(() => automatonLogReward(createAutomaton(good), [0, 1])).toThrow(
      /a sequence: got 2 letters, expected 3 to 3/,
    );
  });
});
