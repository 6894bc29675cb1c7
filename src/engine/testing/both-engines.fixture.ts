/**
 * Runs one numeric function on both runtimes, ONNX Runtime and jax-js's wasm backend, and compares. A case is
 * positional (arrays in, arrays out), so tables and generators of programs stay short.
 */
import { compile } from "../program.ts";
import type { JaxArray } from "../jax.ts";
import type { EngineName } from "../runtime/runtime.ts";
import { sizeOf } from "../spec.ts";
import type { Data, Spec } from "../spec.ts";

/** One array handed to a case: its spec and its values. */
export interface CaseInput {
  readonly spec: Spec;
  readonly data: Data;
}

export interface Case {
  readonly inputs: readonly CaseInput[];
  readonly fn: (...args: JaxArray[]) => JaxArray | readonly JaxArray[];
  /** Largest error of a float, relative to the largest magnitude in the same output (at least 1). */
  readonly tolerance?: number;
  /** What the case is, for messages. */
  readonly text?: string;
}

const defaultTolerance = 2e-5;

/** The case as a function over named arrays: inputs `in0`, `in1`, … and outputs `out0`, … */
export function namedCase({ inputs, fn }: Case) {
  const names = inputs.map((_, i) => `in${i}`);
  const specs: Record<string, Spec> = {};
  const data: Record<string, Data> = {};
  inputs.forEach((input, i) => {
    specs[`in${i}`] = input.spec;
    data[`in${i}`] = input.data;
  });
  const named = (arrays: Record<string, JaxArray>): Record<string, JaxArray> => {
    const result = fn(...names.map((name) => arrays[name]!));
    const list = Array.isArray(result) ? (result as readonly JaxArray[]) : [result as JaxArray];
    return Object.fromEntries(list.map((array, i) => [`out${i}`, array]));
  };
  return { named, specs, data };
}

/** The outputs of a case on one runtime, in order. */
export async function runCase(testCase: Case, engine: EngineName): Promise<CaseInput[]> {
  const { named, specs, data } = namedCase(testCase);
  const program = await compile(testCase.text ?? "case", named, specs, { engine });
  const results = await program.run(data);
  const outputs = Object.keys(program.outputs).map((name) => ({
    spec: program.outputs[name]!,
    data: results[name]!.slice(),
  }));
  await program.dispose();
  return outputs;
}

/** Throws, with the case's text and both results, unless the two runtimes agree. */
export async function expectSameOnBoth(testCase: Case): Promise<void> {
  const onnx = await runCase(testCase, "onnx");
  const wasm = await runCase(testCase, "wasm");
  for (const [i, expected] of wasm.entries()) {
    const problem = difference(onnx[i]!, expected, testCase.tolerance ?? defaultTolerance);
    if (problem) throw new Error(`${describeCase(testCase)}\noutput ${i}: ${problem}`);
  }
}

/** What is different between two arrays, or nothing. Integers and booleans have to be equal. */
export function difference(got: CaseInput, expected: CaseInput, tolerance: number): string | undefined {
  const spell = ({ spec }: CaseInput): string => `${spec.dtype}[${spec.shape.join(",")}]`;
  if (spell(got) !== spell(expected)) return `onnx has ${spell(got)}, wasm ${spell(expected)}`;
  if (got.data.length !== sizeOf(got.spec.shape)) return `onnx has ${got.data.length} elements`;
  let scale = 1;
  for (const x of expected.data) if (Number.isFinite(x)) scale = Math.max(scale, Math.abs(x));
  const allowed = got.spec.dtype === "float32" ? tolerance * scale : 0;
  for (const [at, want] of expected.data.entries()) {
    const have = got.data[at]!;
    const same = Object.is(have, want) || have === want || Math.abs(have - want) <= allowed;
    if (!same) {
      const show = (data: Data): string => data.slice(0, 24).join(" ");
      return `element ${at}: onnx ${have}, wasm ${want}\nonnx: ${show(got.data)}\nwasm: ${show(expected.data)}`;
    }
  }
  return undefined;
}

function describeCase({ inputs, text, fn }: Case): string {
  const list = inputs.map(
    ({ spec, data }) => `${spec.dtype}[${spec.shape.join(",")}] ${data.slice(0, 24).join(" ")}`,
  );
  return `${text ?? fn.toString()}\n${list.join("\n")}`;
}
