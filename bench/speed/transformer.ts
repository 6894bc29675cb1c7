/**
 * Speed of the transformer. A whole iteration (32 trajectories with cached roll-outs, one update) beside the same in eager
 * PyTorch and in jitted JAX, in turns in one run; the same at length 120 beside the time its matrix products alone would
 * take; what a step of a roll-out costs against length, with the cache and without; and how long the dense products of an
 * iteration take alone, in the shapes they have. `--batch` takes another number of trajectories.
 *
 *     npx tsx bench/speed/transformer.ts [--python <one with torch and jax> | --install <folder>] [--rounds 12]
 *         [--only iteration|length|cache|products] [--batch 32] [--clock wall|processor]
 *
 * `--install` makes a virtual environment in a folder, with torch and jax from pip's registry, or finds it there.
 * The best round of each counts, because what else the machine does can only add time. On a machine that others use as
 * well, `--clock processor` takes the time that the processor worked for a contender, all its threads together.
 */
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ChildLink } from "../../src/bench/child-link.ts";
import { counted } from "../../src/bench/shared-notes.ts";
import { burst, timeAll } from "../../src/bench/timing.ts";
import type { Contender } from "../../src/bench/timing.ts";
import { compile } from "../../src/engine/program.ts";
import { f32 } from "../../src/engine/spec.ts";
import { np } from "../../src/engine/jax.ts";
import { sequenceEnvironment } from "../../src/environment/sequence/sequence.ts";
import { stickyNoise } from "../../src/environment/noise/sticky-noise.ts";
import { withNoise } from "../../src/environment/noise/noise.ts";
import { createSim8 } from "../../src/landscape/exact/sim8.ts";
import { functionOracle } from "../../src/landscape/oracle/function-oracle.ts";
import { Reward } from "../../src/landscape/reward.ts";
import { createTrainer } from "../../src/training/setup/create-trainer.ts";
import type { Trainer } from "../../src/training/trainer.ts";
import { pythonIn } from "./python-environment.ts";

const { values } = parseArgs({
  options: {
    python: { type: "string" },
    install: { type: "string" },
    rounds: { type: "string", default: "12" },
    batch: { type: "string", default: "32" },
    only: { type: "string" },
    clock: { type: "string", default: "wall" },
  },
});
const python =
  values.install === undefined ? (values.python ?? "python3") : pythonIn(values.install, ["torch", "jax"]);
const wanted = (part: string): boolean => values.only === undefined || values.only === part;
const shape = {
  tokens: 4,
  batch: Number(values.batch),
  layers: 2,
  width: 64,
  heads: 4,
  alpha: 0.25,
  rate: 0.001,
  clip: 10,
};
/** A long loop takes XLA its time, on a busy machine minutes. */
const compileMs = 240_000;
const schedule = { rounds: Number(values.rounds), burstMs: 300, limitMs: 240_000 };
const sim8 = createSim8();
const reward = new Reward({ exponent: 3, floor: 1e-3 });

/** Scores are those of the first eight letters, whatever the length, so that scoring costs nothing. */
function trainerOf(length: number, overlap = false): Promise<Trainer> {
  return createTrainer({
    environment: withNoise(sequenceEnvironment({ alphabet: "ACGT", length }), stickyNoise(shape.alpha)),
    landscape: functionOracle({
      mode: "single",
      score: (sequence) => sim8.scoreOf(sequence.slice(0, 8)),
    }),
    reward,
    dynamics: "known",
    model: { kind: "transformer", hidden: shape.width, layers: shape.layers, heads: shape.heads },
    batch: { onPolicy: shape.batch },
    rate: shape.rate,
    finalRate: shape.rate,
    overlap,
  });
}

const byProcessor = values.clock === "processor";

/** Milliseconds per step by the clock that was chosen. */
async function timed(step: () => Promise<unknown>, milliseconds: number): Promise<number> {
  const began = process.cpuUsage();
  let steps = 0;
  const wall = await burst(() => {
    steps++;
    return step();
  }, milliseconds);
  const { user, system } = process.cpuUsage(began);
  return byProcessor ? (user + system) / 1000 / steps : wall;
}

