import { describe, expect, test } from "vitest";
import { createParameters } from "../engine/parameters/parameters.ts";
import { f32, i32 } from "../engine/spec.ts";
import { compileWithParameters } from "../engine/parameter-program.ts";
import type { Parameters } from "../engine/parameters/parameters.ts";
import { WindageError } from "../error.ts";
import { Generator } from "../random/generator.ts";
import { key } from "../random/key.ts";
import { dynamicsModel } from "./dynamics.ts";
import type { Model, ModelShape } from "./model.ts";
import { memoryModel, mlpModel, tableModel } from "./state-models.ts";

const shape: ModelShape = {
  featureCount: 5,
  actionCount: 3,
  backwardCount: 4,
  outcomeCount: 2,
  stateCount: 7,
};
const rows = 4;
const features = Float32Array.from({ length: rows * shape.featureCount }, (_, i) => Math.sin(i));
const index = Int32Array.of(6, 0, 3, 3);

const data = { features, index, tokens: Int32Array.of(2, 2, 2, 0, 2, 2, 1, 1, 2, 0, 1, 1) };
const specs = { features: f32(rows, shape.featureCount), index: i32(rows), tokens: i32(rows, 3) };

/** Fills all parameters with numbers that can be told apart. */
function scramble(parameters: Parameters): void {
  Generator.fromSeed(1).fillNormal(parameters.values);
}

async function outputsOf(model: Model, parameters: Parameters): Promise<Record<string, Float32Array>> {
  const program = await compileWithParameters(
    model.name,
    (arrays, given) => model.apply(arrays["policy"] as never, given) as never,
    {
      parameters,
      inputs: Object.fromEntries(model.reads.map((input) => [input, specs[input as keyof typeof specs]])),
    },
  );
  const results = await program.run(
    Object.fromEntries(model.reads.map((input) => [input, data[input as keyof typeof data]])),
  );
  const copies = Object.fromEntries(Object.entries(results).map(([name, data]) => [name, data.slice()]));
  await program.dispose();
  return copies as Record<string, Float32Array>;
}

const parametersOf = (model: Model): Parameters => createParameters({ policy: model.tree }, key(3));

const close = (got: ArrayLike<number>, expected: ArrayLike<number>): void => {
  expect(got.length).toBe(expected.length);
  for (let i = 0; i < got.length; i++) expect(got[i]).toBeCloseTo(expected[i]!, 4);
};

/** A perceptron by loops. */
function mlpByLoops(parameters: Parameters, layers: number): number[][] {
  return Array.from({ length: rows }, (_, row) => {
    let x = [...features.subarray(row * shape.featureCount, (row + 1) * shape.featureCount)];
    for (let layer = 0; layer <= layers; layer++) {
      const weight = parameters.get(`policy/mlp/layer${layer}/weight`);
      const bias = parameters.get(`policy/mlp/layer${layer}/bias`);
      x = [...bias].map((b, out) =>
        x.reduce((sum, value, i) => sum + value * weight[i * bias.length + out]!, b),
      );
      if (layer < layers) x = x.map((value) => Math.max(value, 0));
    }
    return x;
  });
}

/** What the heads should be, given the joint output of every row. */
function headsByLoops(joint: readonly (readonly number[])[]): Record<string, number[]> {
  return {
    policy: joint.flatMap((row) => row.slice(0, 3)),
    backward: joint.flatMap((row) => row.slice(3, 7)),
    logFlow: joint.map((row) => row[7]!),
  };
}

const tableRows = (parameters: Parameters): number[][] =>
  Array.from(index, (state) =>
    Array.from(parameters.get("policy/table").subarray(state * 8, (state + 1) * 8)),
  );

