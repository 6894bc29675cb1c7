import { describe, expect, test } from "vitest";
import { expectedBalance } from "./expected-balance.ts";
import { targetLaw } from "./log-z.ts";
import { exploreGraph } from "./state-graph.ts";
import type { StateGraph } from "./state-graph.ts";

/** Words of `length` letters under sticky noise; `sorted` words are the same whatever order they were written in. */
function words(letters: number, length: number, alpha: number, sorted = false): StateGraph {
  const tokens = Array.from({ length: letters }, (_, token) => token);
  return exploreGraph<readonly number[]>({
    root: [],
    actionCount: letters,
    key: (word) => word.join(""),
    isTerminal: (word) => word.length === length,
    outcomes: (word, action) =>
      tokens
        .map((token) => {
          const next = [...word, token];
          return {
            probability: (token === action ? 1 - alpha : 0) + alpha / letters,
            state: sorted ? next.toSorted((a, b) => a - b) : next,
          };
        })
        .filter(({ probability }) => probability > 0),
  }).graph;
}

const logRewards = (count: number): Float64Array =>
  Float64Array.from({ length: count }, (_, i) => Math.log(1 + ((i * 7) % 5)));

describe("expectedBalance", () => {
  test("two actions, α = 0.5, rewards 1:2, as docs/methods.md section 5 has them: 5/12 and 7/12, not 1/3 and 2/3", () => {
    // π(a) ∝ Σ_c P(c|a) R(c) = 3/4·1 + 1/4·2 and 1/4·1 + 3/4·2, so 5/12 and 7/12; noise once more makes 11/24.
    const { policy, law } = expectedBalance(words(2, 1, 0.5), [0, Math.log(2)]);
    expect(policy[0]).toBeCloseTo(5 / 12, 12);
    expect(law[0]).toBeCloseTo(0.75 * (5 / 12) + 0.25 * (7 / 12), 12);
  });

  test("solves its equations at every state and intention, whatever the noise", () => {
    for (const alpha of [0, 0.3, 0.9]) {
      const graph = words(3, 3, alpha);
      const { policy, logFlow } = expectedBalance(graph, logRewards(27));
      const { stateCount, actionCount, rowStart, child, probability, object } = graph;
      for (let s = 0; s < stateCount; s++) {
        for (let a = 0; a < actionCount && object[s]! < 0; a++) {
          const row = s * actionCount + a;
          let expected = 0;
          for (let e = rowStart[row]!; e < rowStart[row + 1]!; e++) {
            expected += probability[e]! * Math.exp(logFlow[child[e]!]!);
          }
          expect(Math.exp(logFlow[s]!) * policy[row]!).toBeCloseTo(expected, 9);
        }
      }
    }
  });

  test("is R/Z on a tree without noise, and only there", () => {
    const reward = logRewards(9);
    const target = targetLaw(reward);
    const farthest = (law: Float64Array): number => Math.max(...law.map((p, i) => Math.abs(p - target[i]!)));
    expect(farthest(expectedBalance(words(3, 2, 0), reward).law)).toBeLessThan(1e-12);
    expect(farthest(expectedBalance(words(3, 2, 0.4), reward).law)).toBeGreaterThan(0.01);
  });

  test("counts the ways where an object can be built in several", () => {
    // Sorted words of two letters: 00 and 11 can be written in one way, 01 in two.
    const { law } = expectedBalance(words(2, 2, 0, true), [0, 0, 0]);
    expect([...law].toSorted((a, b) => a - b)).toEqual([
      expect.closeTo(0.25, 12) as number,
      expect.closeTo(0.25, 12) as number,
      expect.closeTo(0.5, 12) as number,
    ]);
  });

  test("refuses rewards that do not belong to the graph", () => {
    expect(() => expectedBalance(words(2, 2, 0), [0])).toThrow(/got 1 log rewards, expected one for each of/);
  });
});
