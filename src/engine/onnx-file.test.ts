import { writeFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as ort from "onnxruntime-node";
import { expect, test } from "vitest";
import { key } from "../random/key.ts";
import { nn, np } from "./jax.ts";
import { encodeOnnxFile } from "./onnx-file.ts";
import { heNormal, normal } from "./parameters/initialisers.ts";
import { createParameters, parameter } from "./parameters/parameters.ts";
import { f32 } from "./spec.ts";

const tree = {
  hidden: { w: parameter([3, 5], heNormal), b: parameter([5], normal(1)) },
  out: parameter([5, 2], heNormal),
};

test("a saved model is a file that ONNX Runtime loads by path and that computes the same numbers", async () => {
  const parameters = createParameters(tree, key(4));
  const bytes = await encodeOnnxFile(
    "tiny",
    ({ hidden, out }, { x }) => ({ y: np.matmul(nn.relu(np.matmul(x, hidden.w).add(hidden.b)), out) }),
    { parameters, inputs: { x: f32(4, 3) } },
    { task: "test" },
  );
  const folder = await mkdtemp(join(tmpdir(), "windage-onnx-"));
  try {
    const file = join(folder, "tiny.onnx");
    await writeFile(file, bytes);
    const session = await ort.InferenceSession.create(file);
    expect(session.inputNames).toEqual(["x"]);
    expect(session.outputNames).toEqual(["y"]);
    const x = Float32Array.from({ length: 12 }, (_, i) => Math.sin(i + 1));
    const { y } = await session.run({ x: new ort.Tensor("float32", x, [4, 3]) });
    const expected = plainForward(
      x,
      parameters.get("hidden/w"),
      parameters.get("hidden/b"),
      parameters.get("out"),
    );
    (y!.data as Float32Array).forEach((value, i) => expect(value).toBeCloseTo(expected[i]!, 5));
    await session.release();
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** The same network in plain loops. */
function plainForward(x: Float32Array, w: Float32Array, b: Float32Array, out: Float32Array): number[] {
  const result: number[] = [];
  for (let row = 0; row < 4; row++) {
    const hidden = Array.from({ length: 5 }, (_, j) => {
      let sum = b[j]!;
      for (let i = 0; i < 3; i++) sum += x[row * 3 + i]! * w[i * 5 + j]!;
      return Math.max(sum, 0);
    });
    for (let k = 0; k < 2; k++) result.push(hidden.reduce((sum, h, j) => sum + h * out[j * 2 + k]!, 0));
  }
  return result;
}
