import { describe, expect, test } from "vitest";
import type { Bounds, ContextSpec } from "../landscape/context.ts";
import { checkEnvironment } from "./check-environment.ts";
import { longestPath } from "./check/longest-path.ts";
import { formatEnvironmentReport, type ProblemKind } from "./check/report.ts";
import { broken, mistakes } from "./check/mistakes.fixture.ts";
import type { Environment } from "./environment.ts";
import { gridEnvironment } from "./environments.fixture.ts";
import { withNoise } from "./noise/noise.ts";
import { sequenceEnvironment, type SequenceState } from "./sequence/sequence.ts";
import { stickyNoise } from "./noise/sticky-noise.ts";
import { substitutionNoise } from "./noise/substitution-noise.ts";

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

  test("knows how many actions and steps sequences have, and that masks and noise leave some unused", () => {
    const kinds = (environment: Environment<SequenceState>): ProblemKind[] =>
      checkEnvironment(environment).problems.map(({ kind }) => kind);
    const dna = sequenceEnvironment({ alphabet: "ACGT", length: 4 });
    expect(kinds({ ...dna, actionCount: 5, backward: { ...dna.backward, count: 5 } })).toEqual([
      "action-unused",
    ]);
    expect(kinds({ ...dna, actionCount: 3 })).toContain("action-uncounted");
    expect(kinds({ ...dna, outcomeCount: 5 })).toEqual(["outcome-unused"]);
    expect(kinds({ ...dna, maxSteps: 5 })).toEqual(["steps-unused"]);
    const { enumeration } = dna;
    const stateCount = enumeration!.stateCount + 1;
    expect(kinds({ ...dna, enumeration: { ...enumeration!, stateCount } })).toEqual(["index-unused"]);
    const noT = sequenceEnvironment({ alphabet: "ACGT", length: 4, isLegal: (_, action) => action < 3 });
    expect(kinds(noT)).toEqual([]);
    expect(kinds({ ...noT, maxSteps: 5 })).toEqual(["steps-unused"]);
    const short = sequenceEnvironment({
      alphabet: "AC",
      minLength: 1,
      maxLength: 4,
      isLegal: (prefix, action) => prefix.length < 2 || action === 2,
    });
    expect(kinds(short)).toEqual([]);
    const neverT = [0, 1, 2, 0].map((to) => [0, 1, 2, 3].map((c) => (c === to ? 1 : 0)));
    expect(kinds(withNoise(dna, substitutionNoise(neverT)))).toEqual([]);
  });

  test("has an example of every kind", () => {
    const kinds = new Set(mistakes.map(([, , kind]) => kind));
    expect(kinds.size).toBe(29);
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

describe("conditions", () => {
  /** A letter a step, two steps; under condition `bad` the outcomes sum to .7. */
  const walk = (count: number, bad: number): Environment<{ path: string; z: number }> => ({
    name: "walk",
    actionCount: 2,
    outcomeCount: 2,
    maxSteps: 2,
    featureCount: 3,
    initial: { path: "", z: 0 },
    context: { kind: "category", count },
    start: (z) => ({ path: "", z: z as number }),
    key: ({ path }) => path,
    isTerminal: ({ path }) => path.length === 2,
    isLegal: ({ path }) => path.length < 2,
    outcomeProbabilities({ z }, action, out) {
      out[action] = z === bad ? 0.5 : 0.8;
      out[1 - action] = 0.2;
    },
    next: ({ path, z }, outcome) => ({ path: path + outcome, z }),
    encode({ path }, out, offset) {
      for (let i = 0; i < 2; i++) out[offset + i] = i < path.length ? Number(path[i]) : -1;
      out[offset + 2] = path.length;
    },
    objectOf: ({ path }) => path,
    backward: {
      count: 2,
      indexOf: (action) => action,
      isLegal: ({ path }) => path.length > 0,
    },
  });

  test("all of them are looked at where the start depends on one", () => {
    const sound = checkEnvironment(walk(3, -1));
    expect(sound).toMatchObject({ ok: true, exhaustive: true, states: 21, conditions: { looked: 3, of: 3 } });
    expect(formatEnvironmentReport(sound)).toContain("looked at all states under all 3 conditions: 21");
    for (const bad of [0, 1, 2]) {
      const [problem] = checkEnvironment(walk(3, bad)).problems;
      expect(problem).toMatchObject({ kind: "probabilities", state: "" });
      expect(problem!.message).toContain(`Under condition ${bad} at state "": the outcome probabilities`);
    }
    const withoutStart = Object.entries(walk(3, 1)).filter(([name]) => name !== "start");
    expect(checkEnvironment(Object.fromEntries(withoutStart) as unknown as Environment)).toMatchObject({
      ok: true,
      states: 7,
    });
  });

  test("of very many some are, from the first to the last, and that is said", () => {
    const report = checkEnvironment(walk(1000, -1));
    expect(report.conditions).toEqual({ looked: 32, of: 1000 });
    expect(formatEnvironmentReport(report)).toContain("under 32 of 1000 conditions");
    expect(checkEnvironment(walk(1000, 999)).ok).toBe(false);
  });

  test("of numbers those that are declared, else the ends and the middle of their bounds", () => {
    const numbers = (bad: number, bounds?: readonly Bounds[]): Environment<{ path: string; z: number }> => ({
      ...walk(1, bad),
      context: { kind: "vector", size: 1, ...(bounds ? { bounds } : {}) },
      start: (z) => ({ path: "", z: (z as readonly number[])[0]! }),
    });
    expect(checkEnvironment(numbers(5, [[0, 10]]))).toMatchObject({
      ok: false,
      conditions: { looked: 3, of: null },
    });
    expect(checkEnvironment(numbers(7), { conditions: [[3], [7]] }).problems[0]!.message).toContain(
      "Under condition [7]",
    );
    const unknown = checkEnvironment(numbers(7));
    expect(unknown).toMatchObject({ ok: true, conditions: { looked: 0, of: null } });
    expect(formatEnvironmentReport(unknown)).toContain("under no condition, since none is known");
    expect(() => checkEnvironment(numbers(7), { conditions: [3] })).toThrow("one finite number");
  });

  test("a start that throws and a count that is none are told", () => {
    const start = (): never => {
      throw new Error("no such table");
    };
    expect(checkEnvironment({ ...walk(2, -1), start }).problems).toMatchObject([
      { kind: "throws", count: 2 },
    ]);
    const context = { kind: "category" } as unknown as ContextSpec;
    expect(checkEnvironment({ ...walk(2, -1), context }).problems[0]!.message).toContain("context.count");
  });
});
