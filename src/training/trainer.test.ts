import { describe, expect, test } from "vitest";
import { sequenceEnvironment } from "../environment/sequence/sequence.ts";
import { stickyNoise } from "../environment/noise/sticky-noise.ts";
import { withNoise } from "../environment/noise/noise.ts";
import { tv } from "../evaluation/law/distances.ts";
import { TableLandscape } from "../landscape/exact/table-landscape.ts";
import { parseObjective } from "../objective/registry.ts";
import type { TrainingSetup } from "./setup/create-trainer.ts";
import {
  lawOf,
  length,
  letters,
  reachable,
  reward,
  smallEnvironment,
  smallTrainer,
} from "./small-world.fixture.ts";
import type { IterationReport } from "./iteration.ts";
import type { Trainer } from "./trainer.ts";

/** Trains on; what was reported, copied. */
async function iterate(trainer: Trainer, count: number): Promise<IterationReport[]> {
  const reports: IterationReport[] = [];
  for (let i = 0; i < count; i++) {
    const report = await trainer.iterate();
    reports.push({ ...report, objects: [...report.objects], scores: report.scores.slice() });
  }
  return reports;
}

/** A setup in which every part that has state takes part. */
const everything: Partial<TrainingSetup> = {
  model: { kind: "memory", hidden: 16 },
  batch: { onPolicy: 8, exploratory: 8, replay: 8, dataset: 8 },
  replay: { capacity: 100, priority: 0.5 },
  extraUpdates: 1,
  dynamicsReplay: { rounds: 2, samples: 16 },
  entropyRatio: { use: "temperature", gamma: 0.5 },
  temperature: { from: 2, to: 1, over: 30 },
  templates: (generator) => [generator.integer(3), undefined, 2],
  decayOver: 40,
  dataset: [
    { object: "ABCA", real: Int32Array.of(0, 1, 2, 0), score: 1 },
    { object: "CCCC", real: Int32Array.of(2, 2, 2, 2), score: 0.2 },
  ],
};

test("exploratory trajectories build on their templates, others do not", async () => {
  const setup: Partial<TrainingSetup> = {
    batch: { onPolicy: 32, exploratory: 32 },
    templates: () => [2, undefined, 0],
  };
  const trainer = await smallTrainer(0.25, setup);
  const [report] = await iterate(trainer, 1);
  const [free, templated] = [report!.objects.slice(0, 32), report!.objects.slice(32)];
  expect(templated.every((object) => /^C.A/.test(object))).toBe(true);
  expect(new Set(templated).size).toBeGreaterThan(4);
  expect(free.every((object) => /^C.A/.test(object))).toBe(false);
  await trainer.dispose();
});

test.each(["memory", "mlp", "kmer", "table", "transformer"] as const)(
  "%s learns from one trajectory at a time, and from two",
  async (kind) => {
    for (const onPolicy of [1, 2]) {
      const trainer = await smallTrainer(0.25, { model: { kind, hidden: 16 }, batch: { onPolicy } });
      const reports = await iterate(trainer, 3);
      expect(reports.map(({ objects }) => objects.length)).toEqual([onPolicy, onPolicy, onPolicy]);
      for (const { loss } of reports) expect(loss).toBeGreaterThan(0);
      await trainer.dispose();
    }
  },
);

