/**
 * Just enough of a WebAssembly assembler to write numeric loops over memory with 128-bit SIMD: expressions are byte
 * lists that leave one value on the stack. Exists so that one pass over memory can do what ten operators would.
 */

export type Code = readonly number[];

/** Unsigned LEB128, for indices, sizes and opcodes. */
function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const byte = rest & 0x7f;
    rest >>>= 7;
    bytes.push(rest === 0 ? byte : byte | 0x80);
  } while (rest !== 0);
  return bytes;
}

/** Signed LEB128, for constants. */
function signed(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (;;) {
    const byte = rest & 0x7f;
    rest >>= 7;
    if ((rest === 0 && (byte & 0x40) === 0) || (rest === -1 && (byte & 0x40) !== 0)) return [...bytes, byte];
    bytes.push(byte | 0x80);
  }
}

const simd = (opcode: number): number[] => [0xfd, ...unsigned(opcode)];
const memarg = (offset: number): number[] => [0, ...unsigned(offset)];
const op2 =
  (opcode: readonly number[]) =>
  (a: Code, b: Code): Code => [...a, ...b, ...opcode];
const op1 =
  (opcode: readonly number[]) =>
  (a: Code): Code => [...a, ...opcode];

export const local = {
  get: (index: number): Code => [0x20, ...unsigned(index)],
  set: (index: number, value: Code): Code => [...value, 0x21, ...unsigned(index)],
};

export const i32Type = {
  const: (value: number): Code => [0x41, ...signed(value)],
  add: op2([0x6a]),
  lessThan: op2([0x49]),
};

export const f64 = { add: op2([0xa0]) };

export const f32x4 = {
  load: (address: Code, offset = 0): Code => [...address, ...simd(0x00), ...memarg(offset)],
  store: (address: Code, value: Code, offset = 0): Code => [
    ...address,
    ...value,
    ...simd(0x0b),
    ...memarg(offset),
  ],
  splat: op1(simd(0x13)),
  abs: op1(simd(0xe0)),
  sqrt: op1(simd(0xe3)),
  add: op2(simd(0xe4)),
  sub: op2(simd(0xe5)),
  mul: op2(simd(0xe6)),
  div: op2(simd(0xe7)),
  greaterEqual: op2(simd(0x46)),
};

export const v128 = { and: op2(simd(0x4e)) };

export const f64x2 = {
  splatConst0: [...simd(0x0c), ...Array.from({ length: 16 }, () => 0)] as Code,
  /** The two low float32 lanes, as float64. */
  promoteLow: op1(simd(0x5f)),
  add: op2(simd(0xf0)),
  mul: op2(simd(0xf2)),
  extract: (value: Code, lane: 0 | 1): Code => [...value, ...simd(0x21), lane],
};

/** The two high float32 lanes moved to the low ones. */
export function highToLow(value: Code): Code {
  const lanes = [8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15];
  return [...value, ...value, ...simd(0x0d), ...lanes];
}

/** Repeats `body` while `condition` (an i32 expression) holds, testing before the first round. */
export function whileLoop(condition: Code, body: Code): Code {
  const block = 0x02;
  const loop = 0x03;
  const empty = 0x40;
  const isZero = 0x45;
  return [block, empty, loop, empty, ...condition, isZero, 0x0d, 1, ...body, 0x0c, 0, 0x0b, 0x0b];
}

const valueType = { i32: 0x7f, f32: 0x7d, f64: 0x7c, v128: 0x7b } as const;
type ValueType = keyof typeof valueType;

export interface WasmFunction {
  readonly name: string;
  readonly params: readonly ValueType[];
  readonly result?: ValueType;
  /** Types of the locals after the parameters. */
  readonly locals: readonly ValueType[];
  readonly body: Code;
}

const magicAndVersion: Code = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];

/** A module that imports its memory as `env.memory` and exports the functions. */
export function assemble(functions: readonly WasmFunction[]): Uint8Array<ArrayBuffer> {
  const bytesOf = (text: string): number[] => [...new TextEncoder().encode(text)];
  const sized = (bytes: Code): number[] => [...unsigned(bytes.length), ...bytes];
  const list = (items: readonly Code[]): number[] => [...unsigned(items.length), ...items.flat()];
  const section = (id: number, items: readonly Code[]): number[] => [id, ...sized(list(items))];
  const types = functions.map(({ params, result }) => [
    0x60,
    ...list(params.map((type) => [valueType[type]])),
    ...list(result ? [[valueType[result]]] : []),
  ]);
  const memory = [...sized(bytesOf("env")), ...sized(bytesOf("memory")), 0x02, 0x00, 0x01];
  const bodies = functions.map(({ locals, body }) =>
    sized([...list(locals.map((type) => [1, valueType[type]])), ...body, 0x0b]),
  );
  return Uint8Array.from([
    ...magicAndVersion,
    ...section(1, types),
    ...section(2, [memory]),
    ...section(
      3,
      functions.map((_, i) => unsigned(i)),
    ),
    ...section(
      7,
      functions.map(({ name }, i) => [...sized(bytesOf(name)), 0x00, ...unsigned(i)]),
    ),
    ...section(10, bodies),
  ]);
}