describe("models of states", () => {
  test.each([1, 2, 3])("mlp with %d hidden layers equals loops", async (layers) => {
    const model: Model = mlpModel(shape, { hidden: 6, layers });
    const parameters = parametersOf(model);
    scramble(parameters);
    const got = await outputsOf(model, parameters);
    const expected = headsByLoops(mlpByLoops(parameters, layers));
    for (const [name, values] of Object.entries(expected)) close(got[name]!, values);
  });

  test("table looks rows up", async () => {
    const model: Model = tableModel(shape);
    const parameters = parametersOf(model);
    scramble(parameters);
    const got = await outputsOf(model, parameters);
    for (const [name, values] of Object.entries(headsByLoops(tableRows(parameters))))
      close(got[name]!, values);
  });

  test("memory adds perceptron and table", async () => {
    const model: Model = memoryModel(shape, { hidden: 6, layers: 2 });
    const parameters = parametersOf(model);
    scramble(parameters);
    const remembered = tableRows(parameters);
    const sum = mlpByLoops(parameters, 2).map((row, r) => row.map((value, i) => value + remembered[r]![i]!));
    const got = await outputsOf(model, parameters);
    for (const [name, values] of Object.entries(headsByLoops(sum))) close(got[name]!, values);
  });

  test("a starting flow is added to log F and to nothing else", async () => {
    const flowStart = Float32Array.of(1, -2, 3, 0.5);
    const sequences = { ...shape, featureCount: 10, sequence: { letters: 2, length: 3, stops: false } };
    for (const make of [tableModel, mlpModel, memoryModel]) {
      const plain: Model = make(sequences);
      const started: Model = make({ ...sequences, flowStart });
      const [a, b] = [parametersOf(plain), parametersOf(started)];
      scramble(a);
      scramble(b);
      const [without, with_] = [await outputsOf(plain, a), await outputsOf(started, b)];
      // Tokens below the pad, 2: none, one, two and three of them.
      const extra = flowStart;
      close(with_["policy"]!, without["policy"]!);
      close(with_["backward"]!, without["backward"]!);
      close(
        with_["logFlow"]!,
        without["logFlow"]!.map((flow, row) => flow + extra[row]!),
      );
    }
  });

  test("without ways in there is no backward head", async () => {
    const model: Model = tableModel({ ...shape, backwardCount: 0 });
    expect(model.heads).toEqual(["policy", "flow"]);
    expect(Object.keys(await outputsOf(model, parametersOf(model))).sort()).toEqual(["logFlow", "policy"]);
    expect(mlpModel(shape).heads).toEqual(["policy", "backward", "flow"]);
  });

  test("starts from a policy that is nearly uniform", async () => {
    const model: Model = mlpModel(shape);
    const { policy } = await outputsOf(model, parametersOf(model));
    for (const logit of policy!) expect(Math.abs(logit)).toBeLessThan(0.5);
  });

  test("table and memory refuse states without numbers", () => {
    const { stateCount: _, ...unnumbered } = shape;
    for (const make of [tableModel, memoryModel]) {
      expect(() => make(unnumbered)).toThrow(WindageError);
      expect(() => make(unnumbered)).toThrow(/use the mlp model/);
    }
  });
});

describe("dynamics", () => {
  test("equals loops over every intention and outcome", async () => {
    const hidden = 6;
    const model = dynamicsModel(shape, { hidden });
    const parameters: Parameters = createParameters({ dynamics: model.tree }, key(3));
    scramble(parameters);
    const program = await compileWithParameters(
      "dynamics",
      (arrays, given) => ({
        logits: model.apply(arrays["dynamics"] as never, { features: given.states }),
      }),
      { parameters, inputs: { states: f32(rows, shape.featureCount) } },
    );
    const { logits } = await program.run({ states: features });
    const part = (name: string): Float32Array => parameters.get(`dynamics/${name}`);
    const expected: number[] = [];
    for (let row = 0; row < rows; row++) {
      for (let action = 0; action < shape.actionCount; action++) {
        const units = Array.from({ length: hidden }, (_, unit) => {
          let sum = part("state/bias")[unit]! + part("intention")[action * hidden + unit]!;
          for (let f = 0; f < 5; f++)
            sum += features[row * 5 + f]! * part("state/weight")[f * hidden + unit]!;
          return Math.max(sum, 0);
        });
        for (let outcome = 0; outcome < shape.outcomeCount; outcome++) {
          const direct = part("direct")[action * 2 + outcome]! + part("outcome/bias")[outcome]!;
          expected.push(
            units.reduce((sum, u, i) => sum + u * part("outcome/weight")[i * 2 + outcome]!, direct),
          );
        }
      }
    }
    close(logits, expected);
    await program.dispose();
  });
});
