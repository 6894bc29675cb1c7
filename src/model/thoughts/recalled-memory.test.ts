/** The process's own memory: the same by trajectories, by states and step by step as the process itself has it. */
import { expect, test } from "vitest";
import { compile } from "../../engine/program.ts";
import { f32, i32 } from "../../engine/spec.ts";
import { recalledMemory } from "./recalled-memory.ts";

/** A memory that depends on both: of the last intention, and whether it came out. */
const table = {
  count: 5,
  actionCount: 2,
  outcomeCount: 2,
  remember: (_memory: number, action: number, outcome: number) =>
    1 + 2 * action + (action === outcome ? 1 : 0),
};
const [steps, batch, levels] = [3, 2, 4];
const thoughts = Int32Array.of(0, 1, 1, 1, 0, 2);
const tokens = Int32Array.of(1, 1, 1, 0, 0, 2);

/** What the process remembers after each step, [levels, batch]. */
function remembered(): number[] {
  const memory = Array.from({ length: batch }, () => 0);
  const all = [...memory];
  for (let t = 0; t < steps; t++) {
    for (let b = 0; b < batch; b++) {
      const [action, outcome] = [thoughts[t * batch + b]!, tokens[t * batch + b]!];
      if (action < 2) memory[b] = table.remember(memory[b]!, action, outcome);
    }
    all.push(...memory);
  }
  return all;
}

const places = (rows: ArrayLike<number>): number[] =>
  Array.from({ length: rows.length / table.count }, (_, row) =>
    Array.from({ length: table.count }, (_, m) => rows[row * table.count + m]!).indexOf(1),
  );

test("trajectories, states and steps recall what the process remembers", async () => {
  const encoder = recalledMemory(table);
  const whole = await compile(
    "trajectories",
    ({ thoughts, tokens }) => ({ rows: encoder.encode({}, { thoughts, tokens, levels, size: batch }) }),
    { thoughts: i32(steps, batch), tokens: i32(steps, batch) },
  );
  expect(places((await whole.run({ thoughts, tokens })).rows)).toEqual(remembered());
  await whole.dispose();

  const single = await compile("states", (inputs) => ({ rows: encoder.encode({}, inputs) }), {
    thoughts: i32(levels * batch, steps),
    tokens: i32(levels * batch, steps),
  });
  const prefixes = (ids: Int32Array): Int32Array<ArrayBuffer> =>
    Int32Array.from({ length: levels * batch * steps }, (_, i) => {
      const [row, t] = [Math.floor(i / steps), i % steps];
      return t < Math.floor(row / batch) ? ids[t * batch + (row % batch)]! : 2;
    });
  const rows = (await single.run({ thoughts: prefixes(thoughts), tokens: prefixes(tokens) })).rows;
  expect(places(rows)).toEqual(remembered());
  await single.dispose();

  const stepping = await compile("steps", (inputs) => encoder.step({}, inputs), {
    thought: i32(batch),
    token: i32(batch),
    step: i32(1),
    cache: f32(batch, table.count),
  });
  let cache = Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0);
  const stepped: number[] = [];
  for (let t = 0; t < levels; t++) {
    const last = (ids: Int32Array): Int32Array<ArrayBuffer> =>
      t === 0 ? new Int32Array(batch).fill(2) : Int32Array.from(ids.subarray((t - 1) * batch, t * batch));
    const out = await stepping.run({
      thought: last(thoughts),
      token: last(tokens),
      step: Int32Array.of(t),
      cache,
    });
    stepped.push(...places(out.row));
    cache = Float32Array.from(out.cache);
  }
  expect(stepped).toEqual(remembered());
  await stepping.dispose();
});