describe("a run that is interrupted", () => {
  test.each<[string, Partial<TrainingSetup>]>([
    ["with everything in use", everything],
    ["with roll-outs during updates and everything else in use", { ...everything, overlap: true }],
    ["with local-kl", { objective: parseObjective("sdb+local-kl"), localStates: 20 }],
    [
      "with a learned backward policy and skl",
      { backward: "learned", objective: parseObjective("sdb+0.1*skl") },
    ],
  ])("%s continues to the same bits in another trainer", async (_name, setup) => {
    const first = await smallTrainer(0.25, setup);
    await iterate(first, 20);
    const saved = first.save();
    const expected = await iterate(first, 20);
    const second = await smallTrainer(0.25, setup);
    await iterate(second, 3);
    second.restore(structuredClone(saved));
    expect(second.iteration).toBe(20);
    expect(await iterate(second, 20)).toEqual(expected);
    expect(second.parameters.values).toEqual(first.parameters.values);
    expect(second.save()).toEqual(first.save());
    expect(JSON.parse(JSON.stringify(saved.meta))).toEqual(saved.meta);
    await Promise.all([first.dispose(), second.dispose()]);
  });

  test("keeps trajectories only where something draws from replay", async () => {
    const mixes: [number, Partial<TrainingSetup>][] = [
      [0, { batch: { onPolicy: 8 } }],
      [16, { batch: { onPolicy: 8, replay: 2 } }],
      [16, { batch: { onPolicy: 8 }, extraUpdates: 1 }],
      [16, { batch: { onPolicy: 8 }, dynamicsReplay: { rounds: 1, samples: 4 } }],
    ];
    for (const [count, setup] of mixes) {
      const trainer = await smallTrainer(0.25, setup);
      await iterate(trainer, 2);
      expect(trainer.save().meta.replay.count).toBe(count);
      await trainer.dispose();
    }
  });

  test("refuses the state of another model", async () => {
    const small = await smallTrainer(0.25);
    const large = await smallTrainer(0.25, { model: { kind: "memory", hidden: 8 } });
    expect(() => large.restore(small.save())).toThrow(/belongs to another model/);
    const replaying = await smallTrainer(0.25, { dynamicsReplay: { rounds: 1, samples: 4 } });
    expect(() => replaying.restore(small.save())).toThrow(/belongs to another model/);
    await Promise.all([small, large, replaying].map((trainer) => trainer.dispose()));
  });
});

describe("known answers", () => {
  test("the first loss of a table is that of a uniform policy under the starting flow", async () => {
    const trainer = await smallTrainer(0.25, { dynamics: "known" });
    const [report] = await iterate(trainer, 1);
    // All tables are 0, so π and q are uniform, log F(s_t) = log m + (L − t) log 3, and only the last step is off.
    const logMean = report!.logZ! - length * Math.log(letters);
    const off = report!.scores.map((score) => (logMean - reward.logReward(score)) ** 2);
    const expected = off.reduce((sum, value) => sum + value, 0) / (off.length * length);
    expect(report!.loss).toBeCloseTo(expected, 4);
    expect(report!.policyEntropy).toBeCloseTo(Math.log(letters), 5);
    await trainer.dispose();
  });

  test("frozen seed", async () => {
    const trainer = await smallTrainer(0.25, { engine: "onnx" });
    const reports = await iterate(trainer, 10);
    await trainer.dispose();
    const numbers = reports.map(({ loss, dynamicsLoss }) => [loss, dynamicsLoss]);
    const frozen = [
      [0.628239, 1.0970974],
      [0.4648212, 1.072701],
      [0.6584347, 1.0505228],
      [0.7559905, 1.0298297],
      [0.6115414, 0.9954947],
      [0.5131637, 0.9804316],
      [0.4684452, 0.948274],
      [0.4852831, 0.9341861],
      [0.4429603, 0.9296473],
      [0.3384337, 0.8945888],
    ];
    numbers.forEach((pair, i) =>
      pair.forEach((value, j) => expect(Math.abs(value - frozen[i]![j]!)).toBeLessThan(1e-6)),
    );
  });

  test("the same seed gives the same run, another seed another", async () => {
    const run = async (seed: number): Promise<IterationReport[]> => {
      const trainer = await smallTrainer(0.25, { ...everything, seed });
      const reports = await iterate(trainer, 5);
      await trainer.dispose();
      return reports;
    };
    const [a, b, c] = [await run(1), await run(1), await run(2)];
    expect(b).toEqual(a);
    expect(c[4]!.loss).not.toBe(a[4]!.loss);
  });

  test("without noise sdb with known dynamics is the deterministic GFlowNet", async () => {
    const plain = smallEnvironment(0);
    const run = async (setup: Partial<TrainingSetup>): Promise<[IterationReport[], Float32Array]> => {
      const trainer = await smallTrainer(0, { dynamics: "known", landscape: reachable(0), ...setup });
      const reports = await iterate(trainer, 40);
      await trainer.dispose();
      return [reports, trainer.parameters.values.slice()];
    };
    const [reports, values] = await run({ environment: plain });
    const [sameReports, sameValues] = await run({
      environment: plain,
      objective: parseObjective("db"),
      backward: "posterior",
    });
    expect(sameReports.map(({ loss }) => loss)).toEqual(reports.map(({ loss }) => loss));
    expect(sameValues).toEqual(values);
    const [noisyReports] = await run({ environment: withNoise(plain, stickyNoise(0)) });
    noisyReports.forEach(({ loss }, i) => expect(loss).toBeCloseTo(reports[i]!.loss, 4));
  });
});

