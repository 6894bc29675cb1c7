import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { minimiseOverPolicies, randomRows, testUniform } from "../brute-force.fixture.ts";
import { limitReverseKl } from "../limit/reverse-kl-limit.ts";
import { kl, klForward, klReverse, l1, tv } from "./distances.ts";
import { graphLaw, uniformPolicy } from "./graph-law.ts";
import { graphLimit } from "../limit/graph-limit.ts";
import { noiseKernel, stickyKernel } from "./kernel.ts";
import { targetLaw } from "./log-z.ts";
import { sequenceGraph } from "./sequence-graph.ts";
import { exploreGraph, type ExploredGraph, type StateGraph } from "./state-graph.ts";

interface Cell {
  readonly x: number;
  readonly y: number;
  readonly done: boolean;
}

/** The H×H grid of docs/methods.md section 8: noise picks between the two moves, never at an edge, never for stop. */
function gridGraph(height: number, alpha: number): ExploredGraph<Cell> {
  const edge = height - 1;
  return exploreGraph<Cell>({
    root: { x: 0, y: 0, done: false },
    actionCount: 3,
    key: ({ x, y, done }) => `${x},${y}${done ? "." : ""}`,
    isTerminal: ({ done }) => done,
    outcomes: (cell, action) => {
      if (action === 2) return [{ state: { ...cell, done: true }, probability: 1 }];
      const right = { ...cell, x: cell.x + 1 };
      const up = { ...cell, y: cell.y + 1 };
      const [meant, other] = action === 0 ? [right, up] : [up, right];
      if (meant.x > edge || meant.y > edge) return [];
      if (cell.x === edge || cell.y === edge) return [{ state: meant, probability: 1 }];
      return [
        { state: meant, probability: 1 - alpha / 2 },
        { state: other, probability: alpha / 2 },
      ];
    },
  });
}

function gridLogReward(cells: readonly Cell[], height: number): Float64Array {
  return Float64Array.from(cells, ({ x, y }) => {
    const distance = [x, y].map((i) => Math.abs((2 * i) / (height - 1) - 1));
    const plateau = distance.every((d) => d > 0.5) ? 0.5 : 0;
    const peak = distance.every((d) => d > 0.6 && d < 0.8) ? 2 : 0;
    return Math.log(1e-3 + plateau + peak);
  });
}

function randomPolicy(graph: StateGraph, uniform: () => number): Float64Array {
  const policy = uniformPolicy(graph).map((p) => p * uniform());
  for (let s = 0; s < graph.stateCount; s++) {
    const row = policy.subarray(s * graph.actionCount, (s + 1) * graph.actionCount);
    const sum = row.reduce((total, p) => total + p, 0);
    for (let a = 0; a < row.length; a++) row[a] = sum > 0 ? row[a]! / sum : 0;
  }
  return policy;
}

describe("grids, where states have several parents", () => {
  test.each([
    [0.1, 0],
    [0.25, 0],
    [0.5, 0.00155],
    [0.75, 0.008322],
    [0.9, 0.011229],
  ])(
    "8×8, α = %d: mean L1 at the forward-KL optimum of docs/methods.md section 5 is %d",
    (alpha, expected) => {
      const { graph, objects } = gridGraph(8, alpha);
      const logReward = gridLogReward(objects, 8);
      const limit = graphLimit(graph, logReward, "forward");
      expect(limit.gap).toBeLessThanOrEqual(1e-9);
      expect(l1(limit.law, targetLaw(logReward)) / 64).toBeCloseTo(expected, 6);
    },
  );

  test.each(["reverse", "forward"] as const)(
    "%s: random policies never beat it, a generic optimiser finds it",
    (direction) => {
      const { graph, objects } = gridGraph(3, 0.8);
      const uniform = testUniform(4);
      const logReward = Float64Array.from(objects, () => -4 * uniform());
      const target = targetLaw(logReward);
      const divergence = direction === "reverse" ? klReverse : klForward;
      const limit = graphLimit(graph, logReward, direction, { gap: 1e-11 });
      expect(divergence(limit.law, target)).toBe(limit.kl);
      for (let i = 0; i < 500; i++) {
        expect(divergence(graphLaw(graph, randomPolicy(graph, uniform)), target)).toBeGreaterThan(
          limit.kl - 1e-10,
        );
      }
      // The optimiser works on full rows; mass on illegal actions is shared among the legal ones.
      const legal = uniformPolicy(graph);
      const legalise = (policy: Float64Array): Float64Array => {
        const masked = policy.map((p, i) => (legal[i]! > 0 ? Math.max(p, 0) + 1e-12 : 0));
        for (let s = 0; s < graph.stateCount; s++) {
          const row = masked.subarray(s * 3, s * 3 + 3);
          const sum = row.reduce((total, p) => total + p, 0) || 1;
          for (let a = 0; a < 3; a++) row[a] = row[a]! / sum;
        }
        return masked;
      };
      const generic = minimiseOverPolicies(graph.stateCount, 3, (policy) =>
        divergence(graphLaw(graph, legalise(policy)), target),
      );
      expect(generic.value).toBeGreaterThan(limit.kl - 1e-10);
      expect(generic.value).toBeLessThan(limit.kl + 1e-5);
    },
  );

  test("an object without reward is avoided where it can be, and infinite where it cannot", () => {
    const { graph, objects } = gridGraph(3, 0.5);
    const corner = objects.findIndex(({ x, y }) => x === 2 && y === 2);
    const without = Float64Array.from(objects, (_, i) => (i === corner ? -Infinity : 0));
    expect(graphLimit(graph, without, "reverse").kl).toBeLessThan(0.1);
    const only = Float64Array.from(objects, (_, i) => (i === corner ? 0 : -Infinity));
    expect(graphLimit(graph, only, "reverse").kl).toBeCloseTo(0, 8);
    expect(graphLimit(graph, only, "forward").kl).toBeCloseTo(0, 8);
    // The first move slips to (0, 1) now and then, and from there (1, 0) is out of reach.
    const below = Float64Array.from(objects, ({ x, y }) => (x === 1 && y === 0 ? 0 : -Infinity));
    expect(graphLimit(graph, below, "reverse")).toMatchObject({ kl: Infinity, gap: 0 });
    expect(graphLimit(graph, below, "forward").kl).toBeCloseTo(-Math.log(0.75), 8);
  });
});

