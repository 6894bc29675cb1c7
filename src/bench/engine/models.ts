/**
 * The benchmark's networks in our engine. They are written out here, and once more in bench/reference/engine.py,
 * so that both sides do the same arithmetic; `models.test.ts` holds them to that. They are not the library's models.
 */
import { Adam } from "../../engine/optimiser/adam.ts";
import { compile } from "../../engine/program.ts";
import { compileTraining } from "../../engine/training-program.ts";
import { createParameters, parameter } from "../../engine/parameters/parameters.ts";
import { f32, i32 } from "../../engine/spec.ts";
import { glorotUniform, heNormal, normal, zeros, ones } from "../../engine/parameters/initialisers.ts";
import { nn, np } from "../../engine/jax.ts";
import type { ArraysOf, Parameters, ParameterTree } from "../../engine/parameters/parameters.ts";
import type { CompileOptions } from "../../engine/program.ts";
import type { Data, Spec } from "../../engine/spec.ts";
import type { Initialiser } from "../../engine/parameters/initialisers.ts";
import type { JaxArray } from "../../engine/jax.ts";
import type { LossFunction } from "../../engine/training-program.ts";
import { Generator } from "../../random/generator.ts";
import { key } from "../../random/key.ts";
import { caseLabel } from "./cases.ts";
import type { BenchCase, MlpCase, ProductCase, StepCase, TransformerCase } from "./cases.ts";

/** One step, ready to run again and again. */
export interface BenchProgram {
  step(): Promise<unknown>;
  dispose(): Promise<void>;
}

/** A case with its data, to be compiled for any runtime; all programs of a training case share its parameters. */
export interface BenchModel {
  compile(options: CompileOptions): Promise<BenchProgram>;
}

/** A training step that can also tell the loss and the size of its gradient without taking the step. */
export interface StepProgram extends BenchProgram {
  evaluate(): Promise<{ readonly loss: number; readonly gradientNorm: number }>;
}

/** A training case with its starting weights and its batch. */
export interface TrainingModel {
  readonly parameters: Parameters;
  readonly inputs: Readonly<Record<string, Data>>;
  compile(options: CompileOptions): Promise<StepProgram>;
}

export function benchModel(benchCase: BenchCase): BenchModel {
  return benchCase.kind === "product" ? productModel(benchCase) : trainingModel(benchCase);
}

export function trainingModel(stepCase: StepCase): TrainingModel {
  return stepCase.kind === "mlp" ? mlpModel(stepCase) : transformerModel(stepCase);
}

const seed = 1;

function productModel(benchCase: ProductCase): BenchModel {
  const { size } = benchCase;
  const generator = Generator.fromSeed(seed);
  const [a, b] = [new Float32Array(size * size), new Float32Array(size * size)];
  generator.fillNormal(a);
  generator.fillNormal(b);
  const inputs = { a: f32(size, size), b: f32(size, size) };
  return {
    async compile(options) {
      const program = await compile(
        caseLabel(benchCase),
        ({ a, b }) => ({ c: np.matmul(a, b) }),
        inputs,
        options,
      );
      return { step: () => program.run({ a, b }), dispose: () => program.dispose() };
    },
  };
}

function trained<T extends ParameterTree, const I extends Record<string, Spec>>(
  name: string,
  tree: T,
  specs: I,
  inputs: { readonly [K in keyof I]: Data },
  loss: LossFunction<T, I, never>,
): TrainingModel {
  const parameters = createParameters(tree, key(seed));
  const optimiser = new Adam(parameters, { rate: 1e-3 });
  return {
    parameters,
    inputs,
    async compile(options) {
      const setup = { parameters, optimiser, inputs: specs };
      const program = await compileTraining(name, loss, setup, options);
      return {
        step: () => program.step(inputs as never),
        async evaluate() {
          const { loss: value } = await program.evaluate(inputs as never);
          const squares = parameters.gradient.reduce((sum, g) => sum + g * g, 0);
          return { loss: value, gradientNorm: Math.sqrt(squares) };
        },
        dispose: () => program.dispose(),
      };
    },
  };
}

const affine = (inputs: number, outputs: number, initialise: Initialiser) => ({
  weight: parameter([inputs, outputs], initialise),
  bias: parameter([outputs], zeros),
});

const norm = (width: number) => ({ weight: parameter([width], ones), bias: parameter([width], zeros) });

type Affine = ArraysOf<ReturnType<typeof affine>>;

const dense = (x: JaxArray, { weight, bias }: Affine): JaxArray => np.matmul(x, weight).add(bias);