describe("invariance", () => {
  test("permuting the alphabet permutes what is learned", { timeout: 60_000 }, async () => {
    const alpha = 0.25;
    const original = reachable(alpha);
    const permuted = new TableLandscape("permuted", original.space, permute(original.table));
    const laws: Float64Array[] = [];
    for (const landscape of [original, permuted]) {
      const trainer = await smallTrainer(alpha, { landscape, dynamics: "known", decayOver: 300 });
      await iterate(trainer, 300);
      laws.push(await lawOf(trainer));
      await trainer.dispose();
    }
    expect(tv(permute(laws[0]!), laws[1]!)).toBeLessThan(0.02);
    expect(tv(laws[0]!, laws[1]!)).toBeGreaterThan(0.2);
  });
});

/** The table of the same sequences with A → B → C → A. */
function permute(values: ArrayLike<number>): Float64Array {
  const result = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) {
    let to = 0;
    for (let place = 1; place < values.length; place *= letters) {
      to += place * ((Math.floor(i / place) + 1) % letters);
    }
    result[to] = values[i]!;
  }
  return result;
}

describe("reports", () => {
  test("count every score that was asked for", async () => {
    const trainer = await smallTrainer(0.25, everything);
    const before = trainer.oracleCalls;
    expect(before).toBe(64);
    const reports = await iterate(trainer, 3);
    expect(reports.map(({ oracleCalls }) => oracleCalls)).toEqual([before + 16, before + 32, before + 48]);
    const { maxSteps } = trainer.options.environment;
    expect(reports.map(({ environmentSteps }) => environmentSteps / maxSteps)).toEqual([16, 32, 48]);
    expect(reports[2]!.objects).toHaveLength(16);
    expect(reports[2]!.meanScore).toBeCloseTo(
      reports[2]!.scores.reduce((sum, score) => sum + score, 0) / 16,
      10,
    );
    expect(reports[2]!.dynamicsReplayLoss).toBeGreaterThan(0);
    await trainer.dispose();
  });

  test("name every part of a sum, which add up to the loss", async () => {
    const trainer = await smallTrainer(0.25, { objective: parseObjective("sdb+0.1*skl+2*local-kl") });
    const [{ loss, parts, klLoss }] = (await iterate(trainer, 1)) as [IterationReport];
    expect(Object.keys(parts).sort()).toEqual(["local-kl", "sdb", "skl"]);
    expect(parts["sdb"]! + 0.1 * parts["skl"]! + 2 * parts["local-kl"]!).toBeCloseTo(loss, 3);
    expect(klLoss).toBe(parts["skl"]);
    await trainer.dispose();
  });

  test("an objective alone is its own part, a weighted one is reported without its weight", async () => {
    const alone = await smallTrainer(0.25);
    const doubled = await smallTrainer(0.25, { objective: parseObjective("2*sdb") });
    const [[one], [two]] = [await iterate(alone, 1), await iterate(doubled, 1)];
    expect(one!.parts).toEqual({ sdb: one!.loss });
    expect(one!.klLoss).toBeUndefined();
    expect(two!.loss).toBeCloseTo(2 * one!.loss, 4);
    expect(two!.parts["sdb"]).toBeCloseTo(one!.loss, 4);
    await Promise.all([alone.dispose(), doubled.dispose()]);
  });
});

test("sequences of different lengths, with a stop action and a mask, train with every model", async () => {
  const isLegal = (prefix: readonly number[], action: number): boolean => action !== prefix.at(-1);
  const environment = withNoise(
    sequenceEnvironment({ alphabet: "ABC", minLength: 1, maxLength: 4, isLegal }),
    stickyNoise(0.25),
  );
  const landscape = {
    name: "longer is better",
    enumerable: false as const,
    score: (objects: readonly string[]) => Promise.resolve(Float64Array.from(objects, (x) => x.length / 4)),
  };
  for (const kind of ["table", "memory", "mlp"] as const) {
    for (const backward of ["posterior", "learned"] as const) {
      const trainer = await smallTrainer(0, {
        environment,
        landscape,
        backward,
        batch: { onPolicy: 16 },
        objective: parseObjective("sdb+local-kl"),
        model: { kind, hidden: 8 },
      });
      const reports = await iterate(trainer, 60);
      expect(reports[59]!.loss).toBeLessThan(reports[0]!.loss);
      await trainer.dispose();
    }
  }
});
