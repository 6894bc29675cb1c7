import { describe, expect, test } from "vitest";
import { checkEnvironment } from "./check-environment.ts";
import { longestPath } from "./check/longest-path.ts";
import { formatEnvironmentReport, type ProblemKind } from "./check/report.ts";
import { broken, mistakes } from "./check/mistakes.fixture.ts";
import { gridEnvironment } from "./environments.fixture.ts";
import { withNoise } from "./noise/noise.ts";
import { sequenceEnvironment } from "./sequence/sequence.ts";
import { stickyNoise } from "./noise/sticky-noise.ts";

const grid = gridEnvironment(3);

/** Mistakes that break more than one promise. */
const farReaching = new Set([
  "a forgotten way back",
  "a circle",
  "trajectories without end",
  "one backward number for two parents",
  "a backward mask that forbids what happens",
]);
const farReachingKinds = new Set<ProblemKind>([
  "not-deterministic",
  "throws",
  "wrong-type",
  "key-shared",
  "starts-finished",
]);

describe("checkEnvironment", () => {
  test("finds nothing wrong with sound environments", () => {
    expect(checkEnvironment(grid)).toEqual({
      environment: "grid of 3",
      ok: true,
      exhaustive: true,
      states: 18,
      terminalStates: 9,
      transitions: 12 + 9,
      problems: [],
    });
    const noisy = withNoise(gridEnvironment(6), stickyNoise(0.25));
    expect(checkEnvironment(noisy)).toMatchObject({ ok: true, exhaustive: true, states: 72 });
  });

  test.each(mistakes)("finds %s", (_name, change, kind, message) => {
    const { problems, ok } = checkEnvironment(broken(change));
    expect(ok).toBe(false);
    const found = problems.find((problem) => problem.kind === kind);
    expect(found?.message, JSON.stringify(problems)).toContain(message);
  });

  test("has an example of every kind", () => {
    const kinds = new Set(mistakes.map(([, , kind]) => kind));
    expect(kinds.size).toBe(23);
  });

  test("blames sound parts of a broken environment for nothing", () => {
    for (const [name, change, kind] of mistakes) {
      if (farReaching.has(name) || farReachingKinds.has(kind)) continue;
      const { problems } = checkEnvironment(broken(change));
      expect(
        problems.map((problem) => problem.kind),
        name,
      ).toEqual([kind]);
    }
  });

  test("collects all kinds and counts how often each was met", () => {
    const { problems } = checkEnvironment({ ...grid, maxSteps: 1, objectOf: () => "" });
    expect(problems.map(({ kind, count }) => [kind, count])).toEqual([
      ["object-shared", 8],
      ["too-long", 1],
    ]);
  });

  test("walks at random through what is too large to see whole", () => {
    const environment = withNoise(sequenceEnvironment({ alphabet: "ACGT", length: 30 }), stickyNoise(0.1));
    const options = { maxTransitions: 1000, trajectories: 20 };
    const report = checkEnvironment(environment, options);
    expect(report).toMatchObject({ ok: true, exhaustive: false });
    expect(report.terminalStates).toBeGreaterThan(20);
    expect(checkEnvironment(environment, options)).toEqual(report);
    expect(checkEnvironment(environment, { ...options, seed: 1 })).not.toEqual(report);
    const deep = {
      ...environment,
      maxSteps: 29,
      objectOf: () => "ACGT",
    };
    expect(checkEnvironment(deep, options).problems).toMatchObject([{ kind: "too-long", count: 20 }]);
    let turn = 0;
    const random = (): number => (turn = (turn + 0.618) % 1);
    const { problems } = checkEnvironment({ ...deep, maxSteps: 30 }, { ...options, random });
    expect(problems).toMatchObject([{ kind: "object-shared" }]);
  });

  test("finds symmetric objects in spaces where random walks never meet", () => {
    const { enumeration: _numbers, ...strands } = sequenceEnvironment({ alphabet: "ACGT", length: 30 });
    const other = (letter: string): string => "TGCA"["ACGT".indexOf(letter)]!;
    const canonical = (object: string): string =>
      [object, Array.from(object, other).toReversed().join("")].toSorted()[0]!;
    const options = { maxTransitions: 100, trajectories: 5 };
    const kinds = (change: Partial<typeof strands>): ProblemKind[] =>
      checkEnvironment({ ...strands, ...change }, options).problems.map(({ kind }) => kind);
    const objectOf = (state: Parameters<typeof strands.objectOf>[0]): string =>
      canonical(strands.objectOf(state));
    expect(kinds({})).toEqual([]);
    expect(kinds({ objectOf })).toContain("object-shared");
    const key = (state: Parameters<typeof strands.key>[0]): string =>
      state.done ? `${objectOf(state)}.` : strands.key(state);
    expect(kinds({ objectOf, key })).toContain("backward-shared");
  });

  test("formats a report for people", () => {
    expect(formatEnvironmentReport(checkEnvironment(grid))).toBe(
      "grid of 3: looked at all states: 18, 9 of them terminal, and 21 possible steps.\nNo problems found.",
    );
    expect(formatEnvironmentReport(checkEnvironment({ ...grid, objectOf: ({ x }) => `${x}` }))).toBe(
      "grid of 3: looked at all states: 18, 9 of them terminal, and 21 possible steps.\n" +
        "1 problem:\n" +
        '1. object-shared (6 times, first shown): At state "0,1.": its object "0" is also that of terminal state ' +
        '"0,0.", expected one terminal state per object. Let every object have one terminal state, or its ' +
        "probability is split among several.",
    );
  });
});

describe("longestPath", () => {
  test("knows chains, diamonds and circles", () => {
    expect(longestPath([[]])).toBe(0);
    expect(longestPath([[1, 2], [3], [1, 3], []])).toBe(3);
    expect(longestPath([[1, 3], [2], [3], []])).toBe(3);
    expect(longestPath([[1], [0]])).toBe(Infinity);
    expect(longestPath([[1], [1]])).toBe(Infinity);
    expect(longestPath([[1, 2], [3], [3], [4], [2]])).toBe(Infinity);
  });
});
