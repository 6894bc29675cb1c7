/** Processes that remember: their probabilities by hand, laws and limits over (state, memory) by brute force, and checks. */
import { describe, expect, test } from "vitest";
import { WindageError } from "../../error.ts";
import { minimiseOverPolicies, randomRows, testUniform } from "../../evaluation/brute-force.fixture.ts";
import { exploreEnvironment } from "../../evaluation/law/explore-environment.ts";
import { graphLaw } from "../../evaluation/law/graph-law.ts";
import { graphLimit } from "../../evaluation/limit/graph-limit.ts";
import { targetLaw } from "../../evaluation/law/log-z.ts";
import { checkEnvironment } from "../check-environment.ts";
import type { Environment } from "../environment.ts";
import { gridEnvironment } from "../grid.ts";
import { sequenceEnvironment } from "../sequence/sequence.ts";
import { atContext, withContext } from "../context.ts";
import type { ProcessMemory } from "./process-memory.ts";
import { markerSets as sets } from "./marker-sets.fixture.ts";
import { repeatNoise } from "./repeat-noise.ts";
import { wearNoise } from "./wear-noise.ts";
import { withMemory, type RememberedState } from "./with-memory.ts";
import type { SequenceState } from "../sequence/sequence.ts";

type Remembering = Environment<RememberedState<SequenceState>>;

const words = (alphabet: string, length: number) => sequenceEnvironment({ alphabet, length });

/** P(outcome | state, action) after these steps (intention, outcome). */
function chancesAfter(
  environment: Remembering,
  steps: readonly (readonly [number, number])[],
  action: number,
): number[] {
  let state = environment.initial;
  for (const [intended, outcome] of steps) state = environment.next(state, outcome, intended);
  const out = new Float64Array(environment.outcomeCount);
  environment.outcomeProbabilities(state, action, out);
  return Array.from(out, (p) => Number(p.toFixed(12)));
}

describe("repeatNoise", () => {
  const environment = withMemory(words("ABC", 3), repeatNoise(0.25));

  test("a slip writes the previous intention, whatever came of it", () => {
    expect(chancesAfter(environment, [], 1)).toEqual([0, 1, 0]);
    expect(chancesAfter(environment, [[2, 2]], 1)).toEqual([0, 0.75, 0.25]);
    expect(
      chancesAfter(
        environment,
        [
          [2, 2],
          [0, 2],
        ],
        1,
      ),
    ).toEqual([0.25, 0.75, 0]);
    expect(chancesAfter(environment, [[1, 1]], 1)).toEqual([0, 1, 0]);
  });

  test("stopping is never touched", () => {
    const stopping = withMemory(
      sequenceEnvironment({ alphabet: "AB", minLength: 0, maxLength: 2 }),
      repeatNoise(0.5),
    );
    expect(chancesAfter(stopping, [[0, 0]], 2)).toEqual([0, 0, 1]);
    expect(chancesAfter(stopping, [[0, 0]], 1)).toEqual([0.5, 0.5, 0]);
  });
});

describe("wearNoise", () => {
  const environment = withMemory(words("AB", 5), wearNoise({ alpha: 0.8, uses: 2 }));

  test("each use in a row wears, another letter cleans", () => {
    expect(chancesAfter(environment, [], 0)).toEqual([1, 0]);
    expect(chancesAfter(environment, [[0, 0]], 0)).toEqual([0.8, 0.2]);
    expect(
      chancesAfter(
        environment,
        [
          [0, 0],
          [0, 1],
        ],
        0,
      ),
    ).toEqual([0.6, 0.4]);
    expect(
      chancesAfter(
        environment,
        [
          [0, 0],
          [0, 0],
          [0, 0],
        ],
        0,
      ),
    ).toEqual([0.6, 0.4]);
    expect(
      chancesAfter(
        environment,
        [
          [0, 0],
          [0, 0],
          [1, 1],
        ],
        0,
      ),
    ).toEqual([1, 0]);
    expect(
      chancesAfter(
        environment,
        [
          [0, 0],
          [0, 0],
        ],
        1,
      ),
    ).toEqual([0, 1]);
  });

  test("bad settings are refused", () => {
    expect(() => wearNoise({ alpha: 1.5 })).toThrow(WindageError);
    expect(() => wearNoise({ alpha: 0.5, uses: 0 })).toThrow(/0 uses/);
    expect(() => repeatNoise(-1)).toThrow(/alpha = -1/);
  });
});

