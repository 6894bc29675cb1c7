/**
 * Element-wise primitives. Unary ones act on the tensor behind the view, whatever its layout. ONNX has no
 * arithmetic on booleans: `add`/`max` are then "or", `mul`/`min` are "and", as in jax-js.
 */
import type { Graph, GraphDType, Tensor } from "../graph/graph.ts";
import { onnxDType } from "../graph/graph.ts";
import type { DType } from "../spec.ts";
import { broadcasted, broadcastedNode } from "./broadcasted.ts";
import { castView, scalarView } from "./rule.ts";
import type { Rule, RuleCall, Rules } from "./rule.ts";
import type { View } from "./view.ts";

/** A one-operand operator on the tensor behind a view. */
function unary(op: string): Rule {
  return ({ graph, inputs, outs }) => {
    const view = inputs[0]!;
    return [{ ...view, tensor: graph.node(op, [view.tensor], view.tensor.shape, outs[0]!.dtype) }];
  };
}

/** A two-operand operator after promotion; `boolean` is its meaning on booleans. */
function binary(op: string, boolean: string): Rule {
  return (call) => {
    const operands = promote(call);
    const isBool = call.promoted === "bool";
    return [
      broadcastedNode(call.graph, isBool ? boolean : op, operands, call.outs[0]!.shape, call.outs[0]!.dtype),
    ];
  };
}

/** Division rounded towards zero, and the remainder that belongs to it. */
function division(op: "Div" | "Mod"): Rule {
  return (call) => {
    const { graph, outs, promoted } = call;
    const [x, y] = promote(call) as [View, View];
    const { shape } = outs[0]!;
    if (promoted !== "float32") return [wholeDivision(call, op, x, y)];
    if (op === "Mod") return [mod(call, x, y)];
    return [truncate(call, broadcastedNode(graph, "Div", [x, y], shape, "float32"))];
  };
}

/**
 * A zero divisor would stop the whole process, and so would the smallest integer divided by minus one: zeros are
 * replaced by one, and signed numbers are divided in 64 bits, unless the divisor is a harmless constant.
 */
function wholeDivision(call: RuleCall, op: "Div" | "Mod", x: View, y: View): View {
  const { graph, outs, promoted } = call;
  const known = graph.constants.get(y.tensor);
  const harmless = known?.every((divisor: number | bigint) => Number(divisor) > 0) ?? false;
  const carrier: GraphDType = promoted === "int32" && !harmless ? "int64" : promoted;
  const one = scalarView(graph, 1, promoted);
  const isZero = broadcastedNode(graph, "Equal", [y, scalarView(graph, 0, promoted)], y.shape, "bool");
  const safe = harmless ? y : select(call, isZero, one, y, y.shape, promoted);
  return broadcasted(graph, [x, safe], outs[0]!.shape, ([a, b], dims) => {
    const operands = [graph.cast(a!, carrier), graph.cast(b!, carrier)];
    const attributes = op === "Mod" ? signOfDividend : {};
    return graph.cast(graph.node(op, operands, dims, carrier, attributes), promoted);
  });
}

// The result of a remainder has the sign of the dividend, as in C and JavaScript.
const signOfDividend = { fmod: 1 };

function mod({ graph, outs }: RuleCall, x: View, y: View): View {
  const { shape, dtype } = outs[0]!;
  return broadcasted(graph, [x, y], shape, (tensors, dims) =>
    graph.node("Mod", tensors, dims, dtype, signOfDividend),
  );
}

function truncate({ graph }: RuleCall, view: View): View {
  const negative = graph.node("Less", [view.tensor, graph.scalar(0, "float32")], view.tensor.shape, "bool");
  const up = graph.node("Ceil", [view.tensor], view.tensor.shape, "float32");
  const down = graph.node("Floor", [view.tensor], view.tensor.shape, "float32");
  return { ...view, tensor: graph.node("Where", [negative, up, down], view.tensor.shape, "float32") };
}

