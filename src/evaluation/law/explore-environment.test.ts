import { expect, test } from "vitest";
import { checkEnvironment } from "../../environment/check-environment.ts";
import { gridEnvironment } from "../../environment/grid.ts";
import { sequenceEnvironment } from "../../environment/sequence/sequence.ts";
import { stickyNoise } from "../../environment/noise/sticky-noise.ts";
import { withNoise } from "../../environment/noise/noise.ts";
import { exploreEnvironment } from "./explore-environment.ts";
import { graphLaw, uniformPolicy } from "./graph-law.ts";

test("the law of a policy goes through the noise", () => {
  const environment = withNoise(sequenceEnvironment({ alphabet: "AB", length: 2 }), stickyNoise(0.4));
  const { graph, states, objects } = exploreEnvironment(environment);
  expect(objects.map((object) => environment.objectOf(object))).toEqual(["AA", "AB", "BA", "BB"]);
  const byPrefix: Readonly<Record<string, readonly number[]>> = {
    "-": [0.9, 0.1],
    "A-": [0.3, 0.7],
    "B-": [0.5, 0.5],
  };
  const policy = states.flatMap((state) => byPrefix[environment.key(state)] ?? [0, 0]);
  const q = (prefix: string, letter: number): number => 0.6 * byPrefix[prefix]![letter]! + 0.2;
  const expected = [0, 1].flatMap((a) => [0, 1].map((b) => q("-", a) * q(a === 0 ? "A-" : "B-", b)));
  for (const [x, p] of graphLaw(graph, policy).entries()) expect(p).toBeCloseTo(expected[x]!, 12);
});

test("what is illegal is left out, and what noise can do is in", () => {
  const { graph, states } = exploreEnvironment(withNoise(gridEnvironment({ side: 3 }), stickyNoise(0.5)));
  // Nine points to go on from and nine to have stopped at.
  expect(graph.stateCount).toBe(18);
  expect(graph.objectCount).toBe(9);
  const steps = (s: number, action: number): number =>
    graph.rowStart[s * 3 + action + 1]! - graph.rowStart[s * 3 + action]!;
  for (const [s, { point, done }] of states.entries()) {
    const slips = point.every((x) => x < 2);
    const moves = [0, 1].map((d) => (done || point[d] === 2 ? 0 : slips ? 2 : 1));
    expect([0, 1, 2].map((action) => steps(s, action))).toEqual([...moves, done ? 0 : 1]);
  }
  expect(graphLaw(graph, uniformPolicy(graph)).reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12);
});

test.each([
  [5e-7, true],
  [5e-6, false],
])("rows that are %d off are as sound to the check as to evaluation", (off, isSound) => {
  const environment = withNoise(sequenceEnvironment({ alphabet: "ACGT", length: 6 }), (_, action, out) => {
    out.fill(0.1);
    out[action] = 0.7 + off;
  });
  expect(checkEnvironment(environment).ok).toBe(isSound);
  if (!isSound) {
    expect(() => exploreEnvironment(environment)).toThrow(
      "expected probabilities of at least 0 that sum to 1",
    );
    return;
  }
  const { graph } = exploreEnvironment(environment);
  const law = graphLaw(graph, uniformPolicy(graph));
  expect(law.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 12);
});
