/**
 * Trains many small networks at once: all members of the ensemble, for every fold and for the fit to everything, are one
 * program that reads one batch of rows. A row weighs nothing in the networks that are not to see it. Members start the
 * same in every fold and read rows in the same order, so that folds differ by the rows they leave out and not by chance;
 * what the folds' disagreement says about a prediction would otherwise be mostly luck.
 */
import { Adam } from "../../engine/optimiser/adam.ts";
import type { ArraysOf, Parameters } from "../../engine/parameters/parameters.ts";
import { compileTraining } from "../../engine/training-program.ts";
import { cosineDecay } from "../../engine/optimiser/schedule.ts";
import { createParameters, parameter } from "../../engine/parameters/parameters.ts";
import { f32 } from "../../engine/spec.ts";
import type { Initialiser } from "../../engine/parameters/initialisers.ts";
import type { JaxArray } from "../../engine/jax.ts";
import { nn, np } from "../../engine/jax.ts";
import type { TrainingProgram } from "../../engine/training-program.ts";
import { zeros } from "../../engine/parameters/initialisers.ts";
import { foldIn } from "../../random/key.ts";
import { Generator } from "../../random/generator.ts";
import type { Key } from "../../random/key.ts";
import type { Folds } from "./folds.ts";
import { featureCount, hiddenCount, SmallNetwork, windowScale } from "./network-forward.ts";
import type { Windows } from "./network-windows.ts";

/** How many networks there are per column, and how long they are trained. */
export interface NetworkPlan {
  readonly members: number;
  /** Rows per update. */
  readonly batch: number;
  readonly steps: number;
}

/** Adam's rate at the first of 64 rows per update; it falls along half a cosine. */
const rate = 0.05;
const usualBatch = 64;
/** What weights lose per update, times the rate. Those of places lose more: windows count the same everywhere unless rows say otherwise. */
const decay = 0.03;
const placeDecay = 0.3;

type Tree = ReturnType<typeof networkTree>;
type Inputs = ReturnType<typeof networkInputs>;

export class NetworkTraining {
  readonly #windows: Windows;
  readonly #plan: NetworkPlan;
  readonly #folds: Folds;
  readonly #parameters: Parameters<Tree>;
  readonly #program: TrainingProgram<Tree, Inputs, "value">;
  /** Numbers of the windows of all rows. */
  readonly #read: Int32Array;
  /** What a standard deviation of the values is. */
  readonly #unit: number;
  readonly #x: Float32Array;
  readonly #target: Float32Array;
  readonly #weight: Float32Array;
  readonly #generator: Generator;
  readonly #order: number[];
  #dealt: number;

  private constructor(
    windows: Windows,
    plan: NetworkPlan,
    folds: Folds,
    read: Int32Array,
    compiled: {
      readonly parameters: Parameters<Tree>;
      readonly program: TrainingProgram<Tree, Inputs, "value">;
    },
    generator: Generator,
  ) {
    this.#windows = windows;
    this.#plan = plan;
    this.#folds = folds;
    this.#read = read;
    this.#parameters = compiled.parameters;
    this.#program = compiled.program;
    this.#unit = unitOf(folds);
    const networks = plan.members * (folds.count + 1);
    this.#x = new Float32Array(plan.batch * windows.count * windows.width * (windows.states - 1));
    this.#target = new Float32Array(networks * plan.batch);
    this.#weight = new Float32Array(networks * plan.batch);
    this.#generator = generator;
    this.#order = Array.from(folds.values.keys());
    this.#dealt = this.#order.length;
  }

  /** Networks with their starting weights, ready to read the rows whose windows stand in `read`. */
  static async compile(
    windows: Windows,
    plan: NetworkPlan,
    folds: Folds,
    read: Int32Array,
    seed: Key,
  ): Promise<NetworkTraining> {
    const networks = plan.members * (folds.count + 1);
    const parameters = createParameters(networkTree(windows, networks, plan.members), foldIn(seed, 0));
    const optimiser = new Adam(
      parameters,
      {
        rate: rate * Math.sqrt(plan.batch / usualBatch),
        schedule: cosineDecay(plan.steps, 0.02),
        decay,
      },
      [{ prefix: "place", decay: placeDecay }],
    );
    const program = await compileTraining(
      "networks",
      (weights: ArraysOf<Tree>, { x, target, weight }: Record<keyof Inputs, JaxArray>) => {
        const value = forward(weights, x, windows, networks, plan.batch);
        const missed = np.square(value.ref.sub(target)).mul(weight);
        return { loss: np.sum(missed).mul(1 / plan.batch), value };
      },
      { parameters, optimiser, inputs: networkInputs(windows, networks, plan.batch) },
      // A second thread gains little on products of this size, and waits where another program has its core.
      { threads: 1 },
    );
    const generator = Generator.fromKey(foldIn(seed, 1));
    return new NetworkTraining(windows, plan, folds, read, { parameters, program }, generator);
  }

  /** One update of every network, from the next rows. */
  async step(): Promise<void> {
    const rows = Array.from({ length: this.#plan.batch }, () => {
      if (this.#dealt === this.#order.length) {
        this.#generator.shuffle(this.#order);
        this.#dealt = 0;
      }
      return this.#order[this.#dealt++]!;
    });
    await this.#program.step(this.#inputsOf(rows));
  }

