/** What becomes one operator, and that the numbers stay; zeros that only carry a gradient leave nothing behind. */
import { beforeAll, describe, expect, test } from "vitest";
import { grad, lax, nn, np, startJax } from "../jax.ts";
import type { JaxArray } from "../jax.ts";
import { lower } from "../lowering/lower.ts";
import { compile } from "../program.ts";
import { f32 } from "../spec.ts";
import type { Spec } from "../spec.ts";
import { trace } from "../trace.ts";
import { optimise } from "./optimise.ts";

type Arrays = Record<string, JaxArray>;

beforeAll(startJax);

function operators(fn: (inputs: Arrays) => Arrays, inputs: Record<string, Spec>): string[] {
  return optimise(lower(trace("test", fn, inputs))).nodes.map((node) => node.op);
}

/** The same on both engines, to rounding. */
async function expectSame(fn: (inputs: Arrays) => Arrays, shape: readonly number[]): Promise<void> {
  const size = shape.reduce((n, dim) => n * dim, 1);
  const x = Float32Array.from({ length: size }, (_, i) => Math.sin(i * 12.9898) * 3 + 2);
  const answers: Float32Array[] = [];
  for (const engine of ["onnx", "wasm"] as const) {
    const program = await compile("test", fn, { x: f32(...shape) }, { engine });
    answers.push(Float32Array.from((await program.run({ x }))["y"] as Float32Array));
    await program.dispose();
  }
  answers[0]!.forEach((value, i) => expect(value).toBeCloseTo(answers[1]![i]!, 5));
}

const sum = (x: JaxArray): JaxArray => np.sum(x, -1, { keepdims: true });

/** Rows of mean 0 and variance 1, as formulas have it. */
function normed(x: JaxArray): { rows: JaxArray; inverse: JaxArray } {
  const columns = x.shape.at(-1)!;
  const centred = x.ref.sub(sum(x).mul(1 / columns));
  const inverse = np.reciprocal(
    np.sqrt(
      sum(np.square(centred.ref))
        .mul(1 / columns)
        .add(1e-5),
    ),
  );
  return { rows: centred.mul(inverse.ref), inverse };
}

describe("one operator", () => {
  test("softmax", async () => {
    const fn = ({ x }: Arrays): Arrays => ({ y: nn.softmax(x!, -1) });
    expect(operators(fn, { x: f32(6, 5) })).toEqual(["Softmax"]);
    await expectSame(fn, [6, 5]);
    await expectSame(fn, [2, 3, 4]);
  });

  test("softmax along another axis is left alone", async () => {
    const fn = ({ x }: Arrays): Arrays => ({ y: nn.softmax(x!, 0) });
    expect(operators(fn, { x: f32(6, 5) })).not.toContain("Softmax");
    await expectSame(fn, [6, 5]);
  });

  test("a norm with its scale and shift", async () => {
    const fn = ({ x }: Arrays): Arrays => {
      const row = np.arange(8).astype(np.float32);
      const { rows, inverse } = normed(x!);
      inverse.dispose();
      return { y: rows.mul(row.ref).add(row) };
    };
    expect(operators(fn, { x: f32(6, 8) })).toEqual(["LayerNormalization"]);
    await expectSame(fn, [6, 8]);
  });

  test("a norm whose 1 / std is read as well", async () => {
    const fn = ({ x }: Arrays): Arrays => {
      const { rows, inverse } = normed(x!);
      return { y: rows.add(inverse) };
    };
    expect(operators(fn, { x: f32(6, 8) })).toEqual(["LayerNormalization", "Add"]);
    await expectSame(fn, [6, 8]);
  });

  test("something else than a mean is no norm", async () => {
    const fn = ({ x }: Arrays): Arrays => {
      const centred = x!.ref.sub(sum(x!).mul(1 / 8));
      return {
        y: centred.ref.mul(
          np.reciprocal(
            np.sqrt(
              sum(np.square(centred))
                .mul(1 / 7)
                .add(1e-5),
            ),
          ),
        ),
      };
    };
    expect(operators(fn, { x: f32(6, 8) })).not.toContain("LayerNormalization");
    await expectSame(fn, [6, 8]);
  });
});

describe("zeros", () => {
  /** x² by value, and 5x by gradient. */
  const disguised = (x: JaxArray): JaxArray => {
    const fixed = lax.stopGradient(x.ref);
    return np.square(fixed.ref).add(x.sub(fixed).mul(5));
  };

  test("a term that is zero is left out of the value", async () => {
    const fn = ({ x }: Arrays): Arrays => ({ y: disguised(x!) });
    expect(operators(fn, { x: f32(4) })).toEqual(["Mul"]);
    await expectSame(fn, [4]);
  });

  test("and its gradient stays", async () => {
    const program = await compile(
      "test",
      ({ x }: Arrays) => ({ y: grad((z: JaxArray) => np.sum(disguised(z)))(x!) }),
      { x: f32(3) },
    );
    expect([...(await program.run({ x: Float32Array.of(1, 2, 3) }))["y"]]).toEqual([5, 5, 5]);
    await program.dispose();
  });

  test("a sum with zeros keeps the larger shape", async () => {
    const fn = ({ x }: Arrays): Arrays => ({ y: np.zeros([3, 4]).add(x!) });
    await expectSame(fn, [4]);
  });
});
