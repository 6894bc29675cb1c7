/** Environments in which ways meet although their numbers do not show it, and stopping where not everything stops. */
import { describe, expect, test } from "vitest";
import { sequenceEnvironment } from "../environment/sequence/sequence.ts";
import { stickyNoise } from "../environment/noise/sticky-noise.ts";
import { withNoise } from "../environment/noise/noise.ts";
import { overParents } from "../environment/over-parents.ts";
import type { Environment } from "../environment/environment.ts";
import { exploreEnvironment } from "../evaluation/law/explore-environment.ts";
import { graphLaw } from "../evaluation/law/graph-law.ts";
import { targetLaw } from "../evaluation/law/log-z.ts";
import { tv } from "../evaluation/law/distances.ts";
import { Reward } from "../landscape/reward.ts";
import type { Oracle } from "../landscape/landscape.ts";
import { parseObjective } from "../objective/registry.ts";
import { createTrainer } from "./setup/create-trainer.ts";
import type { TrainingSetup } from "./setup/create-trainer.ts";
import { hasOneParent } from "./policy/one-parent.ts";
import { PolicyTable } from "./policy/policy-table.ts";
import { listStates } from "./policy/state-list.ts";

interface SetState {
  readonly members: number;
  readonly done: boolean;
}

/** Subsets of two things, added in any order; the intention tells the parent, so ways are numbered by intention. */
const sets: Environment<SetState> = {
  name: "sets",
  actionCount: 3,
  outcomeCount: 3,
  maxSteps: 3,
  featureCount: 8,
  initial: { members: 0, done: false },
  stopAction: 2,
  isTerminal: ({ done }) => done,
  isLegal: ({ members, done }, action) => !done && (action === 2 || (members & (1 << action)) === 0),
  outcomeProbabilities(_state, action, out) {
    out.fill(0);
    out[action] = 1;
  },
  next: ({ members }, outcome) =>
    outcome === 2 ? { members, done: true } : { members: members | (1 << outcome), done: false },
  encode({ members, done }, out, offset) {
    out.fill(0, offset, offset + 8);
    out[offset + members + (done ? 4 : 0)] = 1;
  },
  key: ({ members, done }) => `${members}${done ? "." : ""}`,
  objectOf: ({ members }) => `${members}`,
  backward: {
    count: 3,
    indexOf: (action) => action,
    isLegal: ({ members, done }, way) => (done ? way === 2 : way < 2 && (members & (1 << way)) !== 0),
  },
  enumeration: { stateCount: 8, indexOf: ({ members, done }) => members + (done ? 4 : 0) },
};

const reward = new Reward({ exponent: 1 });

/** Scores by length of the text. */
const byLength: Oracle = {
  name: "by length",
  enumerable: false,
  score: (objects) => Promise.resolve(Float64Array.from(objects, (object) => 1 + object.length)),
};

/** Total variation between R/Z and the exact law after some training. */
async function distanceAfter<State>(
  environment: Environment<State>,
  setup: Partial<TrainingSetup>,
): Promise<number> {
  const iterations = 300;
  const trainer = await createTrainer({
    environment,
    landscape: byLength,
    reward,
    model: { kind: "table" },
    dynamics: "known",
    rate: 0.05,
    decayOver: iterations,
    batch: { onPolicy: 64 },
    ...setup,
  });
  for (let i = 0; i < iterations; i++) await trainer.iterate();
  const { graph, states, objects } = exploreEnvironment(environment);
  const table = await PolicyTable.compile(trainer.policy, listStates(trainer.options.environment));
  const known = await table.probabilities();
  const { actionCount, enumeration } = environment;
  const policy = new Float64Array(graph.stateCount * actionCount);
  states.forEach((state, s) => {
    if (environment.isTerminal(state)) return;
    const row = enumeration!.indexOf(state) * actionCount;
    policy.set(known.subarray(row, row + actionCount), s * actionCount);
  });
  await Promise.all([table.dispose(), trainer.dispose()]);
  const scores = await byLength.score(objects.map((state) => environment.objectOf(state)));
  return tv(graphLaw(graph, policy), targetLaw(reward.logRewards(scores)));
}

describe("ways that meet", () => {
  test("are seen although the numbers are those of one parent", async () => {
    expect(hasOneParent(sets)).toBe(false);
    expect(await distanceAfter(sets, {})).toBeLessThan(0.02);
  });

  test("from two parents by one outcome are refused where the parent is told by the outcome", () => {
    // Whatever is added, the outcome is called 0.
    const ambiguous: Environment<SetState> = {
      ...sets,
      backward: {
        count: 9,
        indexOf: (action, outcome) => outcome * 3 + action,
        isLegal: ({ members }, way) => way < 2 && (members & (1 << way)) !== 0,
        entry: ({ members, done }, way) =>
          way > 1 || done
            ? undefined
            : { parent: { members: members & ~(1 << way), done: false }, action: way, outcome: 0 },
      },
    };
    const { backward } = overParents(ambiguous);
    expect(backward.isLegal({ members: 1, done: false }, 0)).toBe(true);
    expect(() => backward.isLegal({ members: 3, done: false }, 0)).toThrow(/from 2 and from 1.*one parent/);
  });
});

test.each([0, 0.2])(
  "mdb trains the step that ends the longest sequences by itself, α = %d",
  async (alpha) => {
    const plain = sequenceEnvironment({ alphabet: "AB", minLength: 0, maxLength: 3 });
    const environment = alpha === 0 ? plain : withNoise(plain, stickyNoise(alpha));
    expect(await distanceAfter(environment, { objective: parseObjective("mdb") })).toBeLessThan(0.03);
  },
);