describe("laws and limits over (state, memory)", () => {
  const logReward = (objects: readonly string[]): Float64Array => {
    const uniform = testUniform(3);
    const worth = new Map(objects.toSorted().map((object) => [object, Math.log(0.05 + uniform())]));
    return Float64Array.from(objects, (object) => worth.get(object)!);
  };

  test.each([
    ["repeat", repeatNoise(0.4)],
    ["wear", wearNoise({ alpha: 0.9, uses: 2 })],
  ])("%s: the law of a policy equals the sum over all histories", (_, noise) => {
    const environment = withMemory(words("AB", 3), noise);
    const { graph, states, objects } = exploreEnvironment(environment);
    const policy = randomRows(graph.stateCount, 2, testUniform(6));
    const rowOf = new Map(states.map((state, i) => [environment.key(state), i]));
    const law = new Map<string, number>();
    const walk = (state: RememberedState<SequenceState>, mass: number): void => {
      if (environment.isTerminal(state)) {
        const object = environment.objectOf(state);
        law.set(object, (law.get(object) ?? 0) + mass);
        return;
      }
      const row = rowOf.get(environment.key(state))!;
      for (let action = 0; action < 2; action++) {
        const chances = new Float64Array(2);
        environment.outcomeProbabilities(state, action, chances);
        for (let c = 0; c < 2; c++) {
          const part = mass * policy[row * 2 + action]! * chances[c]!;
          if (part > 0) walk(environment.next(state, c, action), part);
        }
      }
    };
    walk(environment.initial, 1);
    const exact = graphLaw(graph, policy);
    expect(objects.length).toBe(8);
    for (const [i, state] of objects.entries()) {
      expect(exact[i]).toBeCloseTo(law.get(environment.objectOf(state)) ?? 0, 12);
    }
  });

  test.each([
    ["repeat", repeatNoise(0.6)],
    ["wear", wearNoise({ alpha: 0.9, uses: 2 })],
  ])("%s: no policy over states and memories, and none over whole histories, beats the limit", (_, noise) => {
    const environment = withMemory(words("AB", 3), noise);
    const { graph, objects } = exploreEnvironment(environment);
    const rewards = logReward(objects.map((state) => environment.objectOf(state)));
    const target = targetLaw(rewards);
    const divergence = (law: Float64Array, aim: Float64Array): number =>
      law.reduce((sum, p, x) => sum + (p > 0 ? p * Math.log(p / aim[x]!) : 0), 0);
    const limit = graphLimit(graph, rewards, "reverse");
    const brute = minimiseOverPolicies(graph.stateCount, 2, (policy) =>
      divergence(graphLawOfAny(graph, policy), target),
    );
    expect(limit.kl).toBeLessThanOrEqual(brute.value + 1e-9);
    expect(brute.value - limit.kl).toBeLessThan(2e-3);

    const whole = withMemory(words("AB", 3), noise, { observes: "both" });
    const histories = exploreEnvironment(whole);
    const same = graphLimit(
      histories.graph,
      logReward(histories.objects.map((state) => whole.objectOf(state))),
      "reverse",
    );
    expect(same.kl).toBeCloseTo(limit.kl, 7);
    expect(histories.graph.stateCount).toBeGreaterThanOrEqual(graph.stateCount);
  });
});

/** `graphLaw` for rows that are only nearly distributions, as numeric gradients make them. */
function graphLawOfAny(graph: Parameters<typeof graphLaw>[0], policy: Float64Array): Float64Array {
  const rows = policy.slice();
  for (let s = 0; s < graph.stateCount; s++) {
    const [a, b] = [Math.max(rows[2 * s]!, 0), Math.max(rows[2 * s + 1]!, 0)];
    rows[2 * s] = a / (a + b);
    rows[2 * s + 1] = b / (a + b);
  }
  return graphLaw(graph, rows);
}

describe("what a model sees", () => {
  const noise = repeatNoise(0.5);
  const base = words("AB", 2);
  const features = (environment: Remembering, state: RememberedState<SequenceState>): number[] => {
    const out = new Float32Array(environment.featureCount);
    environment.encode(state, out, 0);
    return Array.from(out);
  };

  test("outcomes hide the memory, both shows the intentions, memory the number remembered", () => {
    const ways = { outcomes: 0, both: 4, memory: 3 } as const;
    for (const observes of ["outcomes", "both", "memory"] as const) {
      const environment = withMemory(base, noise, { observes });
      expect(environment.featureCount).toBe(base.featureCount + ways[observes]);
      const afterA = environment.next(environment.initial, 0, 0);
      const afterB = environment.next(environment.initial, 0, 1);
      const alike = features(environment, afterA).join() === features(environment, afterB).join();
      expect(alike).toBe(observes === "outcomes");
    }
    const both = withMemory(base, noise, { observes: "both" });
    expect(features(both, both.next(both.initial, 0, 1)).slice(base.featureCount)).toEqual([0, 1, 0, 0]);
  });

  test("a step without its intention is refused", () => {
    const environment = withMemory(base, noise);
    expect(() => environment.next(environment.initial, 0)).toThrow(/without its intention/);
  });
});

