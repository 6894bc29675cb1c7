/** The transformer as a model: trajectories, single states and single steps must say the same of the same states. */
import { describe, expect, test } from "vitest";
import { createParameters } from "../../engine/parameters/parameters.ts";
import { f32, i32 } from "../../engine/spec.ts";
import { compileWithParameters } from "../../engine/parameter-program.ts";
import type { Data, Spec } from "../../engine/spec.ts";
import type { JaxArray } from "../../engine/jax.ts";
import type { Parameters } from "../../engine/parameters/parameters.ts";
import { WindageError } from "../../error.ts";
import type { ContextSpec } from "../../landscape/context.ts";
import { Generator } from "../../random/generator.ts";
import { key } from "../../random/key.ts";
import type { HeadOutputs, ModelShape, StepInputs } from "../model.ts";
import { thoughtEncoder, thoughtKinds } from "../thoughts/thought-encoder.ts";
import type { ThoughtKind } from "../thoughts/thought-encoder.ts";
import { withPosition } from "./cache-update.ts";
import { transformerModel } from "./transformer-model.ts";
import type { TransformerModelTree } from "./transformer-model.ts";

const length = 4;
const batch = 3;
const pad = 3;
const small = { layers: 2, width: 8, heads: 2 } as const;
const base: ModelShape = {
  featureCount: 1,
  actionCount: 3,
  outcomeCount: 3,
  backwardCount: 2,
  sequence: { letters: 3, length, stops: false },
  flowStart: Float32Array.of(5, 4, 3, 2, 1),
};
/** Outcomes c_t of each trajectory, [T, B]. */
const outcomes = Int32Array.of(0, 2, 1, 1, 1, 0, 2, 0, 0, 1, 2, 2);
/** Intentions a_t, likewise. */
const intentions = Int32Array.of(0, 2, 2, 1, 0, 0, 2, 0, 1, 1, 1, 2);

type Named = Record<string, Float32Array>;

async function asked(
  parameters: Parameters<TransformerModelTree>,
  apply: (arrays: never, given: never) => Readonly<Record<string, JaxArray>>,
  inputs: Readonly<Record<string, Spec>>,
  data: Readonly<Record<string, Data>>,
): Promise<Named> {
  const program = await compileWithParameters("ask", apply as never, { parameters, inputs });
  const results: Readonly<Record<string, Data>> = await program.run(data);
  const copies = Object.fromEntries(Object.entries(results).map(([name, value]) => [name, value.slice()]));
  await program.dispose();
  return copies as Named;
}

const named = ({ policy, backward, logFlow }: HeadOutputs): Record<string, JaxArray> => ({
  policy,
  backward: backward!,
  logFlow,
});

/** What the model says of all states of the trajectories, asked in its three ways; rows t·B + b. */
async function threeWays(context?: ContextSpec, contextData?: Data, tokens = outcomes, kind?: ThoughtKind) {
  const shape: ModelShape = context ? { ...base, context } : base;
  const thoughts = kind && thoughtEncoder(shape, length, { kind, width: 4 });
  const model = transformerModel(shape, { ...small, thoughts });
  const parameters = createParameters(model.tree, key(4));
  const moved = new Float32Array(parameters.size);
  Generator.fromSeed(2).fillNormal(moved);
  parameters.values.forEach((value, i) => (parameters.values[i] = value + 0.3 * moved[i]!));
  const contextSpec = (rows: number): Record<string, Spec> =>
    context?.kind === "category"
      ? { context: i32(rows) }
      : context?.kind === "vector"
        ? { context: f32(rows, context.size) }
        : {};
  const given = contextData ? { context: contextData } : {};
  const levels = length + 1;

  const trajectories = await asked(
    parameters,
    (arrays, inputs) => named(model.apply(arrays, { ...(inputs as object), levels, size: batch })),
    { tokens: i32(length, batch), ...(kind ? { thoughts: i32(length, batch) } : {}), ...contextSpec(batch) },
    { tokens, ...(kind ? { thoughts: intentions } : {}), ...given },
  );

  const rows = levels * batch;
  const prefixesOf = (steps: Int32Array): Int32Array =>
    Int32Array.from({ length: rows * length }, (_, i) => {
      const [row, j] = [Math.floor(i / length), i % length];
      return j < Math.floor(row / batch) ? steps[j * batch + (row % batch)]! : pad;
    });
  const repeated = contextData ? { context: repeat(contextData, levels) } : {};
  const states = await asked(
    parameters,
    (arrays, inputs) => named(model.apply(arrays, inputs)),
    { tokens: i32(rows, length), ...(kind ? { thoughts: i32(rows, length) } : {}), ...contextSpec(rows) },
    { tokens: prefixesOf(tokens), ...(kind ? { thoughts: prefixesOf(intentions) } : {}), ...repeated },
  );

  const stepwise = model.stepwise!;
  let cache: Record<string, Data> = await asked(
    parameters,
    (arrays, inputs) => {
      const begun = stepwise.begin(arrays, { ...(inputs as object), rows: batch });
      return { ...begun.fixed, ...begun.cache };
    },
    contextSpec(batch),
    given,
  );
  for (const [name, shape] of Object.entries(stepwise.grows!(batch))) {
    cache[name] = new Float32Array(shape.reduce((size, dim) => size * dim, length + 1));
  }
  const cacheSpecs = Object.fromEntries(
    Object.entries(cache).map(([name, data]) => [name, f32(data.length)]),
  );
  const ofBlock = [batch, 2, length + 1, 4];
  const shapes: Record<string, number[]> = {
    condition: [batch, 8],
    keys0: ofBlock,
    values0: ofBlock,
    keys1: ofBlock,
    values1: ofBlock,
    thoughts: kind === "transformer" ? [2, batch, 2, length + 1, 2] : [batch, -1],
  };
  const stepped: Named = {};
  const lastOf = (steps: Int32Array, t: number): Int32Array =>
    t === 0 ? new Int32Array(batch).fill(pad) : steps.slice((t - 1) * batch, t * batch);
  for (let t = 0; t < levels; t++) {
    const out = await asked(
      parameters,
      (arrays, inputs) => {
        const all = inputs as Readonly<Record<string, JaxArray>>;
        const carried = Object.fromEntries(
          Object.keys(cacheSpecs).map((name) => [name, all[name]!.reshape(shapes[name]!)]),
        );
        const { condition, ...kept } = carried;
        const { token, thought, step, context: z } = all;
        const taken: StepInputs = {
          token: token!,
          thought: thought!,
          step: step!,
          fixed: condition ? { condition } : {},
          cache: kept,
          ...(z ? { context: z } : {}),
        };
        const answer = stepwise.step(arrays, taken);
        // What a roll-out does outside of the program: the new rows take their place among the earlier ones.
        const grown = Object.entries(answer.rows!).map(
          ([name, rows]) => [name, withPosition(kept[name]!, rows, step!.ref)] as const,
        );
        return { ...named(answer.heads), ...answer.cache, ...Object.fromEntries(grown) };
      },
      { token: i32(batch), thought: i32(batch), step: i32(1), ...cacheSpecs, ...contextSpec(batch) },
      {
        token: lastOf(tokens, t),
        thought: lastOf(intentions, t),
        step: Int32Array.of(t),
        ...cache,
        ...given,
      },
    );
    cache = Object.fromEntries(Object.keys(cache).map((name) => [name, out[name] ?? cache[name]!]));
    for (const name of ["policy", "backward", "logFlow"]) {
      stepped[name] = Float32Array.of(...(stepped[name] ?? []), ...out[name]!);
    }
  }
  return { trajectories, states, stepped };
}

