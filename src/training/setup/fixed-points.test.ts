/** What is said before training of objectives that end elsewhere than at the best law, and that they do. */
import { describe, expect, test } from "vitest";
import { assess } from "../../assessment/assess.ts";
import { asFlags } from "../../run/config/run-options.ts";
import { repeatNoise } from "../../environment/memory/repeat-noise.ts";
import { sequenceEnvironment } from "../../environment/sequence/sequence.ts";
import { stickyNoise } from "../../environment/noise/sticky-noise.ts";
import { withMemory } from "../../environment/memory/with-memory.ts";
import type { Environment } from "../../environment/environment.ts";
import { createSim8 } from "../../landscape/exact/sim8.ts";
import { Reward } from "../../landscape/reward.ts";
import { SequenceSpace } from "../../landscape/exact/sequence-space.ts";
import { TableLandscape } from "../../landscape/exact/table-landscape.ts";
import { parseObjective } from "../../objective/registry.ts";
import { Generator } from "../../random/generator.ts";
import { createTrainer } from "./create-trainer.ts";
import type { TrainingSetup } from "./create-trainer.ts";

const timeout = 60_000;
const generator = Generator.fromSeed(5);
const scores = Float64Array.from({ length: 8 }, () => 0.05 + generator.float64() ** 2);

const remembering = (alpha: number): Environment =>
  withMemory(sequenceEnvironment({ alphabet: "AB", length: 3 }), repeatNoise(alpha));

/** Scores without pattern; none where the first two letters differ, which `repeat` with α = 1 never writes. */
const landscape = (alpha: number): TableLandscape =>
  new TableLandscape(
    "rough",
    new SequenceSpace("AB", 3),
    scores.map((score, i) => (alpha === 1 && i >= 2 && i < 6 ? 1e-9 : score)),
  );

const onMemory = (alpha: number, setup: Partial<TrainingSetup>): TrainingSetup => ({
  environment: remembering(alpha),
  landscape: landscape(alpha),
  reward: new Reward({ exponent: 1, floor: 1e-9 }),
  model: { kind: "kmer", hidden: 32 },
  batch: { onPolicy: 128 },
  seed: 3,
  ...setup,
});

/** What was said, and KL(law‖target) above the limit in the end. */
async function regretAfter(iterations: number, setup: TrainingSetup) {
  const trainer = await createTrainer({ decayOver: iterations, ...setup });
  const { notes } = trainer;
  let cost = 0;
  for (let i = 0; i < iterations; i++) {
    const { loss } = await trainer.iterate();
    if (i >= iterations - 80) cost += loss / 80;
  }
  const { regret, limit } = await assess(trainer, { samples: 16 });
  await trainer.dispose();
  return { notes: notes.join("\n"), regret: regret.klReverse!, limit: limit.klReverse!, cost };
}

describe("where the process remembers", () => {
  const thoughts = { kind: "kmer", hidden: 32, thoughts: { kind: "recurrent" } } as const;

  test("skl that sees outcomes alone comes to what a policy can that sees no more", { timeout }, async () => {
    const found = await regretAfter(300, onMemory(0.9, { objective: parseObjective("skl") }));
    expect(found.notes).toBe("");
    expect(found.regret).toBeLessThan(0.02);
  });

  test("sdb is far above the limit, and that is said", { timeout }, async () => {
    const found = await regretAfter(300, onMemory(0.9, {}));
    expect(found.regret).toBeGreaterThan(0.5);
    expect(found.notes).toContain("the process remembers what was intended, and sdb with a backward policy");
  });

  test(
    "α = 1: the posterior stops above the limit and says so, a learned backward policy reaches it",
    { timeout },
    async () => {
      for (const objective of ["skl", "sdb", "stb"]) {
        const own = { objective: parseObjective(objective), model: thoughts, dynamics: "known" } as const;
        const found = await regretAfter(250, onMemory(1, own));
        expect(found.limit).toBeLessThan(1e-6);
        expect(found.regret, objective).toBeGreaterThan(0.1);
        expect(found.notes, objective).toContain("ends above the limit");
        if (objective === "sdb") continue;
        const learned = await regretAfter(250, onMemory(1, { ...own, backward: "learned" }));
        expect(learned.regret, objective).toBeLessThan(0.005);
        expect(learned.notes, objective).toBe("");
      }
    },
  );

  test("skl with known noise ends at the least trajectory KL", { timeout }, async () => {
    const setup = onMemory(0.9, {
      objective: parseObjective("skl"),
      model: { ...thoughts, thoughts: { kind: "memory" } },
      dynamics: "known",
      batch: { onPolicy: 256 },
    });
    const { cost } = await regretAfter(300, setup);
    const logZ = Math.log(landscape(0.9).table.reduce((sum, score) => sum + score, 0));
    expect(cost + logZ).toBeGreaterThan(leastTrajectoryKl(0.9) - 0.01);
    expect(cost + logZ).toBeLessThan(leastTrajectoryKl(0.9) + 0.02);
  });
});

