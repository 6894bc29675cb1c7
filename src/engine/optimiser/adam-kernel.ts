/**
 * Adam in one pass over memory: four float32 vectors (values, gradient, first and second moment) that lie in one
 * WebAssembly memory are read once and written once, four lanes at a time. `adam-reference.ts` is the same update in
 * plain JavaScript; it finishes the last lanes of a range and is what the tests compare with.
 */
import { adamReference } from "./adam-reference.ts";
import type { AdamUpdate } from "./adam-reference.ts";
import { assemble, f32x4, f64, f64x2, highToLow, i32Type, local, v128, whileLoop } from "./wasm-module.ts";
import type { Code, WasmFunction } from "./wasm-module.ts";
import { webAssembly } from "../webassembly.ts";
import type { WasmMemory, WasmModule } from "../webassembly.ts";

interface KernelExports {
  /** Sum of squares of the floats in [start, end) (byte addresses), accumulated in float64. */
  sumSquares(start: number, end: number): number;
  /** Updates the values in [values, end); the other addresses run along. */
  adam(
    values: number,
    end: number,
    gradient: number,
    first: number,
    second: number,
    gradientScale: number,
    keepFirst: number,
    takeFirst: number,
    keepSecond: number,
    takeSecond: number,
    unbiasSecond: number,
    epsilon: number,
    stepSize: number,
    shrink: number,
    smallestNormal: number,
  ): void;
}

export interface AdamKernel {
  /** Sum of squares of `count` gradient entries from `from` on. */
  sumSquares(from: number, count: number): number;
  update(from: number, count: number, update: AdamUpdate): void;
}

/** Where the four vectors start, in floats. */
export interface AdamLayout {
  readonly memory: WasmMemory;
  readonly values: number;
  readonly gradient: number;
  readonly first: number;
  readonly second: number;
}

const smallestNormal = 1.17549435e-38;
const lanes = 4;
const bytes = 4;

let compiled: WasmModule | undefined;

export function createAdamKernel(layout: AdamLayout): AdamKernel {
  compiled ??= new webAssembly.Module(assemble([sumSquaresFunction(), adamFunction()]));
  const instance = new webAssembly.Instance(compiled, { env: { memory: layout.memory } });
  const kernel = instance.exports as KernelExports;
  const all = new Float32Array(layout.memory.buffer);
  const whole = (count: number): number => count - (count % lanes);
  return {
    sumSquares(from, count) {
      const start = layout.gradient + from;
      let sum = kernel.sumSquares(start * bytes, (start + whole(count)) * bytes);
      for (let i = whole(count); i < count; i++) sum += all[start + i]! ** 2;
      return sum;
    },
    update(from, count, u) {
      kernel.adam(
        (layout.values + from) * bytes,
        (layout.values + from + whole(count)) * bytes,
        (layout.gradient + from) * bytes,
        (layout.first + from) * bytes,
        (layout.second + from) * bytes,
        u.gradientScale,
        u.beta1,
        1 - u.beta1,
        u.beta2,
        1 - u.beta2,
        u.unbiasSecond,
        u.epsilon,
        u.stepSize,
        u.shrink,
        smallestNormal,
      );
      adamReference(all, layout, from + whole(count), from + count, u);
    },
  };
}

function sumSquaresFunction(): WasmFunction {
  const [at, end, values, low, high] = [0, 1, 2, 3, 4];
  const loaded = local.get(values);
  const square = (x: Code): Code => f64x2.mul(x, x);
  const body = [
    ...local.set(low, f64x2.splatConst0),
    ...local.set(high, f64x2.splatConst0),
    ...whileLoop(i32Type.lessThan(local.get(at), local.get(end)), [
      ...local.set(values, f32x4.load(local.get(at))),
      ...local.set(low, f64x2.add(local.get(low), square(f64x2.promoteLow(loaded)))),
      ...local.set(high, f64x2.add(local.get(high), square(f64x2.promoteLow(highToLow(loaded))))),
      ...local.set(at, i32Type.add(local.get(at), i32Type.const(lanes * bytes))),
    ]),
    ...local.set(low, f64x2.add(local.get(low), local.get(high))),
    ...f64.add(f64x2.extract(local.get(low), 0), f64x2.extract(local.get(low), 1)),
  ];
  return {
    name: "sumSquares",
    params: ["i32", "i32"],
    result: "f64",
    locals: ["v128", "v128", "v128"],
    body,
  };
}

function adamFunction(): WasmFunction {
  const [values, end, gradient, first, second] = [0, 1, 2, 3, 4] as const;
  const [scale, keep1, take1, keep2, take2, unbias, epsilon, step, shrink, smallest] = [
    5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
  ] as const;
  const [g, m, v] = [15, 16, 17] as const;
  const get = local.get;
  const all = (param: number): Code => f32x4.splat(get(param));
  // Lanes below the smallest normal number become zero: denormals make every later step slow.
  const flushed = (x: Code, again: Code): Code =>
    v128.and(x, f32x4.greaterEqual(f32x4.abs(again), all(smallest)));
  const advance = (pointer: number): Code =>
    local.set(pointer, i32Type.add(get(pointer), i32Type.const(lanes * bytes)));
  const { add, mul, sub, div, sqrt } = f32x4;
  const body = whileLoop(i32Type.lessThan(get(values), get(end)), [
    ...local.set(g, mul(f32x4.load(get(gradient)), all(scale))),
    ...local.set(m, add(mul(f32x4.load(get(first)), all(keep1)), mul(get(g), all(take1)))),
    ...local.set(v, add(mul(f32x4.load(get(second)), all(keep2)), mul(mul(get(g), get(g)), all(take2)))),
    ...local.set(m, flushed(get(m), get(m))),
    ...local.set(v, flushed(get(v), get(v))),
    ...f32x4.store(get(first), get(m)),
    ...f32x4.store(get(second), get(v)),
    ...f32x4.store(
      get(values),
      sub(
        mul(f32x4.load(get(values)), all(shrink)),
        div(mul(get(m), all(step)), add(mul(sqrt(get(v)), all(unbias)), all(epsilon))),
      ),
    ),
    ...[values, gradient, first, second].flatMap(advance),
  ]);
  const params = [
    ...Array.from({ length: 5 }, () => "i32" as const),
    ...Array.from({ length: 10 }, () => "f32" as const),
  ];
  return { name: "adam", params, locals: ["v128", "v128", "v128"], body };
}
