/**
 * The functions of jax-js's numpy, nn, lax and random that a model may call: each in one small program, the same on
 * both runtimes, the differentiable ones with their gradients. The tables are compared with what jax-js exports.
 */

import { describe, expect, test } from "vitest";
import { grad, jaxRandom as random, lax, nn, np } from "./jax.ts";
import type { JaxArray } from "./jax.ts";
import { compile } from "./program.ts";
import { sizeOf } from "./spec.ts";
import { f32 } from "./spec.ts";
import { expectSameOnBoth } from "./testing/both-engines.fixture.ts";
import {
  plainLax,
  plainNn,
  plainRandom,
  smoothLax,
  smoothLinalg,
  smoothNn,
} from "./testing/nn-programs.fixture.ts";
import { plainNumpy, smoothNumpy } from "./testing/numpy-programs.fixture.ts";
import type { Programs, SmallProgram } from "./testing/numpy-programs.fixture.ts";

/** The program's results and the gradient of an uneven sum of them by every float input. */
function withGradient({ inputs, fn }: SmallProgram): SmallProgram {
  const asList = (result: ReturnType<SmallProgram["fn"]>): readonly JaxArray[] =>
    Array.isArray(result) ? (result as readonly JaxArray[]) : [result as JaxArray];
  const floats = inputs.flatMap(({ spec }, i) => (spec.dtype === "float32" ? [i] : []));
  const loss = (chosen: JaxArray[], all: readonly JaxArray[]): JaxArray => {
    const args = all.map((array, i) => (floats.includes(i) ? chosen[floats.indexOf(i)]! : array.ref));
    return asList(fn(...args))
      .map((result) => {
        const weights = Float32Array.from({ length: sizeOf(result.shape) }, (_, i) =>
          Math.cos(1.7 * i + 0.4),
        );
        return np.sum(result.mul(np.array(weights, { shape: [...result.shape] })));
      })
      .reduce((a, b) => a.add(b));
  };
  return {
    inputs,
    fn: (...args) => [
      ...asList(fn(...args.map((array) => array.ref))),
      ...grad((chosen: JaxArray[]) => loss(chosen, args))(floats.map((i) => args[i]!.ref)),
    ],
  };
}

const tables: readonly (readonly [string, Programs, "smooth" | "plain"])[] = [
  ["numpy", smoothNumpy, "smooth"],
  ["numpy", plainNumpy, "plain"],
  ["numpy.linalg", smoothLinalg, "smooth"],
  ["nn", smoothNn, "smooth"],
  ["nn", plainNn, "plain"],
  ["lax", smoothLax, "smooth"],
  ["lax", plainLax, "plain"],
  ["random", plainRandom, "plain"],
];

describe.each(tables)("%s on both runtimes", (_, programs, kind) => {
  test.each(Object.entries(programs))(`%s (${kind})`, async (name, program) => {
    await expectSameOnBoth({
      ...(kind === "smooth" ? withGradient(program) : program),
      text: name,
      tolerance: 5e-5,
    });
  });
});

describe("nothing is forgotten", () => {
  const covered = (...programs: Programs[]): Set<string> =>
    new Set(programs.flatMap((table) => Object.keys(table)));
  /** Functions by their own identity, so that aliases (acos, arccos) count once. */
  const missing = (
    module: Record<string, unknown>,
    names: Set<string>,
    exempt: readonly string[],
  ): string[] => {
    const done = new Set([...names, ...exempt].map((name) => module[name]));
    return Object.keys(module).filter(
      (name) => typeof module[name] === "function" && !done.has(module[name]),
    );
  };

  // Values, types and questions about shapes, answered without an array program.
  const notPrograms = [
    "Array",
    "DType",
    "allclose",
    "array",
    "broadcastShapes",
    "finfo",
    "iinfo",
    "isscalar",
  ];
  // These read their subscripts with iterator helpers, which Node 20 does not have; einsum by axis numbers works.
  const newerNode = ["matvec", "vecmat"];
  const aboutShapes = ["ndim", "promoteTypes", "resultType", "shape", "size"];

  test("numpy", () => {
    const names = covered(smoothNumpy, plainNumpy);
    expect(missing({ ...np }, names, [...notPrograms, ...aboutShapes, ...newerNode])).toEqual([]);
  });

  test("nn, lax and random", () => {
    expect(missing({ ...nn }, covered(smoothNn, plainNn), ["dotProductAttention"])).toEqual([]);
    expect(missing({ ...lax }, covered(smoothLax, plainLax), [])).toEqual([]);
    // A multivariate normal needs a Cholesky factor; see below.
    expect(missing({ ...random }, covered(plainRandom), ["key", "multivariateNormal"])).toEqual([]);
  });
});

describe("what ONNX cannot express is refused when it is compiled", () => {
  const refused: Readonly<Record<string, readonly [primitive: string, fn: (a: JaxArray) => JaxArray]>> = {
    cholesky: ["cholesky", (a) => np.linalg.cholesky(a)],
    det: ["lu", (a) => np.linalg.det(a)],
    inv: ["lu", (a) => np.linalg.inv(a)],
    solve: ["lu", (a) => np.linalg.solve(a.ref, a)],
    triangularSolve: ["triangular_solve", (a) => lax.linalg.triangularSolve(a.ref, a, { leftSide: true })],
    eigh: ["jacobi_eigh", (a) => np.linalg.eigh(a)[0]],
    rfft: ["fft", (a) => np.fft.rfft(a).real],
  };

  test.each(Object.entries(refused))("%s", async (name, [primitive, fn]) => {
    const compiled = compile(`my ${name}`, ({ a }) => ({ out: fn(a) }), { a: f32(4, 4) }, { engine: "onnx" });
    await expect(compiled).rejects.toMatchObject({ code: "engine/unsupported-primitive" });
    await expect(compiled).rejects.toThrow(new RegExp(`my ${name}.*"${primitive}"`));
  });
});
