/** The losses of `models.fixture.ts` again, in plain float64 loops: the slow obvious version. */
import type { ParameterLeaf } from "../parameters/parameters.ts";
import { block, mlp } from "./models.fixture.ts";

type Matrix = number[][];

/** A loss as a function of all parameters in their flat order. */
export type FlatLoss = (flat: Float64Array, inputs: Readonly<Record<string, ArrayLike<number>>>) => number;

/** Reads parameters by name out of a flat vector. */
function reader(leaves: readonly ParameterLeaf[], flat: Float64Array) {
  const leaf = (name: string): ParameterLeaf => leaves.find((one) => one.name === name)!;
  return {
    vector: (name: string): number[] =>
      Array.from(flat.subarray(leaf(name).offset, leaf(name).offset + leaf(name).size)),
    matrix: (name: string): Matrix =>
      rows(flat.subarray(leaf(name).offset), leaf(name).shape[0]!, leaf(name).shape[1]!),
  };
}

const rows = (data: ArrayLike<number>, n: number, m: number, from = 0): Matrix =>
  Array.from({ length: n }, (_, i) => Array.from({ length: m }, (_, j) => data[from + i * m + j]!));

const multiply = (a: Matrix, b: Matrix): Matrix =>
  a.map((row) => b[0]!.map((_, j) => row.reduce((sum, x, k) => sum + x * b[k]![j]!, 0)));

const addRow = (a: Matrix, bias: readonly number[]): Matrix =>
  a.map((row) => row.map((x, j) => x + bias[j]!));
const add = (a: Matrix, b: Matrix): Matrix => a.map((row, i) => row.map((x, j) => x + b[i]![j]!));
const mapped = (a: Matrix, fn: (x: number) => number): Matrix => a.map((row) => row.map(fn));

function softmax(row: readonly number[]): number[] {
  const top = Math.max(...row);
  const powers = row.map((x) => Math.exp(x - top));
  const total = powers.reduce((a, b) => a + b, 0);
  return powers.map((x) => x / total);
}

export const mlpLoss64 =
  (leaves: readonly ParameterLeaf[]): FlatLoss =>
  (flat, inputs) => {
    const p = reader(leaves, flat);
    const dense = (a: Matrix, name: string): Matrix =>
      addRow(multiply(a, p.matrix(`${name}/weight`)), p.vector(`${name}/bias`));
    const relu = (a: Matrix): Matrix => mapped(a, (x) => Math.max(0, x));
    const x = rows(inputs["x"]!, mlp.rows, mlp.inputs);
    const target = rows(inputs["target"]!, mlp.rows, mlp.classes);
    const logits = dense(relu(dense(relu(dense(x, "first")), "second")), "last");
    const perRow = logits.map((row, i) =>
      softmax(row).reduce((sum, probability, j) => sum - target[i]![j]! * Math.log(probability), 0),
    );
    return perRow.reduce((a, b) => a + b, 0) / mlp.rows;
  };

function layerNorm(a: Matrix, scale: readonly number[], shift: readonly number[]): Matrix {
  return a.map((row) => {
    const mean = row.reduce((s, x) => s + x, 0) / row.length;
    const variance = row.reduce((s, x) => s + (x - mean) ** 2, 0) / row.length;
    return row.map((x, j) => ((x - mean) / Math.sqrt(variance + 1e-5)) * scale[j]! + shift[j]!);
  });
}

const gelu = (x: number): number =>
  0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3)));

export const blockLoss64 =
  (leaves: readonly ParameterLeaf[]): FlatLoss =>
  (flat, inputs) => {
    const p = reader(leaves, flat);
    const { batch, time, width, heads } = block;
    const size = width / heads;
    let total = 0;
    for (let b = 0; b < batch; b++) {
      const x = rows(inputs["x"]!, time, width, b * time * width);
      const target = rows(inputs["target"]!, time, width, b * time * width);
      const h = layerNorm(x, p.vector("norm1/scale"), p.vector("norm1/shift"));
      const [q, k, v] = ["query", "key", "value"].map((name) => multiply(h, p.matrix(name))) as [
        Matrix,
        Matrix,
        Matrix,
      ];
      const mixed: Matrix = x.map((row) => row.map(() => 0));
      for (let head = 0; head < heads; head++) {
        const from = head * size;
        for (let t = 0; t < time; t++) {
          const scores = Array.from({ length: t + 1 }, (_, s) => {
            let dot = 0;
            for (let j = from; j < from + size; j++) dot += q[t]![j]! * k[s]![j]!;
            return dot / Math.sqrt(size);
          });
          const weights = softmax(scores);
          for (let j = from; j < from + size; j++)
            mixed[t]![j] = weights.reduce((sum, weight, s) => sum + weight * v[s]![j]!, 0);
        }
      }
      const attended = add(x, multiply(mixed, p.matrix("out")));
      const normed = layerNorm(attended, p.vector("norm2/scale"), p.vector("norm2/shift"));
      const up = addRow(multiply(normed, p.matrix("up/weight")), p.vector("up/bias"));
      const down = addRow(multiply(mapped(up, gelu), p.matrix("down/weight")), p.vector("down/bias"));
      const result = add(attended, down);
      result.forEach((row, t) => row.forEach((value, j) => (total += (value - target[t]![j]!) ** 2)));
    }
    return total / (batch * time * width);
  };

/** Central differences in float64. */
export function numericGradient(
  loss: FlatLoss,
  flat: Float32Array,
  inputs: Parameters<FlatLoss>[1],
): Float64Array {
  const at = Float64Array.from(flat);
  const step = 1e-5;
  return at.map((value, i) => {
    const moved = Float64Array.from(flat);
    moved[i] = value + step;
    const above = loss(moved, inputs);
    moved[i] = value - step;
    return (above - loss(moved, inputs)) / (2 * step);
  });
}