const promote = ({ graph, inputs, promoted }: RuleCall): View[] =>
  inputs.map((view) => castView(graph, view, promoted));

/** `where` for every element type; ONNX Runtime selects only among float32, int32 and int64. */
function select(
  { graph }: Pick<RuleCall, "graph">,
  condition: View,
  x: View,
  y: View,
  shape: readonly number[],
  dtype: DType,
): View {
  if (dtype === "bool") {
    const no = {
      ...condition,
      tensor: graph.node("Not", [condition.tensor], condition.tensor.shape, "bool"),
    };
    const taken = broadcastedNode(graph, "And", [condition, x], shape, "bool");
    const other = broadcastedNode(graph, "And", [no, y], shape, "bool");
    return broadcastedNode(graph, "Or", [taken, other], shape, "bool");
  }
  const carrier: GraphDType = dtype === "uint32" ? "int64" : dtype;
  return broadcasted(graph, [condition, x, y], shape, ([c, a, b], dims) => {
    const chosen = graph.node("Where", [c!, graph.cast(a!, carrier), graph.cast(b!, carrier)], dims, carrier);
    return graph.cast(chosen, dtype);
  });
}

const compare: Rule = (call) => {
  const { graph, params, outs, promoted } = call;
  const [x, y] = promote(call) as [View, View];
  const { shape } = outs[0]!;
  const negate = (view: View): View => ({
    ...view,
    tensor: graph.node("Not", [view.tensor], view.tensor.shape, "bool"),
  });
  switch (params["op"]) {
    case "equal":
      return [broadcastedNode(graph, "Equal", [x, y], shape, "bool")];
    case "not_equal":
      return [negate(broadcastedNode(graph, "Equal", [x, y], shape, "bool"))];
    case "less":
      if (promoted === "bool") return [broadcastedNode(graph, "And", [negate(x), y], shape, "bool")];
      return [broadcastedNode(graph, "Less", [x, y], shape, "bool")];
    default:
      if (promoted === "bool") return [broadcastedNode(graph, "Or", [negate(x), y], shape, "bool")];
      return [broadcastedNode(graph, "LessOrEqual", [x, y], shape, "bool")];
  }
};

const bitCombine: Rule = (call) => {
  const name = { and: "And", or: "Or", xor: "Xor" }[call.params["op"] as "and" | "or" | "xor"];
  return binary(`Bitwise${name}`, name)(call);
};

const bitShift: Rule = ({ graph, inputs, params, outs }) => {
  const { shape, dtype } = outs[0]!;
  // ONNX shifts unsigned numbers only, and so does jax-js in effect: its right shift brings in zeros on every type.
  const direction = params["op"] === "shl" ? "LEFT" : "RIGHT";
  const [x, by] = inputs.map((view) => castView(graph, view, "uint32")) as [View, View];
  const shifted = broadcasted(graph, [x, within32(graph, by)], shape, (tensors, dims) =>
    graph.node("BitShift", tensors, dims, "uint32", { direction }),
  );
  return [castView(graph, shifted, dtype)];
};

/** Shifts count modulo 32, as in WebAssembly and JavaScript; ONNX leaves longer ones to the processor. */
function within32(graph: Graph, by: View): View {
  const known = graph.constants.get(by.tensor);
  if (known?.every((bits: number | bigint) => Number(bits) < 32)) return by;
  const mask = graph.scalar(31, "uint32");
  return { ...by, tensor: graph.node("BitwiseAnd", [by.tensor, mask], by.tensor.shape, "uint32") };
}