const ours = (trainer: Trainer, label: string): Contender => ({
  label,
  measure: (milliseconds) => timed(() => trainer.iterate(), milliseconds),
});

/** A reference in a process of its own, or nothing where its package is missing. */
async function reference(script: string, label: string, words: readonly string[], length: number) {
  const path = fileURLToPath(new URL(`../reference/${script}`, import.meta.url));
  const [threads = "2"] = words;
  const link = new ChildLink(python, [path, ...words], {
    PYTHONDONTWRITEBYTECODE: "1",
    OMP_NUM_THREADS: threads,
    MKL_NUM_THREADS: threads,
  });
  try {
    await link.next(60_000);
    const logRewards = Array.from({ length: sim8.space.size }, (_, i) => reward.logReward(sim8.scoreAt(i)));
    await link.ask({ command: "prepare", logRewards });
  } catch (error) {
    await link.close();
    console.log(`${label} was not measured: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
  const benchCase = { kind: "transformer", ...shape, length };
  const measure = async (milliseconds: number): Promise<number> => {
    const answer = await link.ask({ command: "measure", case: benchCase, milliseconds }, compileMs);
    const { milliseconds: wall, processor } = answer as { milliseconds: number; processor: number };
    return byProcessor ? processor : wall;
  };
  return { contender: { label, measure }, link };
}

async function measureIteration(length: number): Promise<number> {
  const trainers = [await trainerOf(length, true), await trainerOf(length)];
  const started = await Promise.all([
    reference("transformer.py", "PyTorch, 1 thread", ["1"], length),
    reference("transformer.py", "PyTorch, 2 threads", ["2"], length),
    reference("transformer_jax.py", "JAX, jitted", [], length),
  ]);
  const references = started.flatMap((each) => each ?? []);
  const [overlapping, inTurn] = trainers;
  const contenders = [
    ours(overlapping!, "windage, overlap"),
    ours(inTurn!, "windage"),
    ...references.map(({ contender }) => contender),
  ];
  const timings = await timeAll(contenders, schedule, () => undefined);
  const best = (contender: Contender): number => Math.min(...timings.of.get(contender)!.samples);
  const own = best(contenders[0]!);
  console.log(
    `\n| ${shape.batch} trajectories of ${length} | ms per iteration (${values.clock}) | times ours |\n|---|---|---|`,
  );
  for (const contender of contenders) {
    const { failure } = timings.of.get(contender)!;
    const figures = failure ?? `${best(contender).toFixed(2)} | ${(best(contender) / own).toFixed(2)}`;
    console.log(`| ${contender.label} | ${figures} |`);
  }
  for (const { link } of references) await link.close();
  for (const trainer of trainers) await trainer.dispose();
  return own;
}

/** Multiplications and additions of the matrix products of one iteration: roll-out, forward pass, backward pass. */
function productsOf(length: number): number {
  const { batch, layers, width } = shape;
  // Queries, keys, values and their mix are 4 squares of the width, the feed-forward layers 8.
  const dense = 2 * 12 * width * width * layers;
  const rollOut = Array.from({ length }, (_, t) => dense + 4 * width * (t + 1) * layers).reduce(
    (sum, flops) => sum + flops,
  );
  const forward = (length + 1) * (dense + 4 * width * (length + 1) * layers);
  return batch * (rollOut + 3 * forward);
}

/** Floating-point operations per millisecond of a large product on the same runtime, on so many cores. */
async function productRate(threads: number): Promise<number> {
  const size = 1024;
  const specs = { a: f32(size, size), b: f32(size, size) };
  const program = await compile("product", ({ a, b }) => ({ c: np.matmul(a, b) }), specs, { threads });
  const numbers = new Float32Array(size * size).fill(0.5);
  const run = () => program.run({ a: numbers, b: numbers });
  await burst(run, 300);
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < schedule.rounds; round++) best = Math.min(best, await timed(run, 100));
  await program.dispose();
  return (2 * size ** 3) / best;
}

async function measureFloor(): Promise<void> {
  const length = 120;
  const own = await measureIteration(length);
  const cores = byProcessor ? [1] : [1, 2];
  for (const threads of cores) {
    const floor = productsOf(length) / (await productRate(threads));
    const label = `floor: its products alone, as fast as large ones on ${counted(threads)}`;
    console.log(`| ${label} | ${floor.toFixed(2)} | ${(floor / own).toFixed(2)} |`);
  }
}

/** One step of a roll-out near its end: beside the cache, and with all of the prefix read again. */
async function measureCache(): Promise<void> {
  console.log("\n| length | ms per step, cached | reading the whole prefix again |\n|---|---|---|");
  for (const length of [15, 30, 60, 120, 240]) {
    const trainer = await trainerOf(length);
    const { policy } = trainer;
    const rows = shape.batch;
    const tokens = new Int32Array(rows * length).fill(1);
    const states = {
      features: new Float32Array(0),
      index: new Int32Array(0),
      tokens,
      thoughts: tokens,
      token: new Int32Array(rows).fill(1),
      thought: new Int32Array(rows).fill(1),
      context: new Int32Array(0),
    };
    const [cached, whole] = [await policy.compileActing!(rows), await policy.compile(rows)];
    await cached.evaluate({ ...states, step: 0 });
    const contenders = [cached, whole].map((program, i): Contender => ({
      label: String(i),
      measure: (milliseconds) => timed(() => program.evaluate({ ...states, step: length - 1 }), milliseconds),
    }));
    const few = { ...schedule, rounds: Math.ceil(schedule.rounds / 2), burstMs: 100 };
    const timings = await timeAll(contenders, few, () => undefined);
    const best = contenders.map((each) => Math.min(...timings.of.get(each)!.samples).toFixed(2));
    console.log(`| ${length} | ${best.join(" | ")} |`);
    await cached.dispose();
    await whole.dispose();
    await trainer.dispose();
  }
}

/** Milliseconds of the dense products over so many rows, for an update also of those that make gradients. */
async function denseProducts(rows: number, forUpdate: boolean): Promise<number> {
  const { width, layers } = shape;
  const sizes = [
    [width, 3 * width],
    [width, width],
    [width, 4 * width],
    [4 * width, width],
  ] as const;
  const all = Array.from({ length: layers }, () => sizes).flat();
  const specs = Object.fromEntries(
    all.flatMap(([into, out], i) => [
      [`x${i}`, f32(rows, into)],
      [`w${i}`, f32(into, out)],
      [`g${i}`, f32(rows, out)],
    ]),
  );
  const program = await compile(
    "dense products",
    (given) =>
      Object.fromEntries(
        all.flatMap((_, i) => {
          const [x, w, g] = [given[`x${i}`]!, given[`w${i}`]!, given[`g${i}`]!];
          const products = { [`y${i}`]: np.matmul(x.ref, w.ref) };
          const gradients = {
            [`dx${i}`]: np.matmul(g.ref, np.swapaxes(w, 0, 1)),
            [`dw${i}`]: np.matmul(np.swapaxes(x, 0, 1), g),
          };
          return Object.entries(forUpdate ? { ...products, ...gradients } : products);
        }),
      ),
    specs,
  );
  const feeds = Object.fromEntries(
    Object.entries(specs).map(([name, spec]) => [
      name,
      new Float32Array(spec.shape.reduce((a, b) => a * b)).fill(0.01),
    ]),
  );
  const results = await program.run(feeds);
  let best = Number.POSITIVE_INFINITY;
  const end = performance.now() + 100 * schedule.rounds;
  while (performance.now() < end) {
    const began = performance.now();
    await program.run(feeds, results);
    best = Math.min(best, performance.now() - began);
  }
  await program.dispose();
  return best;
}

async function measureProducts(): Promise<void> {
  console.log("\n| length | dense products of the steps, ms | of the update | together |\n|---|---|---|---|");
  for (const length of [8, 120]) {
    const steps = length * (await denseProducts(shape.batch, false));
    const update = await denseProducts(shape.batch * (length + 1), true);
    const figures = [steps, update, steps + update].map((ms) => ms.toFixed(2));
    console.log(`| ${length} | ${figures.join(" | ")} |`);
  }
}

if (wanted("products")) await measureProducts();
if (wanted("iteration")) await measureIteration(8);
if (wanted("length")) await measureFloor();
if (wanted("cache")) await measureCache();
