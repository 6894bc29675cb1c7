/** Laws of policies that read thoughts: against brute force over all histories, and against the graph of a richer state. */
import { describe, expect, test } from "vitest";
import { repeatNoise } from "../../environment/memory/repeat-noise.ts";
import { sequenceEnvironment } from "../../environment/sequence/sequence.ts";
import { stickyNoise } from "../../environment/noise/sticky-noise.ts";
import { wearNoise } from "../../environment/memory/wear-noise.ts";
import { withMemory } from "../../environment/memory/with-memory.ts";
import { withNoise } from "../../environment/noise/noise.ts";
import type { Environment } from "../../environment/environment.ts";
import { Reward } from "../../landscape/reward.ts";
import { SequenceSpace } from "../../landscape/exact/sequence-space.ts";
import { TableLandscape } from "../../landscape/exact/table-landscape.ts";
import { Generator } from "../../random/generator.ts";
import { createTrainer } from "../../training/setup/create-trainer.ts";
import type { Trainer } from "../../training/trainer.ts";
import { assess } from "../assess.ts";
import { createEvaluator } from "../evaluator.ts";
import { Judge } from "../judge.ts";
import { reportOn } from "../report.ts";
import { historyLaws } from "./history-laws.ts";
import { drawSamples } from "../samples.ts";

const plain = sequenceEnvironment({ alphabet: "AB", length: 3 });
const worlds: readonly (readonly [string, Environment])[] = [
  ["sticky", withNoise(plain, stickyNoise(0.4))],
  ["repeat", withMemory(plain, repeatNoise(0.4))],
  ["wear", withMemory(plain, wearNoise({ alpha: 0.9, uses: 2 }))],
];
const objects = new SequenceSpace("AB", 3);
const names = Array.from({ length: 8 }, (_, i) => objects.sequenceAt(i));

/** Any policy that depends on all of its history and on what was built. */
function chance(
  environment: Environment,
  state: unknown,
  intentions: readonly number[],
  action: number,
): number {
  const text = `${environment.objectOf(state)}|${intentions.join("")}`;
  let mixed = 7;
  for (const letter of text) mixed = (mixed * 31 + letter.codePointAt(0)!) % 1009;
  const first = 0.1 + (0.8 * mixed) / 1009;
  return action === 0 ? first : 1 - first;
}

/** The sum over all trajectories, one by one. */
function obviousLaw(environment: Environment): Map<string, number> {
  const law = new Map<string, number>();
  const walk = (state: unknown, intentions: readonly number[], mass: number): void => {
    if (environment.isTerminal(state)) {
      const object = environment.objectOf(state);
      law.set(object, (law.get(object) ?? 0) + mass);
      return;
    }
    for (let action = 0; action < 2; action++) {
      const chances = new Float64Array(2);
      environment.outcomeProbabilities(state, action, chances);
      chances.forEach((p, outcome) => {
        const part = mass * chance(environment, state, intentions, action) * p;
        if (part > 0) walk(environment.next(state, outcome, action), [...intentions, action], part);
      });
    }
  };
  walk(environment.initial, [], 1);
  return law;
}

describe("historyLaws", () => {
  test.each(worlds)("%s: the law equals the sum over all histories", async (_, environment) => {
    const laws = (await historyLaws(environment, names))!;
    const { states, intentions } = laws.states;
    const policy = Float64Array.from({ length: states.length * 2 }, (_, at) => {
      const row = Math.floor(at / 2);
      return chance(environment, states[row], intentions![row]!, at % 2);
    });
    const law = laws.lawOf(policy);
    const expected = obviousLaw(environment);
    names.forEach((object, i) => expect(law[i]).toBeCloseTo(expected.get(object) ?? 0, 12));
  });

  test("under sticky noise there are 16^t pairs after t of four letters, and too many of them are none", async () => {
    const five = withNoise(sequenceEnvironment({ alphabet: "ABCD", length: 3 }), stickyNoise(0.1));
    const all = new SequenceSpace("ABCD", 3);
    const list = Array.from({ length: 64 }, (_, i) => all.sequenceAt(i));
    expect((await historyLaws(five, list))!.states.count).toBe(1 + 16 + 256);
    expect(await historyLaws(five, list, {}, 200)).toBeNull();
  });
});