/**
 * The least E[Σ log q(c_t|s_t,h_t) − log R] + log Z of policies that know the last intention, by coordinate descent from
 * several starts in float64: what is remembered is that intention alone.
 */
function leastTrajectoryKl(alpha: number): number {
  const { table } = landscape(alpha);
  const logZ = Math.log(table.reduce((sum, score) => sum + score, 0));
  // Rows: the start, (c_0, a_0), (c_0, c_1, a_1); a row is P(intend B).
  const rows = new Float64Array(1 + 4 + 8);
  const chance = (before: number | undefined, a: number, c: number): number =>
    before === undefined ? Number(a === c) : (1 - alpha) * Number(a === c) + alpha * Number(before === c);
  const rowAt = (t: number, state: number, before: number): number =>
    (t === 0 ? 0 : t === 1 ? 1 : 5) + state * 2 + before;
  const costFrom = (t: number, state: number, before: number | undefined): number => {
    if (t === 3) return -Math.log(table[state]!);
    const intendB = rows[rowAt(t, state, before ?? 0)]!;
    let cost = 0;
    for (const c of [0, 1]) {
      const parts = [0, 1].map((a) => (a === 1 ? intendB : 1 - intendB) * chance(before, a, c));
      const q = parts[0]! + parts[1]!;
      if (q === 0) continue;
      cost += q * Math.log(q);
      parts.forEach((p, a) => (cost += p > 0 ? p * costFrom(t + 1, state * 2 + c, a) : 0));
    }
    return cost;
  };
  let least = Infinity;
  for (const start of [0.1, 0.5, 0.9]) {
    rows.fill(start);
    for (let round = 0; round < 30; round++) {
      for (let row = 0; row < rows.length; row++) {
        let best = { at: rows[row]!, cost: Infinity };
        for (let step = 0; step <= 200; step++) {
          rows[row] = step / 200;
          const cost = costFrom(0, 0, undefined);
          if (cost < best.cost) best = { at: step / 200, cost };
        }
        rows[row] = best.at;
        least = Math.min(least, best.cost);
      }
    }
  }
  return least + logZ;
}

async function notesOf(setup: Partial<TrainingSetup>): Promise<string> {
  const trainer = await createTrainer({ landscape: createSim8(), batch: { onPolicy: 4 }, ...setup });
  const notes = trainer.notesIn(asFlags).join("\n");
  await trainer.dispose();
  return notes;
}

test("objectives that miss the target under noise say so, and only there", async () => {
  const noise = stickyNoise(0.5);
  for (const name of ["sdb", "stb", "skl", "sdb+0.1*skl", "ssubtb(0.5)+skl"]) {
    expect(await notesOf({ noise, objective: parseObjective(name) }), name).toBe("");
  }
  for (const name of ["linex", "db", "edb", "sdb+db"]) {
    expect(await notesOf({ objective: parseObjective(name) }), name).toBe("");
  }
  expect(await notesOf({ noise, objective: parseObjective("sdb+0.5*linex") })).toContain(
    "linex favours poor objects",
  );
  expect(await notesOf({ noise, objective: parseObjective("db") })).toBe(
    "db takes what happened for what was intended, so under noise it aims at another law than the target",
  );
  expect(await notesOf({ noise, objective: parseObjective("sdb+db") })).toContain(
    "and sdb+db ends between that and what sdb would reach",
  );
  expect(await notesOf({ noise, objective: parseObjective("edb") })).toBe(
    "edb aims at another law than the target under noise",
  );
});

test("a heavy balance loss is said, a light one not", async () => {
  const ratio = { use: "balance", gamma: 0.5 } as const;
  expect(await notesOf({ entropyRatio: { ...ratio, weight: 1 } })).toMatch(
    /^--entropy-weight is 1: the balance loss/,
  );
  expect(await notesOf({ entropyRatio: ratio })).toBe("");
});
