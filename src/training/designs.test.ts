/** Samplers that never see what comes of their intentions: their law by brute force, and how near stb and skl come to what can be reached. */
import { describe, expect, test } from "vitest";
import { assess } from "../assessment/assess.ts";
import { gridEnvironment } from "../environment/grid.ts";
import { sequenceEnvironment } from "../environment/sequence/sequence.ts";
import { limitReverseKl } from "../evaluation/limit/reverse-kl-limit.ts";
import { stickyKernel } from "../evaluation/law/kernel.ts";
import { tv } from "../evaluation/law/distances.ts";
import { openLoopLaw } from "../evaluation/law/kronecker.ts";
import { gridLandscape } from "../landscape/exact/grid-landscape.ts";
import { SequenceSpace } from "../landscape/exact/sequence-space.ts";
import { TableLandscape } from "../landscape/exact/table-landscape.ts";
import { parseObjective } from "../objective/registry.ts";
import { sdb } from "../objective/balance/sdb.ts";
import { skl } from "../objective/divergence/skl.ts";
import { stb } from "../objective/balance/stb.ts";
import { Generator } from "../random/generator.ts";
import { policyByDepth } from "./policy/policy-by-depth.ts";
import { createTrainer } from "./setup/create-trainer.ts";
import type { TrainingSetup } from "./setup/create-trainer.ts";
import { length, letters, reward, rough, smallTrainer } from "./small-world.fixture.ts";
import type { Trainer } from "./trainer.ts";

const alpha = 0.3;
const kernel = stickyKernel(letters, alpha);
const objects = letters ** length;

/** What a law of designs drawn at random makes: a target that can be reached without seeing any error. */
function reachableUnseen(): TableLandscape {
  const generator = Generator.fromSeed(8);
  const weights = Float64Array.from({ length: objects }, () => Math.exp(1.5 * generator.normal()));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const law = openLoopLaw(
    weights.map((weight) => weight / total),
    kernel,
  );
  return new TableLandscape(
    "reachable",
    new SequenceSpace("ABC", length),
    law.map((p) => objects * p),
  );
}

function designer(setup: Partial<TrainingSetup>): Promise<Trainer> {
  return smallTrainer(alpha, {
    observes: "intentions",
    model: { kind: "kmer", hidden: 32 },
    batch: { onPolicy: 128 },
    rate: 0.01,
    finalRate: 1e-4,
    dynamics: "known",
    ...setup,
  });
}

async function trained(iterations: number, setup: Partial<TrainingSetup>): Promise<Trainer> {
  const trainer = await designer({ decayOver: iterations, ...setup });
  for (let i = 0; i < iterations; i++) await trainer.iterate();
  return trainer;
}

describe("learning", () => {
  test("stb reaches a target that can be reached unseen", async () => {
    const trainer = await trained(500, { objective: stb, landscape: reachableUnseen() });
    const { exact, limit, logZ } = await assess(trainer, { samples: 64 });
    expect(limit.klReverse).toBeLessThan(1e-4);
    expect(exact.tv).toBeLessThan(0.06);
    expect(Math.abs(logZ.error!)).toBeLessThan(0.05);
    await trainer.dispose();
  });

  test("skl comes near the limit without feedback, which lies above that with it", async () => {
    const landscape = rough();
    const trainer = await trained(500, { objective: skl, landscape });
    const { regret, limit } = await assess(trainer, { samples: 64 });
    expect(limit.klReverse).toBeGreaterThan(
      limitReverseKl(reward.logRewards(landscape.table), kernel).kl + 0.02,
    );
    expect(regret.klReverse).toBeGreaterThan(-1e-4);
    expect(regret.klReverse).toBeLessThan(0.1);
    await trainer.dispose();
  });
});