describe("variable-length sequences and masks", () => {
  const space = { kernel: stickyKernel(2, 0.4), maxLength: 3, minLength: 1 };

  test("stop is an action of its own that noise never touches", () => {
    const { graph, objects } = sequenceGraph(space);
    const names = objects.map(({ tokens }) => tokens.join(""));
    expect(names.toSorted().join(" ")).toBe("0 00 000 001 01 010 011 1 10 100 101 11 110 111");
    const stopAtOnce = uniformPolicy(graph).map((p, i) => {
      const s = Math.floor(i / 3);
      if (s === 0 || p === 0) return p;
      return i % 3 === 2 ? 1 : 0;
    });
    const law = graphLaw(graph, stopAtOnce);
    expect(law[names.indexOf("0")]).toBeCloseTo(0.5, 15);
    expect(law[names.indexOf("1")]).toBeCloseTo(0.5, 15);
  });

  test("the limit of a tree is exact: zero without noise, never beaten with it", () => {
    const uniform = testUniform(8);
    const calm = sequenceGraph({ ...space, kernel: stickyKernel(2, 0) });
    const { graph } = sequenceGraph(space);
    for (const direction of ["reverse", "forward"] as const) {
      const logReward = Float64Array.from({ length: 14 }, () => -6 * uniform());
      const target = targetLaw(logReward);
      expect(graphLimit(calm.graph, logReward, direction).kl).toBeLessThan(1e-10);
      const limit = graphLimit(graph, logReward, direction);
      expect(limit.gap).toBe(0);
      const divergence = direction === "reverse" ? klReverse : klForward;
      for (let i = 0; i < 500; i++) {
        expect(divergence(graphLaw(graph, randomPolicy(graph, uniform)), target)).toBeGreaterThan(
          limit.kl - 1e-11,
        );
      }
    }
  });

  test("a mask forbids intending, not slipping", () => {
    const { graph } = sequenceGraph({
      kernel: stickyKernel(2, 0.5),
      maxLength: 1,
      isLegal: (_, token) => token === 0,
    });
    expect([...graphLaw(graph, uniformPolicy(graph))]).toEqual([0.75, 0.25]);
    expect(graphLimit(graph, [0, 0], "reverse").kl).toBeCloseTo(kl([0.75, 0.25], [0.5, 0.5]), 12);
  });
});

