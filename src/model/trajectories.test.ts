/**
 * Four ways to the same answer: features of a state times weights, tokens of a state, whole trajectories at once, and
 * step by step with a cache. Every model has to say the same of a state whichever way it is asked.
 */
import { describe, expect, test } from "vitest";
import { createParameters } from "../engine/parameters/parameters.ts";
import { f32, i32 } from "../engine/spec.ts";
import { compileWithParameters } from "../engine/parameter-program.ts";
import type { Data, Spec } from "../engine/spec.ts";
import type { JaxArray } from "../engine/jax.ts";
import type { Parameters } from "../engine/parameters/parameters.ts";
import { sequenceEnvironment } from "../environment/sequence/sequence.ts";
import type { SequenceState } from "../environment/sequence/sequence.ts";
import type { ContextSpec } from "../landscape/context.ts";
import { Generator } from "../random/generator.ts";
import { key } from "../random/key.ts";
import { dynamicsModel } from "./dynamics.ts";
import { kmerModel } from "./kmer-model.ts";
import type { Model, ModelInputs, ModelShape, StateInput } from "./model.ts";
import { spectrumModel } from "./spectrum-model.ts";
import { memoryModel, mlpModel, tableModel } from "./state-models.ts";

const trajectories = 4;
const length = 4;

function worldOf(stops: boolean, context?: ContextSpec) {
  const environment = stops
    ? sequenceEnvironment({ alphabet: "ABC", minLength: 1, maxLength: length })
    : sequenceEnvironment({ alphabet: "ABC", length });
  const shape: ModelShape = {
    featureCount: environment.featureCount,
    actionCount: environment.actionCount,
    outcomeCount: environment.outcomeCount,
    backwardCount: 2,
    stateCount: environment.enumeration!.stateCount,
    sequence: { letters: 3, length, stops },
    ...(context ? { context } : {}),
    ...(stops ? {} : { flowStart: Float32Array.of(4, 3, 2, 1, 0) }),
  };
  const outcomes = stops
    ? [
        [2, 0, 1, 1],
        [0, 3],
        [1, 2, 3],
        [2, 2, 0, 2],
      ]
    : [
        [2, 0, 1, 1],
        [0, 1, 2, 0],
        [1, 2, 2, 2],
        [2, 2, 0, 2],
      ];
  const pad = environment.outcomeCount;
  // States of each trajectory, the last one repeated past its end.
  const states = outcomes.map((steps) => {
    let state: SequenceState = environment.initial;
    const visited = [state];
    for (const outcome of steps) visited.push((state = environment.next(state, outcome)));
    while (visited.length <= length) visited.push(state);
    return visited;
  });
  return { environment, shape, outcomes, states, pad };
}

type World = ReturnType<typeof worldOf>;

/** All states by row t·B + b. */
const rowsOf = ({ states }: World): SequenceState[] =>
  Array.from({ length: (length + 1) * trajectories }, (_, row) => {
    return states[row % trajectories]![Math.floor(row / trajectories)]!;
  });

/** A condition per trajectory, by its kind. */
function conditions(spec: ContextSpec): { readonly data: Data; readonly specOf: (rows: number) => Spec } {
  switch (spec.kind) {
    case "category":
      return { data: Int32Array.of(0, 1, 1, 0), specOf: (rows) => i32(rows) };
    case "vector":
      return { data: Float32Array.of(0.5, -1, 2, 0, 1, 1, -2, 0.3), specOf: (rows) => f32(rows, 2) };
    case "category+vector":
      return { data: Float32Array.of(0, 0.5, 1, -1, 1, 2, 0, 0.3), specOf: (rows) => f32(rows, 2) };
    case "tokens":
      return { data: Int32Array.of(0, 2, 1, 1, 2, 2, 0, 0), specOf: (rows) => i32(rows, 2) };
  }
}

interface Given {
  readonly specs: Record<string, Spec>;
  readonly data: Record<string, Data>;
}

/** Every state on its own. */
function asStates(world: World, reads: readonly StateInput[]): Given {
  const { environment, shape } = world;
  const rows = rowsOf(world);
  const features = new Float32Array(rows.length * environment.featureCount);
  const tokens = new Int32Array(rows.length * length);
  rows.forEach((state, row) => {
    environment.encode(state, features, row * environment.featureCount);
    environment.tokens!.write(state, tokens, row * length);
  });
  const index = Int32Array.from(rows, (state) => environment.enumeration!.indexOf(state));
  const all: Record<string, readonly [Spec, Data]> = {
    features: [f32(rows.length, environment.featureCount), features],
    index: [i32(rows.length), index],
    tokens: [i32(rows.length, length), tokens],
  };
  if (shape.context) {
    const { data, specOf } = conditions(shape.context);
    const width = data.length / trajectories;
    const repeated =
      data.constructor === Float32Array
        ? new Float32Array(rows.length * width)
        : new Int32Array(rows.length * width);
    for (let at = 0; at < repeated.length; at += data.length) repeated.set(data, at);
    all["context"] = [specOf(rows.length), repeated];
  }
  return {
    specs: Object.fromEntries(reads.map((name) => [name, all[name]![0]])),
    data: Object.fromEntries(reads.map((name) => [name, all[name]![1]])),
  };
}