function layerNorm(x: JaxArray, { weight, bias }: Affine): JaxArray {
  const centred = x.ref.sub(np.mean(x, -1, { keepdims: true }));
  const variance = np.mean(np.square(centred.ref), -1, { keepdims: true });
  return centred
    .div(np.sqrt(variance.add(1e-5)))
    .mul(weight)
    .add(bias);
}

function crossEntropy(logits: JaxArray, classes: JaxArray): JaxArray {
  const count = logits.shape.at(-1)!;
  return np.mean(np.sum(nn.logSoftmax(logits).mul(nn.oneHot(classes, count)), -1)).mul(-1);
}

/** Numbered entries, as in a list of layers. */
const numbered = <T>(count: number, make: (index: number) => T): { readonly [index: string]: T } =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [String(i), make(i)]));

function mlpModel(stepCase: MlpCase): TrainingModel {
  const { rows, inputs, hidden, hiddenLayers, outputs } = stepCase;
  const widths = [inputs, ...Array.from({ length: hiddenLayers }, () => hidden), outputs];
  const tree = { layers: numbered(hiddenLayers + 1, (i) => affine(widths[i]!, widths[i + 1]!, heNormal)) };
  const generator = Generator.fromSeed(seed);
  const [x, y] = [new Float32Array(rows * inputs), new Int32Array(rows)];
  generator.fillNormal(x);
  generator.fillIntegers(y, outputs);
  const specs = { x: f32(rows, inputs), y: i32(rows) };
  return trained(caseLabel(stepCase), tree, specs, { x, y }, ({ layers }, { x, y }) => {
    let h = x;
    for (let i = 0; i < hiddenLayers; i++) h = nn.relu(dense(h, layers[i]!));
    return { loss: crossEntropy(dense(h, layers[hiddenLayers]!), y) };
  });
}

const block = ({ width, feedForward }: TransformerCase) => ({
  norm1: norm(width),
  qkv: affine(width, 3 * width, glorotUniform),
  out: affine(width, width, glorotUniform),
  norm2: norm(width),
  up: affine(width, feedForward, heNormal),
  down: affine(feedForward, width, glorotUniform),
});

function attention(
  rows: JaxArray,
  p: ArraysOf<ReturnType<typeof block>>,
  { sequences, length, width, heads }: TransformerCase,
): JaxArray {
  const size = width / heads;
  const qkv = dense(rows, p.qkv).reshape([sequences, length, 3, heads, size]);
  const [q, k, v] = np
    .split(qkv, 3, 2)
    .map((part) => part.reshape([sequences, length, heads, size]).transpose([0, 2, 1, 3]));
  const mask = np
    .tril(np.ones([length, length]))
    .sub(1)
    .mul(1e9);
  const scores = np
    .matmul(q!, k!.transpose([0, 1, 3, 2]))
    .mul(1 / Math.sqrt(size))
    .add(mask);
  const mixed = np.matmul(nn.softmax(scores, -1), v!).transpose([0, 2, 1, 3]);
  return dense(mixed.reshape([sequences * length, width]), p.out);
}

function transformerModel(stepCase: TransformerCase): TrainingModel {
  const { sequences, length, width, layers: depth, vocabulary } = stepCase;
  const tokens = sequences * length;
  const tree = {
    embedding: { weight: parameter([vocabulary, width], normal(1)) },
    positions: parameter([length, width], normal(0.02)),
    layers: numbered(depth, () => block(stepCase)),
    norm: norm(width),
    head: affine(width, vocabulary, glorotUniform),
  };
  const generator = Generator.fromSeed(seed);
  const [x, y] = [new Int32Array(tokens), new Int32Array(tokens)];
  generator.fillIntegers(x, vocabulary);
  generator.fillIntegers(y, vocabulary);
  const specs = { x: i32(tokens), y: i32(tokens) };
  return trained(caseLabel(stepCase), tree, specs, { x, y }, (p, { x, y }) => {
    const embedded = np.take(p.embedding.weight, x, 0).reshape([sequences, length, width]);
    let h = embedded.add(p.positions).reshape([tokens, width]);
    for (let i = 0; i < depth; i++) {
      const layer = p.layers[i]!;
      h = h.ref.add(attention(layerNorm(h, layer.norm1), layer, stepCase));
      h = h.ref.add(dense(nn.relu(dense(layerNorm(h, layer.norm2), layer.up)), layer.down));
    }
    return { loss: crossEntropy(dense(layerNorm(h, p.norm), p.head), y) };
  });
}
