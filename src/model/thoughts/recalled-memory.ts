/**
 * The process's own memory in place of an encoder: m_{t+1} = f(m_t, a_t, c_t), computed from what was intended and what
 * happened by a table that nobody outside the process knows. It learns nothing and shows a model what perfect memory could
 * reach; real instruments do not have it.
 */
import { nn, np } from "../../engine/jax.ts";
import type { JaxArray } from "../../engine/jax.ts";
import { isTrajectories } from "../model.ts";
import type { ThoughtEncoder } from "./thought-encoder.ts";

/** The table of a finite memory. */
export interface MemoryTable {
  /** Different memories; 0 is what is remembered at the start. */
  readonly count: number;
  readonly actionCount: number;
  readonly outcomeCount: number;
  /** What is remembered after a step. */
  remember(memory: number, action: number, outcome: number): number;
}

/** One-hot rows of the memory itself, [N, memories]. */
export function recalledMemory(table: MemoryTable): ThoughtEncoder {
  const { count, actionCount, outcomeCount } = table;
  const start = (rows: number): JaxArray => nn.oneHot(np.zeros([rows], { dtype: np.int32 }), count);
  const carried = (before: JaxArray, thought: JaxArray, token: JaxArray): JaxArray => {
    const rows = before.shape[0]!;
    // The pad is no category, so its one-hot is a row of zeros and says that nothing was intended.
    const intended = oneHots(thought, actionCount);
    const happened = np.sum(intended.ref, 1, { keepdims: true });
    const step = intended
      .reshape([rows, actionCount, 1])
      .mul(oneHots(token, outcomeCount).reshape([rows, 1, outcomeCount]))
      .reshape([rows, 1, actionCount * outcomeCount]);
    const all = before.ref.reshape([rows, count, 1]).mul(step);
    const after = np.matmul(all.reshape([rows, count * actionCount * outcomeCount]), transitions(table));
    return after.add(before.mul(np.subtract(1, happened)));
  };
  return {
    name: `memory of ${count}`,
    width: count,
    tree: {},
    reads: ["thoughts", "tokens"],
    encode(_parameters, inputs) {
      const byStep = (ids: JaxArray): JaxArray => (isTrajectories(inputs) ? ids : ids.transpose([1, 0]));
      const [thoughts, tokens] = [byStep(inputs.thoughts!.ref), byStep(inputs.tokens!.ref)];
      const [steps, rows] = thoughts.shape as [number, number];
      const each = (ids: JaxArray): JaxArray[] => np.split(ids, steps, 0).map((row) => row.reshape([rows]));
      const [intended, happened] = [each(thoughts), each(tokens)];
      const memories = [start(rows)];
      intended.forEach((ids, t) => memories.push(carried(memories[t]!.ref, ids, happened[t]!)));
      return isTrajectories(inputs) ? np.concatenate(memories.slice(0, inputs.levels), 0) : memories.at(-1)!;
    },
    begin: (rows) => start(rows),
    step(_parameters, { thought, token, cache }) {
      const row = carried(cache, thought, token);
      return { row: row.ref, cache: row };
    },
  };
}

/** Row (m, a, c) is the one-hot of what is remembered next, [M·A·C, M]. */
function transitions(table: MemoryTable): JaxArray {
  const { count, actionCount, outcomeCount } = table;
  const pairs = actionCount * outcomeCount;
  const rows = new Float32Array(count * pairs * count);
  for (let at = 0; at < count * pairs; at++) {
    const [memory, step] = [Math.floor(at / pairs), at % pairs];
    rows[at * count + table.remember(memory, Math.floor(step / outcomeCount), step % outcomeCount)] = 1;
  }
  return np.array(rows).reshape([count * pairs, count]);
}

/** One-hots of ids [N], float32 [N, count]; an id past the end, such as the pad, is a row of zeros. */
function oneHots(ids: JaxArray, count: number): JaxArray {
  return np.take(np.eye(count + 1, count), ids, 0);
}