describe("a condition", () => {
  const conditioned = withContext(words("AB", 3), { kind: "vector", size: 1, bounds: [[0, 1]] });
  /** Slips to the other letter after every intention of B, as often as the condition says. */
  const process: ProcessMemory<SequenceState> = {
    description: { kind: "after B", dependsOnState: true },
    over: () => ({
      count: 2,
      remember: (_, action) => action,
      outcomeProbabilities({ context }, memory, action, out) {
        const alpha = memory === 1 ? (context as readonly number[])[0]! : 0;
        out[action] = 1 - alpha;
        out[1 - action] = alpha;
      },
    }),
  };

  test("is kept, in every state of a trajectory", () => {
    const environment = withMemory(conditioned, process);
    expect(environment.context).toEqual(conditioned.context);
    const fixed = atContext(environment, [0.25]);
    expect(fixed.initial).toEqual({
      built: { ...words("AB", 3).initial, context: [0.25] },
      memory: 0,
      intentions: [],
    });
    expect(chancesAfter(fixed, [[1, 0]], 0)).toEqual([0.75, 0.25]);
    expect(chancesAfter(atContext(environment, [1]), [[1, 0]], 0)).toEqual([0, 1]);
    expect(checkEnvironment(environment).problems).toEqual([]);
  });

  test("holds for the limit of whole histories as well", () => {
    const law = [0.3, 0.2, 0.1, 0.1, 0.1, 0.1, 0.05, 0.05];
    const [short, whole] = (["outcomes", "both"] as const).map((observes) => {
      const fixed = atContext(withMemory(conditioned, process, { observes }), [0.5]);
      const walked = (fixed.memory!.shortest?.() ?? fixed) as Remembering;
      const { graph } = exploreEnvironment(walked);
      return graphLimit(graph, Float64Array.from(law, Math.log), "reverse").kl;
    });
    expect(whole).toBe(short);
  });
});

describe("checkEnvironment", () => {
  test.each(["outcomes", "both", "memory"] as const)("finds nothing wrong with %s", (observes) => {
    for (const noise of [repeatNoise(0.3), wearNoise({ alpha: 0.6, uses: 2 })]) {
      const report = checkEnvironment(withMemory(words("ABC", 3), noise, { observes }));
      expect(report.problems).toEqual([]);
      expect(report.exhaustive).toBe(true);
    }
  });

  const good = withMemory(words("AB", 3), repeatNoise(0.3));
  const { memory, ...undeclared } = good;

  test("a memory that is not declared", () => {
    const { problems } = checkEnvironment(undeclared);
    expect(problems.map(({ kind }) => kind)).toContain("memory-undeclared");
  });

  test("a memory out of range", () => {
    const wrong = { ...good, memory: { ...memory!, count: 2 } };
    expect(checkEnvironment(wrong).problems.map(({ kind }) => kind)).toEqual(["memory-range"]);
  });

  test("a memory that forgets what the noise depends on", () => {
    const forgetful: Remembering = { ...good, key: ({ built }) => words("AB", 3).key(built) };
    const { problems } = checkEnvironment(forgetful);
    expect(problems.map(({ kind }) => kind)).toContain("memory-short");
  });

  test("a memory that is said to move otherwise than it does", () => {
    const wrong = {
      ...good,
      memory: { ...memory!, remember: (_: number, __: number, outcome: number) => outcome },
    };
    const { problems } = checkEnvironment(wrong);
    expect(problems.map(({ kind }) => kind)).toEqual(["memory-moves"]);
    expect(problems[0]!.message).toMatch(
      /memory.remember of action 0 with outcome 0 is 0, but memory.indexOf is 1/,
    );
  });

  test("states with several parents", () => {
    const { problems } = checkEnvironment(sets);
    expect(problems.map(({ kind }) => kind)).toEqual(["memory-parents"]);
    expect(problems[0]!.message).toMatch(/enters it from states "\d" and "\d", expected one parent/);
    const doubled = { ...good.backward, count: 4, indexOf: (a: number, c: number) => 2 * c + a };
    const numbered = checkEnvironment({ ...good, backward: { ...doubled, isLegal: () => true } });
    expect(numbered.problems.map(({ kind }) => kind)).toEqual(["memory-parents"]);
    expect(numbered.problems[0]!.message).toMatch(/has 4 backward numbers for 2 actions/);
    const byIntention = { ...sets, backward: { count: 3, indexOf: (a: number) => a, isLegal: () => true } };
    expect(checkEnvironment(byIntention).problems.map(({ kind }) => kind)).toContain("memory-parents");
    const { memory: _memory, ...without } = byIntention;
    expect(() => withMemory(without, repeatNoise(0.3))).toThrow(/state .*, which has two parents/);
    expect(() => withMemory(gridEnvironment({ side: 4 }), repeatNoise(0.3))).toThrow(
      expect.objectContaining({ code: "environment/memory-parents" }),
    );
  });

  test("a declaration without its parts", () => {
    const wrong = { ...good, memory: { count: 3 } } as unknown as Remembering;
    const [problem] = checkEnvironment(wrong).problems;
    expect(problem!.kind).toBe("missing");
    expect(problem!.message).toMatch(/memory.indexOf is undefined, expected a function/);
  });
});
