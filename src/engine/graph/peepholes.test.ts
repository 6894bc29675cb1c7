/** Each rewrite on the smallest program that triggers it: what is left in the graph, and that the numbers stay. */
import { beforeAll, describe, expect, test } from "vitest";
import { grad, nn, np, startJax } from "../jax.ts";
import type { JaxArray } from "../jax.ts";
import { lower } from "../lowering/lower.ts";
import { compile } from "../program.ts";
import { f32 } from "../spec.ts";
import type { Spec } from "../spec.ts";
import { trace } from "../trace.ts";
import { optimise } from "./optimise.ts";

type Arrays = Record<string, JaxArray>;

beforeAll(startJax);

/** The operators left after all passes, in order. */
function operators(fn: (inputs: Arrays) => Arrays, inputs: Record<string, Spec>): string[] {
  return optimise(lower(trace("test", fn, inputs))).nodes.map((node) => node.op);
}

const matrix = { x: f32(4, 3), w: f32(3, 5), b: f32(5) };

describe("rewrites", () => {
  test("a product and its bias are one Gemm", () => {
    expect(operators(({ x, w, b }) => ({ y: np.matmul(x!, w!).add(b!) }), matrix)).toEqual(["Gemm"]);
  });

  test("a transposed product is a product", () => {
    const { x, w } = matrix;
    expect(operators(({ x, w }) => ({ y: np.matmul(x!, w!).transpose() }), { x, w })).toEqual(["Gemm"]);
  });

  test("x + (−y) is a subtraction and x · (1/y) a division", () => {
    const inputs = { x: f32(4), y: f32(4) };
    expect(operators(({ x, y }) => ({ z: x!.sub(y!) }), inputs)).toEqual(["Sub"]);
    expect(operators(({ x, y }) => ({ z: x!.div(y!) }), inputs)).toEqual(["Div"]);
  });

  test("constant factors are merged", () => {
    expect(operators(({ x }) => ({ y: x!.mul(2).mul(-1).mul(3) }), { x: f32(4) })).toEqual(["Mul"]);
    expect(operators(({ x }) => ({ y: np.negative(x!.mul(1)) }), { x: f32(4) })).toEqual(["Neg"]);
  });

  test("log-softmax is one node, and its gradient reuses it", () => {
    const inputs = { x: f32(4, 5) };
    expect(operators(({ x }) => ({ y: nn.logSoftmax(x!) }), inputs)).toEqual(["LogSoftmax"]);
    const loss = (x: JaxArray): JaxArray => np.sum(np.square(nn.logSoftmax(x)));
    const left = operators(({ x }) => ({ g: grad(loss)(x!) }), inputs);
    expect(left).toContain("LogSoftmax");
    expect(left).not.toContain("ReduceMax");
    expect(left).not.toContain("Log");
  });

  test("long lists of pieces are split and joined by one node each", () => {
    const cuts = Array.from({ length: 19 }, (_, i) => i + 1);
    const pieces = ({ x }: Arrays): Arrays => ({
      y: np.concatenate(np.split(x!, cuts).map((piece, i) => piece.mul(i + 2))),
    });
    const left = operators(pieces, { x: f32(20) });
    expect(left.filter((op) => op === "Split")).toHaveLength(1);
    expect(left.filter((op) => op === "Concat")).toHaveLength(1);
  });

  test("the gradient of a dense layer's ReLU is a mask, without Where", () => {
    const { x, w } = matrix;
    const loss = (x: JaxArray, w: JaxArray, v: JaxArray): JaxArray =>
      np.sum(np.square(np.matmul(nn.relu(np.matmul(x, w)), v)));
    const left = operators(({ x, w, v }) => ({ g: grad(loss, { argnums: 1 })(x!, w!, v!) }), {
      x,
      w,
      v: f32(5, 2),
    });
    expect(left).not.toContain("Where");
  });

  test("the gradient of a layer with few outputs is a wide product, turned", async () => {
    const inputs = { x: f32(40, 24), y: f32(40, 3) };
    const thin = ({ x, y }: Arrays): Arrays => ({ g: np.matmul(np.swapaxes(x!, 0, 1), y!) });
    expect(operators(thin, inputs)).toEqual(["Transpose", "MatMul", "Transpose"]);
    expect(operators(thin, { ...inputs, y: f32(40, 30) })).toEqual(["Gemm"]);
    const program = await compile("thin", thin, inputs, { engine: "onnx" });
    const x = Float32Array.from({ length: 40 * 24 }, (_, i) => (i % 7) - 3);
    const y = Float32Array.from({ length: 40 * 3 }, (_, i) => (i % 5) - 2);
    const { g } = await program.run({ x, y });
    for (let i = 0; i < 24; i++)
      for (let j = 0; j < 3; j++) {
        let sum = 0;
        for (let k = 0; k < 40; k++) sum += x[k * 24 + i]! * y[k * 3 + j]!;
        expect(g![i * 3 + j]).toBe(sum);
      }
    await program.dispose();
  });

  test("an infinite gradient stays behind a ReLU that does not come from a product", async () => {
    const loss = (x: JaxArray): JaxArray => np.sum(np.sqrt(nn.relu(x)));
    const program = await compile(
      "root",
      ({ x }) => ({ g: grad(loss)(x) }),
      { x: f32(2) },
      { engine: "onnx" },
    );
    const { g } = await program.run({ x: Float32Array.of(-1, 4) });
    expect([...g]).toEqual([0, 0.25]);
    await program.dispose();
  });
});