describe("objects of sequences", () => {
  const named = (space: Parameters<typeof sequenceGraph>[0]): string[] =>
    sequenceGraph(space).objects.map(({ tokens }) => tokens.join(""));

  test("are numbered by length and then in lexicographic order, zeros in the kernel or not", () => {
    // What is intended never happens: 0 → 1, 1 → 2 or 0, 2 → 0.
    const kernel = noiseKernel(3, [0, 1, 0, 0.5, 0, 0.5, 1, 0, 0]);
    expect(named({ kernel, maxLength: 2 }).join(" ")).toBe("00 01 02 10 11 12 20 21 22");
    expect(named({ kernel, maxLength: 2, minLength: 0 }).join(" ")).toBe(" 0 1 2 00 01 02 10 11 12 20 21 22");
    const neverTwo = noiseKernel(3, [0, 1, 0, 1, 0, 0, 0, 1, 0]);
    expect(named({ kernel: neverTwo, maxLength: 2 }).join(" ")).toBe("00 01 10 11");
  });

  test("have the limits of the fast path, to which lexicographic rewards belong", () => {
    const uniform = testUniform(4);
    const kernel = noiseKernel(3, [0, 0.8, 0.2, 0.5, 0, 0.5, 1, 0, 0]);
    const logReward = Float64Array.from({ length: 27 }, () => -4 * uniform());
    const { graph } = sequenceGraph({ kernel, maxLength: 3 });
    const fast = limitReverseKl(logReward, kernel);
    const limit = graphLimit(graph, logReward, "reverse");
    expect(limit.kl).toBeCloseTo(fast.kl, 10);
    expect(tv(limit.law, fast.law)).toBeLessThan(1e-6);
  });
});

describe("the iterative and the exact method agree", () => {
  test("on a tree that an unreachable state keeps from counting as one", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
        const uniform = testUniform(seed);
        const kernel = noiseKernel(2, randomRows(2, 2, uniform));
        const { graph } = sequenceGraph({ kernel, maxLength: 2 });
        const logReward = Float64Array.from({ length: 4 }, () => -3 * uniform());
        const forced = withExtraParent(graph);
        for (const direction of ["reverse", "forward"] as const) {
          const exact = graphLimit(graph, logReward, direction);
          const iterative = graphLimit(forced, logReward, direction);
          expect(iterative.kl).toBeGreaterThan(exact.kl - 1e-11);
          expect(iterative.kl - iterative.gap).toBeLessThan(exact.kl + 1e-11);
        }
      }),
      { numRuns: 30 },
    );
  });
});

/** The same graph after one more state that nothing leads to, with an edge into the last terminal state. */
function withExtraParent(graph: StateGraph): StateGraph {
  const { stateCount, actionCount, rowStart, child } = graph;
  const last = stateCount - 1;
  // States before the terminal ones keep their numbers; the extra one goes right before the last.
  const extra = Array.from(rowStart.subarray(0, last * actionCount + 1));
  const edges = rowStart[last * actionCount]!;
  for (let a = 0; a < actionCount; a++) extra.push(edges + a + 1);
  for (let a = 0; a < actionCount; a++) extra.push(edges + actionCount);
  const moved = child.map((s) => (s === last ? last + 1 : s));
  return {
    ...graph,
    stateCount: stateCount + 1,
    rowStart: Int32Array.from(extra),
    child: Int32Array.from([...moved, ...Array.from({ length: actionCount }, () => last + 1)]),
    probability: Float64Array.from([...graph.probability, ...Array.from({ length: actionCount }, () => 1)]),
    object: Int32Array.from([...graph.object.slice(0, last), -1, graph.object[last]!]),
  };
}

describe("mistakes in a description", () => {
  const line = {
    root: 0,
    actionCount: 1,
    key: String,
    isTerminal: (s: number) => s === 2,
    outcomes: (s: number) => [{ state: s + 1, probability: 1 }],
  };

  test("the plain line is fine", () => {
    expect([...graphLaw(exploreGraph(line).graph, [1, 1, 0])]).toEqual([1]);
  });

  test.each([
    [{ ...line, outcomes: () => [{ state: 0, probability: 1 }] }, /state "0" can be reached from itself/],
    [
      { ...line, outcomes: (s: number) => [{ state: s + 1, probability: 0.5 }] },
      /action 0 at state "0" sum to 0.5/,
    ],
    [{ ...line, outcomes: () => [] }, /state "0" is not terminal and has no legal action/],
  ])("%#: the message names the state", (description, message) => {
    expect(() => exploreGraph(description)).toThrowError(message);
  });

  test("policies and rewards of the wrong size are refused", () => {
    const { graph } = exploreGraph(line);
    expect(() => graphLaw(graph, [1])).toThrowError(/1 probabilities, expected 3 states × 1/);
    expect(() => graphLaw(graph, [0.5, 1, 0])).toThrowError(/state 0 sums to 0.5/);
    expect(() => graphLimit(graph, [0, 0], "reverse")).toThrowError(/2 log rewards/);
  });
});

test("the reverse and the forward optimum are each better by their own measure", () => {
  const { graph, objects } = gridGraph(8, 0.75);
  const logReward = gridLogReward(objects, 8);
  const target = targetLaw(logReward);
  const reverse = graphLimit(graph, logReward, "reverse");
  const forward = graphLimit(graph, logReward, "forward");
  expect(klReverse(reverse.law, target)).toBeLessThan(klReverse(forward.law, target));
  expect(klForward(forward.law, target)).toBeLessThan(klForward(reverse.law, target));
  expect(tv(reverse.law, target)).toBe(reverse.tv);
});
