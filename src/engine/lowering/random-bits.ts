/**
 * `random_bits`: Threefry-2x32 with 20 rounds, written out in unsigned 32-bit operators. Counter i of each key is
 * (0, i); the two output words are xor-ed, or one of them is taken.
 */
import type { Graph, Tensor } from "../graph/graph.ts";
import { sizeOf } from "../spec.ts";
import { broadcastedNode } from "./broadcasted.ts";
import type { Rules } from "./rule.ts";
import { broadcastView, wholeView } from "./view.ts";
import type { View } from "./view.ts";

const rotations = [
  [13, 15, 26, 6],
  [17, 29, 16, 24],
] as const;
const parity = 0x1bd11bda;

export const randomRules: Rules = {
  random_bits: ({ graph, inputs, params, outs }) => {
    const { shape } = outs[0]!;
    const keyRank = inputs[0]!.shape.length;
    const inner = shape.slice(keyRank);
    const added = shape.map((_, axis) => axis).slice(keyRank);
    const [k0, k1] = inputs.map((view) => broadcastView(view, shape, added)) as [View, View];
    const op = (name: string, a: View, b: View): View =>
      broadcastedNode(graph, name, [a, b], shape, "uint32");
    const counter = graph.constant(
      Uint32Array.from({ length: sizeOf(inner) }, (_, i) => i),
      inner,
      "uint32",
    );
    const constant = (value: number): View => wholeView(graph.scalar(value, "uint32"));
    const k2 = op("BitwiseXor", op("BitwiseXor", k0, k1), constant(parity));
    const keys = [k0, k1, k2] as const;
    let x = k0;
    let y = op("Add", wholeView(counter), k1);
    for (let group = 0; group < 5; group++) {
      for (const by of rotations[group % 2]!) {
        x = op("Add", x, y);
        y = op("BitwiseXor", x, rotateLeft(graph, y, by));
      }
      x = op("Add", x, keys[(group + 1) % 3]!);
      y = op("Add", y, op("Add", keys[(group + 2) % 3]!, constant(group + 1)));
    }
    const { mode } = params as { mode: "xor" | 0 | 1 };
    return [mode === "xor" ? op("BitwiseXor", x, y) : mode === 0 ? x : y];
  },
};

function rotateLeft(graph: Graph, view: View, by: number): View {
  const { tensor } = view;
  const shift = (amount: number, direction: "LEFT" | "RIGHT"): Tensor =>
    graph.node("BitShift", [tensor, graph.scalar(amount, "uint32")], tensor.shape, "uint32", { direction });
  const rotated = graph.node(
    "BitwiseOr",
    [shift(by, "LEFT"), shift(32 - by, "RIGHT")],
    tensor.shape,
    "uint32",
  );
  return { ...view, tensor: rotated };
}