test("the law is the noise applied to the law of designs, by brute force and in samples", async () => {
  const trainer = await trained(20, { objective: stb, dynamics: "learned", landscape: rough() });
  const policy = await policyByDepth(trainer);
  const space = new SequenceSpace("ABC", length);
  const digits = (i: number): number[] => Array.from(space.sequenceAt(i), (letter) => "ABC".indexOf(letter));
  const law = new Float64Array(objects);
  for (let design = 0; design < objects; design++) {
    let mass = 1;
    let prefix = 0;
    digits(design).forEach((a, t) => {
      mass *= policy[t]![prefix * letters + a]!;
      prefix = prefix * letters + a;
    });
    for (let x = 0; x < objects; x++) {
      const made = digits(x);
      law[x]! += digits(design).reduce((p, a, t) => p * kernel.matrix[a * letters + made[t]!]!, mass);
    }
  }
  const report = await assess(trainer, { samples: 4096 });
  expect(tv(report.law!.probability!, law)).toBeLessThan(1e-9);
  expect(report.drawn.logLaw).toBeNull();
  const counts = new Float64Array(objects);
  for (const object of report.drawn.objects) counts[space.indexOf(object)]! += 1 / 4096;
  expect(tv(counts, law)).toBeLessThan(0.09);
  await trainer.dispose();
});

test("what happened changes nothing about what is intended next, to the bit", async () => {
  for (const kind of ["kmer", "transformer"] as const) {
    const trainer = await designer({ objective: stb, model: { kind, hidden: 8, layers: 1, heads: 2 } });
    const program = await trainer.policy.compileActing!(1);
    const act = async (token: number): Promise<number[]> => {
      const none = new Int32Array();
      const still = { features: new Float32Array(), index: none, context: none };
      const thought = Int32Array.of(3);
      const tokens = Int32Array.of(3, 3, 3, 3);
      const states = { ...still, token: Int32Array.of(3), thought, tokens, thoughts: tokens.slice() };
      const wanted = Array.from(await program.evaluate({ ...states, step: 0 }));
      states.token[0] = token;
      states.tokens[0] = token;
      states.thought[0] = 1;
      states.thoughts[0] = 1;
      return [...wanted, ...(await program.evaluate({ ...states, step: 1 }))];
    };
    expect(await act(0)).toEqual(await act(2));
    await program.dispose();
    await trainer.dispose();
  }
});

test("goes on to the same bits after it was put away", async () => {
  const [whole, first] = [await designer({ objective: stb }), await designer({ objective: stb })];
  for (let i = 0; i < 4; i++) await whole.iterate();
  for (let i = 0; i < 2; i++) await first.iterate();
  const rest = await designer({ objective: stb });
  rest.restore(first.save());
  for (let i = 0; i < 2; i++) await rest.iterate();
  expect(rest.parameters.values).toEqual(whole.parameters.values);
  for (const trainer of [whole, first, rest]) await trainer.dispose();
});

test("what cannot be trained or read so is refused with its reason", async () => {
  await expect(designer({ objective: sdb })).rejects.toThrow(
    /got objective "sdb", which balances flows of states/,
  );
  await expect(designer({ objective: parseObjective("stb+0.1*sdb") })).rejects.toThrow(/flows of states/);
  await expect(designer({ objective: stb, model: { kind: "table" } })).rejects.toThrow(
    /observes "intentions": got model\.kind "\w+", which remembers what was built/,
  );
  const environment = sequenceEnvironment({ alphabet: "ABC", minLength: 1, maxLength: 4 });
  await expect(designer({ objective: stb, environment })).rejects.toThrow(/one length/);
  // Whatever network would have been taken was nobody's choice.
  const grid = { environment: gridEnvironment({ side: 3 }), objective: stb };
  await expect(designer(grid)).rejects.toMatchObject({
    code: "training/not-designs",
    message: expect.stringMatching(
      /^observes "intentions": got grid of 3×3, expected sequences of one length/,
    ),
  });
  const thinking = {
    ...grid,
    model: { thoughts: { kind: "pooled", width: 4 } },
    backward: "learned",
  } as const;
  const landscape = gridLandscape({ side: 3 });
  await expect(createTrainer({ ...thinking, landscape })).rejects.toThrow(
    /^backward "learned": got grid of 3×3 with model.thoughts, expected sequences of one length/,
  );
});