function repeat(data: Data, times: number): Data {
  const values = Array.from({ length: times }, () => Array.from(data)).flat();
  return data instanceof Int32Array ? Int32Array.from(values) : Float32Array.from(values);
}

function expectClose(got: Named, expected: Named): void {
  for (const name of ["policy", "backward", "logFlow"]) {
    expect(got[name]!.length).toBe(expected[name]!.length);
    for (const [i, value] of expected[name]!.entries()) expect(got[name]![i]).toBeCloseTo(value, 4);
  }
}

describe("transformerModel", () => {
  test.each([
    ["no condition", undefined, undefined],
    ["a category", { kind: "category", count: 2 } as const, Int32Array.of(0, 1, 1)],
    ["a vector", { kind: "vector", size: 2 } as const, Float32Array.of(1, -1, 0.5, 2, 0, 3)],
  ])("says the same by trajectories, states and steps: %s", async (_, context, data) => {
    const { trajectories, states, stepped } = await threeWays(context, data);
    expect(trajectories["policy"]!.length).toBe((length + 1) * batch * 3);
    expectClose(states, trajectories);
    expectClose(stepped, trajectories);
  });

  test.each(thoughtKinds)("says the same three ways with %s thoughts, which matter", async (kind) => {
    const { trajectories, states, stepped } = await threeWays(undefined, undefined, outcomes, kind);
    expectClose(states, trajectories);
    expectClose(stepped, trajectories);
    expect(trajectories["policy"]).not.toEqual((await threeWays())["trajectories"]["policy"]);
  });

  test("a condition matters from the first state on", async () => {
    const context = { kind: "category", count: 2 } as const;
    const [one, other] = [
      await threeWays(context, Int32Array.of(0, 0, 0)),
      await threeWays(context, Int32Array.of(0, 1, 0)),
    ];
    const at = (named: Named, row: number): Float32Array => named["policy"]!.subarray(row * 3, row * 3 + 3);
    expect(at(other.trajectories, 0)).toEqual(at(one.trajectories, 0));
    expect(at(other.trajectories, 1)).not.toEqual(at(one.trajectories, 1));
  });

  test("what comes later changes nothing, to the bit", async () => {
    const { trajectories } = await threeWays();
    const changed = await threeWays(
      undefined,
      undefined,
      outcomes.map((token, i) => (i >= 2 * batch ? 2 - token : token)),
    );
    const before = 3 * batch;
    for (const [name, width] of [
      ["policy", 3],
      ["backward", 2],
      ["logFlow", 1],
    ] as const) {
      expect(changed.trajectories[name]!.subarray(0, before * width)).toEqual(
        trajectories[name]!.subarray(0, before * width),
      );
    }
    expect(changed.trajectories["policy"]).not.toEqual(trajectories["policy"]);
  });

  test("needs tokens", () => {
    const { sequence: _, flowStart: __, ...shape } = base;
    expect(() => transformerModel(shape)).toThrow(WindageError);
    expect(() => transformerModel(shape)).toThrow(/use the mlp model/);
  });
});