const landscape = new TableLandscape(
  "rough",
  objects,
  Float64Array.from({ length: 8 }, () => 0).map(
    (
      (generator) => () =>
        0.05 + generator.float64()
    )(Generator.fromSeed(4)),
  ),
);

function thinking(environment: Environment, kind: "transformer" | "recurrent" | "pooled"): Promise<Trainer> {
  return createTrainer({
    environment,
    landscape,
    reward: new Reward({ exponent: 1, floor: 1e-6 }),
    model: { kind: "mlp", hidden: 16, thoughts: { kind, width: 8 } },
    batch: { onPolicy: 32 },
    rate: 0.02,
    seed: 2,
  });
}

describe("a policy that reads thoughts", () => {
  test.each(worlds)("%s: its exact law is what it samples", async (_, environment) => {
    const trainer = await thinking(environment, "recurrent");
    for (let i = 0; i < 30; i++) await trainer.iterate();
    const { law, drawn, estimates } = await assess(trainer, { samples: 8192 });
    expect(estimates).toBeNull();
    expect(drawn.logLaw).toBeNull();
    const counts = new Map<string, number>();
    for (const object of drawn.objects) counts.set(object, (counts.get(object) ?? 0) + 1);
    law!.objects.forEach((object, i) => {
      const p = law!.probability![i]!;
      const error = Math.sqrt((p * (1 - p)) / 8192);
      expect(Math.abs((counts.get(object) ?? 0) / 8192 - p)).toBeLessThan(4.5 * error + 1e-9);
    });
    await trainer.dispose();
  });

  test("where histories are too many, figures are estimates from samples", async () => {
    const long = withNoise(sequenceEnvironment({ alphabet: "ABCD", length: 6 }), stickyNoise(0.1));
    const space = new SequenceSpace("ABCD", 6);
    const flat = new TableLandscape("flat", space, new Float64Array(4096).fill(1));
    const trainer = await createTrainer({
      environment: long,
      landscape: flat,
      model: { kind: "mlp", hidden: 8, thoughts: { kind: "pooled", width: 4 } },
      batch: { onPolicy: 8 },
      seed: 1,
    });
    const { exact, estimates, law } = await assess(trainer, { samples: 64 });
    expect(exact.tv).toBeNull();
    expect(estimates!.meanScore.estimate).toBe(1);
    expect(law!.probability).toBeNull();
    // Found before anything long is begun: a signal that ends all of that is never heard.
    const world = { ...trainer.options, landscape: flat, free: true };
    const signal = AbortSignal.abort();
    expect(await createEvaluator(world, trainer.policy, { signal })).toBeNull();
    await trainer.dispose();
  });

  test.each(worlds)(
    "%s: samples bound log Z and estimate it, whatever was intended",
    async (_, environment) => {
      const trainer = await thinking(environment, "recurrent");
      for (let i = 0; i < 30; i++) await trainer.iterate();
      const { exact, elbo, logZ } = await assess(trainer, { samples: 2 });
      const { reward } = trainer.options;
      const judge = await Judge.of({ environment, landscape, reward, free: false }, trainer);
      const { estimates } = await reportOn(judge, { samples: 4096, seed: 1, seconds: 0 });
      const error = Math.abs(estimates!.logZ!.estimate - logZ.exact!);
      expect(error).toBeLessThan(4 * estimates!.logZ!.standardError);
      expect(estimates!.elbo!.estimate).toBeLessThan(elbo! + 4 * estimates!.elbo!.standardError);
      expect(estimates!.elbo!.estimate).toBeGreaterThan(logZ.exact! - exact.klReverse! - 1);
      expect(estimates!.klReverse).toBeNull();
      await trainer.dispose();
    },
  );

  test("samples tell what was intended in letters, also where the process remembers", async () => {
    const [, [, environment]] = worlds as [unknown, readonly [string, Environment]];
    const trainer = await thinking(environment, "pooled");
    const { intended } = await drawSamples({ environment, landscape }, trainer.policy, 4, 1);
    expect(intended.every((letters) => /^[AB]{3}$/.test(letters))).toBe(true);
    await trainer.dispose();
  });
});