/** All trajectories at once. */
function asTrajectories(world: World, reads: readonly StateInput[]): Given {
  const { shape, outcomes, pad } = world;
  const tokens = Int32Array.from({ length: length * trajectories }, (_, at) => {
    return outcomes[at % trajectories]![Math.floor(at / trajectories)] ?? pad;
  });
  const { specs, data } = asStates(world, ["index"]);
  const context = shape.context && conditions(shape.context);
  const all: Record<string, readonly [Spec, Data]> = {
    index: [specs["index"]!, data["index"]!],
    tokens: [i32(length, trajectories), tokens],
    ...(context ? { context: [context.specOf(trajectories), context.data] as const } : {}),
  };
  return {
    specs: Object.fromEntries(reads.map((name) => [name, all[name]![0]])),
    data: Object.fromEntries(reads.map((name) => [name, all[name]![1]])),
  };
}

async function ask(
  parameters: Parameters,
  { specs, data }: Given,
  answer: (arrays: unknown, inputs: ModelInputs) => Record<string, never>,
  more: Partial<ModelInputs> = {},
): Promise<Record<string, number[]>> {
  const program = await compileWithParameters(
    "asked",
    (arrays, given) => answer(arrays, { ...given, ...more }),
    { parameters, inputs: specs },
  );
  const results = await program.run(data);
  const copies = Object.entries(results).map(([name, values]) => [name, [...(values as Float32Array)]]);
  await program.dispose();
  return Object.fromEntries(copies) as Record<string, number[]>;
}

const whole = { levels: length + 1, size: trajectories };
const headsOf = (model: Model) => (arrays: unknown, inputs: ModelInputs) =>
  model.apply(arrays as never, inputs) as never;

function scrambled(tree: Model["tree"]): Parameters {
  const parameters = createParameters(tree, key(3));
  Generator.fromSeed(1).fillNormal(parameters.values);
  return parameters;
}

function expectClose(got: Record<string, number[]>, expected: Record<string, number[]>): void {
  expect(Object.keys(got).sort()).toEqual(Object.keys(expected).sort());
  for (const [name, values] of Object.entries(expected)) {
    expect(got[name]!.length).toBe(values.length);
    values.forEach((value, i) => expect(got[name]![i], `${name}[${i}]`).toBeCloseTo(value, 4));
  }
}

/** The heads at each step of roll-outs, by row t·B + b, for the steps that are asked about in roll-outs. */
async function bySteps(model: Model, parameters: Parameters, world: World): Promise<number[][]> {
  const { outcomes, pad, shape } = world;
  const stepwise = model.stepwise!;
  const context = shape.context && conditions(shape.context);
  const index = asStates(world, ["index"]).data["index"]!;
  const perTrajectory = (): Given => ({
    specs: context ? { context: context.specOf(trajectories) } : {},
    data: context ? { context: context.data } : {},
  });
  const run = async (
    given: Given,
    fn: (arrays: never, inputs: Record<string, JaxArray>) => Record<string, JaxArray>,
  ): Promise<Record<string, Data>> => {
    const program = await compileWithParameters("step", (arrays, inputs) => fn(arrays as never, inputs), {
      parameters,
      inputs: given.specs,
    });
    const results = await program.run(given.data);
    const copies = Object.fromEntries(Object.entries(results).map(([name, data]) => [name, data.slice()]));
    await program.dispose();
    return copies;
  };
  const shapes: Record<string, Spec> = {};
  const arraysOf = (prefix: string, inputs: Record<string, JaxArray>): Record<string, JaxArray> =>
    Object.fromEntries(
      Object.keys(shapes)
        .filter((name) => name.startsWith(prefix))
        .map((name) => [name.slice(prefix.length), inputs[name]!]),
    );
  const prefixed = (prefix: string, arrays: Readonly<Record<string, JaxArray>>): Record<string, JaxArray> =>
    Object.fromEntries(
      Object.entries(arrays).map(([name, array]) => {
        shapes[prefix + name] = f32(...array.shape);
        return [prefix + name, array];
      }),
    );
  const carried = await run(perTrajectory(), (arrays, { context: z }) => {
    const begun = stepwise.begin(arrays, { rows: trajectories, ...(z ? { context: z } : {}) });
    return { ...prefixed("fixed:", begun.fixed), ...prefixed("cache:", begun.cache) };
  });
  const answers: number[][] = [];
  for (let t = 0; t < length; t++) {
    const token = Int32Array.from(outcomes, (steps) => (t === 0 ? pad : (steps[t - 1] ?? pad)));
    const here = index.slice(t * trajectories, (t + 1) * trajectories);
    const { specs, data } = perTrajectory();
    const readsIndex = model.reads.includes("index");
    const results = await run(
      {
        specs: {
          ...specs,
          ...shapes,
          step: i32(1),
          token: i32(trajectories),
          thought: i32(trajectories),
          ...(readsIndex ? { index: i32(trajectories) } : {}),
        },
        data: {
          ...data,
          ...carried,
          step: Int32Array.of(t),
          token,
          thought: token,
          ...(readsIndex ? { index: here } : {}),
        },
      },
      (arrays, inputs) => {
        const fixed = arraysOf("fixed:", inputs);
        const cache = arraysOf("cache:", inputs);
        const stepped = stepwise.step(arrays, { ...inputs, fixed, cache } as never);
        const { policy, logFlow } = stepped.heads;
        return { policy, logFlow, ...prefixed("cache:", stepped.cache) };
      },
    );
    const { policy, logFlow, ...next } = results;
    Object.assign(carried, next);
    const width = policy!.length / trajectories;
    outcomes.forEach((steps, b) => {
      if (t >= steps.length) return;
      answers[t * trajectories + b] = [...policy!.slice(b * width, (b + 1) * width), logFlow![b]!];
    });
  }
  return answers;
}