/** Counts ones in parallel: pairs, then fours, then bytes, then a multiplication adds the bytes. */
const bitCount: Rule = ({ graph, inputs }) => {
  const view = castView(graph, inputs[0]!, "uint32");
  const { shape } = view.tensor;
  const op = (name: string, a: Tensor, b: Tensor, attributes = {}): Tensor =>
    graph.node(name, [a, b], shape, "uint32", attributes);
  const constant = (value: number): Tensor => graph.scalar(value, "uint32");
  const shr = (x: Tensor, by: number): Tensor => op("BitShift", x, constant(by), { direction: "RIGHT" });
  const mask = (x: Tensor, bits: number): Tensor => op("BitwiseAnd", x, constant(bits));
  let x = op("Sub", view.tensor, mask(shr(view.tensor, 1), 0x55555555));
  x = op("Add", mask(x, 0x33333333), mask(shr(x, 2), 0x33333333));
  x = mask(op("Add", x, shr(x, 4)), 0x0f0f0f0f);
  x = shr(op("Mul", x, constant(0x01010101)), 24);
  return [castView(graph, { ...view, tensor: x }, "int32")];
};

const neg: Rule = (call) => {
  const { graph, inputs, outs } = call;
  if (outs[0]!.dtype !== "uint32") return unary("Neg")(call);
  const view = inputs[0]!;
  return [
    {
      ...view,
      tensor: graph.node("Sub", [graph.scalar(0, "uint32"), view.tensor], view.tensor.shape, "uint32"),
    },
  ];
};

const bitcast: Rule = ({ graph, inputs, outs }) => {
  const view = inputs[0]!;
  const { dtype } = outs[0]!;
  if (view.tensor.dtype === dtype) return [view];
  return [
    {
      ...view,
      tensor: graph.node("BitCast", [view.tensor], view.tensor.shape, dtype, { to: onnxDType[dtype] }),
    },
  ];
};

// Coefficients of W. J. Cody-style rational fits would need two ranges; this Chebyshev fit in t = 1/(1 + |x|/2)
// (Numerical Recipes, "erfcc") has a relative error below 1.2e-7 everywhere, which is float32's own.
const erfcCoefficients = [
  -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587,
  -0.82215223, 0.17087277,
] as const;

const erfc: Rule = ({ graph, inputs }) => {
  const view = inputs[0]!;
  const { shape } = view.tensor;
  const f = (op: string, ...operands: Tensor[]): Tensor => graph.node(op, operands, shape, "float32");
  const constant = (value: number): Tensor => graph.scalar(value, "float32");
  const x = view.tensor;
  const t = f("Reciprocal", f("Add", f("Mul", f("Abs", x), constant(0.5)), constant(1)));
  let sum = constant(erfcCoefficients[9]);
  for (let i = 8; i >= 0; i--) sum = f("Add", f("Mul", t, sum), constant(erfcCoefficients[i]!));
  const tail = f("Mul", t, f("Exp", f("Sub", sum, f("Mul", x, x))));
  const negative = graph.node("Less", [x, constant(0)], shape, "bool");
  return [{ ...view, tensor: f("Where", negative, f("Sub", constant(2), tail), tail) }];
};

export const elementwiseRules: Rules = {
  add: binary("Add", "Or"),
  mul: binary("Mul", "And"),
  min: binary("Min", "And"),
  max: binary("Max", "Or"),
  idiv: division("Div"),
  mod: division("Mod"),
  neg,
  reciprocal: unary("Reciprocal"),
  floor: unary("Floor"),
  ceil: unary("Ceil"),
  sin: unary("Sin"),
  cos: unary("Cos"),
  asin: unary("Asin"),
  atan: unary("Atan"),
  exp: unary("Exp"),
  log: unary("Log"),
  erf: unary("Erf"),
  erfc,
  sqrt: unary("Sqrt"),
  stop_gradient: ({ inputs }) => [inputs[0]!],
  cast: ({ graph, inputs, outs }) => [castView(graph, inputs[0]!, outs[0]!.dtype)],
  bitcast,
  compare,
  where: ({ graph, inputs, outs, promoted }) => {
    const [condition, x, y] = inputs as [View, View, View];
    const cast = (view: View): View => castView(graph, view, promoted);
    return [select({ graph }, condition, cast(x), cast(y), outs[0]!.shape, promoted)];
  },
  bit_combine: bitCombine,
  bit_shift: bitShift,
  bit_count: bitCount,
};
