/** Encoders of thoughts: trajectories, states and steps agree, nothing leaks from the future, order matters where it should. */
import { describe, expect, test } from "vitest";
import { compile } from "../../engine/program.ts";
import { createParameters } from "../../engine/parameters/parameters.ts";
import { f32, i32 } from "../../engine/spec.ts";
import { compileWithParameters } from "../../engine/parameter-program.ts";
import { Generator } from "../../random/generator.ts";
import { key } from "../../random/key.ts";
import { thoughtEncoder, thoughtKinds } from "./thought-encoder.ts";
import type { ThoughtKind, ThoughtOptions } from "./thought-encoder.ts";

const actions = 3;
const [length, batch, levels, width] = [4, 2, 5, 6];
/** Intentions [T, B]; the second trajectory ends after three steps. */
const thoughts = Int32Array.of(0, 2, 1, 2, 2, 0, 1, actions);

async function threeWays(kind: ThoughtKind, given = thoughts, size: Partial<ThoughtOptions> = {}) {
  const encoder = thoughtEncoder({ actionCount: actions }, length, { kind, width, ...size });
  const parameters = createParameters({ thoughts: encoder.tree }, key(1));
  const moved = new Float32Array(parameters.size);
  Generator.fromSeed(3).fillNormal(moved);
  parameters.values.forEach((value, i) => (parameters.values[i] = value + 0.2 * moved[i]!));
  const whole = await compileWithParameters(
    "trajectories",
    (arrays, { thoughts }) => ({ rows: encoder.encode(arrays.thoughts, { thoughts, levels, size: batch }) }),
    { parameters, inputs: { thoughts: i32(length, batch) } },
  );
  const trajectories = (await whole.run({ thoughts: given })).rows.slice() as Float32Array;
  await whole.dispose();
  const prefixes = Int32Array.from({ length: levels * batch * length }, (_, i) => {
    const [row, j] = [Math.floor(i / length), i % length];
    return j < Math.floor(row / batch) ? given[j * batch + (row % batch)]! : actions;
  });
  const single = await compileWithParameters(
    "states",
    (arrays, inputs) => ({ rows: encoder.encode(arrays.thoughts, inputs) }),
    { parameters, inputs: { thoughts: i32(levels * batch, length) } },
  );
  const states = (await single.run({ thoughts: prefixes })).rows.slice() as Float32Array;
  await single.dispose();
  const beginning = await compile("begin", () => ({ cache: encoder.begin(batch) }), {});
  const stepping = await compileWithParameters(
    "steps",
    (arrays, inputs) => encoder.step(arrays.thoughts, inputs),
    {
      parameters,
      inputs: {
        thought: i32(batch),
        token: i32(batch),
        step: i32(1),
        cache: f32(...beginning.outputs.cache.shape),
      },
    },
  );
  let cache = (await beginning.run({})).cache.slice() as Float32Array<ArrayBuffer>;
  await beginning.dispose();
  const stepped: number[] = [];
  for (let t = 0; t < levels; t++) {
    const thought = t === 0 ? new Int32Array(batch).fill(actions) : given.slice((t - 1) * batch, t * batch);
    const out = await stepping.run({ thought, token: thought, step: Int32Array.of(t), cache });
    stepped.push(...out.row);
    cache = out.cache.slice() as Float32Array<ArrayBuffer>;
  }
  await stepping.dispose();
  return { trajectories, states, stepped };
}

/** Rows that belong to states that were reached: the second trajectory has no state s_4. */
const reached = (row: number): boolean => row !== 4 * batch + 1;

describe.each(thoughtKinds)("%s", (kind) => {
  test("trajectories, states and steps say the same", async () => {
    const { trajectories, states, stepped } = await threeWays(kind);
    expect(trajectories.length).toBe(levels * batch * width);
    for (const [i, value] of trajectories.entries()) {
      if (!reached(Math.floor(i / width))) continue;
      expect(states[i]).toBeCloseTo(value, 5);
      expect(stepped[i]).toBeCloseTo(value, 5);
    }
  });

  test("later intentions change nothing, to the bit; earlier ones do", async () => {
    const { trajectories } = await threeWays(kind);
    const changed = await threeWays(kind, Int32Array.of(0, 2, 1, 2, 0, 1, 1, 0));
    const before = 3 * batch * width;
    expect(changed.trajectories.subarray(0, before)).toEqual(trajectories.subarray(0, before));
    expect(changed.trajectories.subarray(before)).not.toEqual(trajectories.subarray(before));
  });

  test(kind === "pooled" ? "order does not matter" : "order matters", async () => {
    const { trajectories } = await threeWays(kind);
    const swapped = await threeWays(kind, Int32Array.of(1, 2, 0, 2, 2, 0, 1, actions));
    const row = (rows: Float32Array): number[] =>
      Array.from(rows.subarray(2 * batch * width, (2 * batch + 1) * width));
    const distance = Math.max(
      ...row(trajectories).map((value, i) => Math.abs(value - row(swapped.trajectories)[i]!)),
    );
    if (kind === "pooled") expect(distance).toBeLessThan(1e-6);
    else expect(distance).toBeGreaterThan(1e-3);
  });
});

test("a transformer of several blocks and heads says the same by trajectories, by states and step by step", async () => {
  const { trajectories, states, stepped } = await threeWays("transformer", thoughts, { blocks: 2, heads: 3 });
  for (const [i, value] of trajectories.entries()) {
    if (!reached(Math.floor(i / width))) continue;
    expect(states[i]).toBeCloseTo(value, 5);
    expect(stepped[i]).toBeCloseTo(value, 5);
  }
  const size = (blocks: number): number =>
    createParameters(
      {
        thoughts: thoughtEncoder({ actionCount: actions }, length, { kind: "transformer", width, blocks })
          .tree,
      },
      key(1),
    ).size;
  expect(size(3) - size(2)).toBe(size(2) - size(1));
  expect(size(2)).toBeGreaterThan(size(1));
});
