/** `sort` and `argsort` along the last axis, by ONNX's TopK, which prefers the lower index among equals. */
import type { Graph, Tensor } from "../graph/graph.ts";
import { materialise } from "./layout.ts";
import type { Rules } from "./rule.ts";
import { wholeView } from "./view.ts";
import type { View } from "./view.ts";

function sorted(graph: Graph, view: View): readonly [values: Tensor, indices: Tensor] {
  const tensor = materialise(graph, view);
  const carrier = tensor.dtype === "float32" ? "float32" : "int64";
  const { shape } = tensor;
  const [values, indices] = graph.multi(
    "TopK",
    [graph.cast(tensor, carrier), graph.int64s([shape.at(-1)!])],
    [
      { shape, dtype: carrier },
      { shape, dtype: "int64" },
    ],
    { axis: -1, largest: 0, sorted: 1 },
  ) as readonly [Tensor, Tensor];
  return [graph.cast(values, tensor.dtype), graph.cast(indices, "int32")];
}

export const sortingRules: Rules = {
  sort: ({ graph, inputs }) => [wholeView(sorted(graph, inputs[0]!)[0])],
  argsort: ({ graph, inputs }) => sorted(graph, inputs[0]!).map(wholeView),
};