const contexts: readonly (readonly [string, ContextSpec | undefined])[] = [
  ["without a condition", undefined],
  ["under a category", { kind: "category", count: 2 }],
  ["under a vector", { kind: "vector", size: 2 }],
  [
    "under a vector with bounds",
    {
      kind: "vector",
      size: 2,
      bounds: [
        [-2, 2],
        [-1, 1],
      ],
    },
  ],
  ["under a category and a number", { kind: "category+vector", count: 2, size: 1, bounds: [[-1, 2]] }],
  ["under tokens", { kind: "tokens", vocabulary: 2, maxLength: 2 }],
];

describe.each([false, true])("sequences that may stop: %s", (stops) => {
  describe.each(contexts)("%s", (_name, context) => {
    const world = worldOf(stops, context);
    const makers: Record<string, (shape: ModelShape) => Model> = {
      mlp: (shape) => mlpModel(shape, { hidden: 5, layers: 2 }),
      memory: (shape) => memoryModel(shape, { hidden: 5, layers: 1 }),
      kmer: (shape) => kmerModel(shape, { hidden: 5, layers: 1, kmer: 2 }),
      spectrum: (shape) => spectrumModel(shape, { hidden: 5, layers: 1, kmer: 2 }),
      ...(context?.kind === "tokens" ? {} : { table: tableModel }),
    };

    test.each(Object.entries(makers))("%s", async (name, make) => {
      const model = make(world.shape);
      const parameters = scrambled(model.tree);
      const alone = await ask(parameters, asStates(world, model.reads), headsOf(model));
      expectClose(await ask(parameters, asTrajectories(world, model.reads), headsOf(model), whole), alone);
      if (name === "mlp" || name === "memory") {
        // The dense form of the same weights; flows that start from lengths have none.
        const { sequence: _sequence, flowStart: _flowStart, ...dense } = world.shape;
        const byFeatures = make(dense);
        const features = await ask(parameters, asStates(world, byFeatures.reads), headsOf(byFeatures));
        expectClose({ policy: features["policy"]! }, { policy: alone["policy"]! });
      }
      if (!model.stepwise) return;
      const width = world.shape.actionCount;
      (await bySteps(model, parameters, world)).forEach((answer, row) => {
        const expected = [...alone["policy"]!.slice(row * width, (row + 1) * width), alone["logFlow"]![row]!];
        answer.forEach((value, i) => expect(value, `row ${row}`).toBeCloseTo(expected[i]!, 4));
      });
    });

    test("dynamics", async () => {
      const model = dynamicsModel(world.shape, { hidden: 5 });
      const parameters = scrambled(model.tree);
      const answer = (arrays: unknown, inputs: ModelInputs) =>
        ({ logits: model.apply(arrays as never, inputs) }) as never;
      const alone = await ask(parameters, asStates(world, model.reads), answer);
      expectClose(await ask(parameters, asTrajectories(world, model.reads), answer, whole), alone);
    });
  });
});