  /** What the program makes of a batch of rows, networks × rows, in units of the values; for checking it. */
  async evaluate(rows: readonly number[]): Promise<Float32Array> {
    const { outputs } = await this.#program.evaluate(this.#inputsOf(rows));
    return outputs.value as Float32Array;
  }

  /** The networks as they are now: the members of the first column, then those of the next, with what turns their values back. */
  networks(): readonly SmallNetwork[] {
    const networks = this.#plan.members * (this.#folds.count + 1);
    const { unit } = this;
    return Array.from({ length: networks }, (_, n) => {
      // Windows' weights and those of places lie network beside network in every row, the others one after another.
      const beside = (name: string): Float32Array => besideOf(this.#parameters.get(name), networks, n);
      const block = (name: string, times = 1): Float32Array => {
        const all = this.#parameters.get(name);
        const size = all.length / networks;
        return all.slice(n * size, (n + 1) * size).map((value) => value * times);
      };
      return new SmallNetwork(this.#windows, {
        letter: beside("letter"),
        letterBias: beside("letterBias"),
        place: beside("place"),
        hidden: block("hidden"),
        hiddenBias: block("hiddenBias"),
        out: block("out", unit),
        outBias: block("outBias", unit),
      });
    });
  }

  /** What the program's values are multiplied by to become differences from a column's centre. */
  get unit(): number {
    return this.#unit;
  }

  dispose(): Promise<void> {
    return this.#program.dispose();
  }

  #inputsOf(rows: readonly number[]): { x: Float32Array; target: Float32Array; weight: Float32Array } {
    const { fold, values, repeats, centres } = this.#folds;
    const { batch, members } = this.#plan;
    const { count, width, states } = this.#windows;
    const [x, target, weight] = [this.#x.fill(0), this.#target, this.#weight];
    for (const [b, row] of rows.entries()) {
      for (let w = 0; w < count; w++)
        this.#windows.spell(this.#read[row * count + w]!, x, (b * count + w) * width * (states - 1));
      for (let n = 0; n < members * centres.length; n++) {
        const column = Math.floor(n / members);
        target[n * batch + b] = (values[row]! - centres[column]!) / this.#unit;
        weight[n * batch + b] = fold[row] === column ? 0 : repeats[row]!;
      }
    }
    return { x, target, weight };
  }
}

/** The standard deviation of what is learned. */
function unitOf({ values, centres }: Folds): number {
  const centre = centres.at(-1)!;
  const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return Math.sqrt(squares / values.length) || 1;
}

/** The part of one network in an array whose rows have every network's numbers side by side. */
function besideOf(all: Float32Array, networks: number, n: number): Float32Array {
  const rows = all.length / (networks * featureCount);
  const own = new Float32Array(rows * featureCount);
  for (let r = 0; r < rows; r++) {
    const from = (r * networks + n) * featureCount;
    own.set(all.subarray(from, from + featureCount), r * featureCount);
  }
  return own;
}

function networkTree({ width, states, places }: Windows, networks: number, members: number) {
  const inputs = width * (states - 1);
  const start = (rows: number, deviation: number): Initialiser =>
    sameInColumns(rows, networks, members, deviation);
  return {
    letter: parameter([inputs, networks * featureCount], start(inputs, Math.sqrt(2 / width))),
    letterBias: parameter([networks * featureCount], zeros),
    place: parameter([places, networks * featureCount], zeros),
    hidden: parameter([networks, featureCount, hiddenCount], start(1, Math.sqrt(2 / featureCount))),
    hiddenBias: parameter([networks, 1, hiddenCount], zeros),
    out: parameter([networks, hiddenCount, 1], start(1, Math.sqrt(1 / hiddenCount))),
    outBias: parameter([networks, 1, 1], zeros),
  };
}

function networkInputs({ count, width, states }: Windows, networks: number, batch: number) {
  return {
    x: f32(batch * count, width * (states - 1)),
    target: f32(networks, batch),
    weight: f32(networks, batch),
  } as const;
}

/** Normal numbers, the same for a member in every column; networks lie side by side in each of `rows` rows. */
function sameInColumns(rows: number, networks: number, members: number, deviation: number): Initialiser {
  return (out, _shape, generator) => {
    const size = out.length / (rows * networks);
    const drawn = new Float32Array(rows * members * size);
    generator.fillNormal(drawn);
    for (let at = 0; at < out.length; at++) {
      const [within, network] = [at % size, Math.floor(at / size) % networks];
      const row = Math.floor(at / (size * networks));
      out[at] = deviation * drawn[(row * members + (network % members)) * size + within]!;
    }
  };
}

/** The formulas of `network-forward.ts` for all networks and a batch of rows; networks × rows. */
function forward(
  weights: ArraysOf<Tree>,
  x: JaxArray,
  { strands, places, count }: Windows,
  networks: number,
  batch: number,
): JaxArray {
  const wide = networks * featureCount;
  const features = nn.silu(np.matmul(x, weights.letter).add(weights.letterBias));
  const placed = features.reshape([batch, strands, places, wide]).mul(weights.place.add(1));
  const pooled = np.sum(placed.reshape([batch, count, wide]), 1).mul(windowScale(count));
  const apart = np.transpose(pooled.reshape([batch, networks, featureCount]), [1, 0, 2]);
  const hidden = nn.silu(np.matmul(apart, weights.hidden).add(weights.hiddenBias));
  return np.matmul(hidden, weights.out).add(weights.outBias).reshape([networks, batch]);
}
