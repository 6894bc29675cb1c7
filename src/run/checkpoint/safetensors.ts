/**
 * The safetensors format (https://huggingface.co/docs/safetensors): eight bytes with the length of a JSON
 * header, the header, then the arrays' bytes without gaps. This file turns arrays into a header and back;
 * reading and writing files is in `checkpoint.ts`. A header is never believed: dtypes, shapes and offsets must
 * agree with each other and with the size of the file before anything is allocated.
 */

import { WindageError } from "../../error.ts";
import { isObject, tryParseObject, type JsonValue } from "../../file/json-document.ts";

/** The arrays we store. */
export type TensorData = Float32Array | Float64Array | Int32Array | Uint32Array | Uint8Array;

/** An array with its shape. */
export interface Tensor {
  readonly shape: readonly number[];
  readonly data: TensorData;
}

type Dtype = "F64" | "F32" | "I32" | "U32" | "U8";

const constructors = {
  F64: Float64Array,
  F32: Float32Array,
  I32: Int32Array,
  U32: Uint32Array,
  U8: Uint8Array,
} as const satisfies Record<Dtype, unknown>;

/** Where one array lies in the data part. */
export interface TensorEntry {
  readonly name: string;
  readonly dtype: Dtype;
  readonly shape: readonly number[];
  readonly begin: number;
  readonly end: number;
}

/** The format's own limit is 100 MB; ours is less, since our headers have no business being longer. */
const MAX_HEADER_BYTES = 16 * 2 ** 20;
const MAX_TENSORS = 100_000;
const MAX_DIMENSIONS = 16;
/** More than the bytes of one typed array may be on the oldest Node that we support. */
const MAX_ARRAY_BYTES = 2 ** 32 - 1;

function dtypeOf(data: TensorData): Dtype {
  if (data instanceof Float64Array) return "F64";
  if (data instanceof Float32Array) return "F32";
  if (data instanceof Int32Array) return "I32";
  if (data instanceof Uint32Array) return "U32";
  if (data instanceof Uint8Array) return "U8";
  // Callers without types may hand over anything; as bytes it would come back as something else.
  throw invalid("got an array of another kind, expected float64, float32, int32, uint32 or uint8");
}

function isDtype(value: unknown): value is Dtype {
  return typeof value === "string" && Object.hasOwn(constructors, value);
}

function isSafeName(name: string): boolean {
  return name !== "" && name.length <= 200 && name !== "__metadata__" && name !== "__proto__";
}

function isIndex(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function invalid(reason: string): WindageError {
  return new WindageError("run/invalid-checkpoint", reason);
}

/** An empty array for an entry. */
export function allocate(entry: TensorEntry): TensorData {
  const constructor = constructors[entry.dtype];
  return new constructor((entry.end - entry.begin) / constructor.BYTES_PER_ELEMENT);
}

/** The bytes behind an array, not copied. */
export function bytesOf(data: TensorData): Uint8Array {
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

/** The first part of a file (length and header) and the arrays in the order their bytes follow. */
export function encodeHeader(
  tensors: ReadonlyMap<string, Tensor>,
  metadata: Readonly<Record<string, string>>,
): { readonly header: Uint8Array; readonly arrays: readonly TensorData[] } {
  const header: [string, unknown][] = [["__metadata__", metadata]];
  const arrays: TensorData[] = [];
  // Wide elements first, so that each array begins at a multiple of its element's size.
  const sorted = Array.from(tensors).sort(
    ([aName, a], [bName, b]) =>
      b.data.BYTES_PER_ELEMENT - a.data.BYTES_PER_ELEMENT || (aName < bName ? -1 : 1),
  );
  let begin = 0;
  for (const [name, { shape, data }] of sorted) {
    if (!isSafeName(name))
      throw invalid(`got an array named ${JSON.stringify(name)}, which cannot be stored`);
    if (shape.reduce((product, size) => product * size, 1) !== data.length) {
      throw invalid(`array ${name}: got ${data.length} numbers, expected shape [${shape.join(", ")}]`);
    }
    const end = begin + data.byteLength;
    header.push([name, { dtype: dtypeOf(data), shape, data_offsets: [begin, end] }]);
    arrays.push(data);
    begin = end;
  }
  const json = new TextEncoder().encode(JSON.stringify(Object.fromEntries(header)));
  const length = Math.ceil(json.length / 8) * 8;
  if (length > MAX_HEADER_BYTES) {
    throw invalid(
      `got a header of ${length} bytes, expected at most ${MAX_HEADER_BYTES}; keep bulk in arrays`,
    );
  }
  // The format wants padding to be spaces.
  const bytes = new Uint8Array(8 + length).fill(0x20);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(length), true);
  bytes.set(json, 8);
  return { header: bytes, arrays };
}

/** The length of the header that the first eight bytes announce, or why it cannot be. */
export function headerLength(start: Uint8Array, fileSize: number): number | { readonly problem: string } {
  if (start.length < 8) return { problem: "it ends before its header" };
  const length = new DataView(start.buffer, start.byteOffset, 8).getBigUint64(0, true);
  if (length > BigInt(MAX_HEADER_BYTES)) return { problem: `its header claims ${length} bytes` };
  if (8 + Number(length) > fileSize) return { problem: "it ends inside its header" };
  return Number(length);
}

function readEntry(name: string, value: JsonValue): TensorEntry | { readonly problem: string } {
  const wrong = (what: string): { readonly problem: string } => ({
    problem: `its header describes the array ${JSON.stringify(name.slice(0, 60))} with ${what}`,
  });
  if (!isSafeName(name)) return wrong("a name we do not use");
  if (!isObject(value)) return wrong("something that is no object");
  const { dtype, shape, data_offsets: offsets } = value;
  if (!isDtype(dtype)) return wrong("an element type we do not use");
  if (!Array.isArray(shape) || shape.length > MAX_DIMENSIONS || !shape.every(isIndex)) {
    return wrong("an impossible shape");
  }
  if (!Array.isArray(offsets) || offsets.length !== 2 || !offsets.every(isIndex)) {
    return wrong("impossible offsets");
  }
  const [begin, end] = offsets as [number, number];
  const count = shape.reduce((product, size) => product * size, 1);
  const size = count * constructors[dtype].BYTES_PER_ELEMENT;
  if (!Number.isSafeInteger(size) || end - begin !== size)
    return wrong("a shape that contradicts its offsets");
  if (size > MAX_ARRAY_BYTES) return wrong(`more than ${MAX_ARRAY_BYTES} bytes`);
  return { name, dtype, shape, begin, end };
}

/** Reads a header's text for a data part of `dataSize` bytes, or says why it cannot be right. */
export function decodeHeader(
  text: string,
  dataSize: number,
):
  | { readonly entries: readonly TensorEntry[]; readonly metadata: ReadonlyMap<string, string> }
  | { readonly problem: string } {
  const parsed = tryParseObject(text);
  if ("problem" in parsed) return { problem: `of its header, ${parsed.problem}` };
  const metadata = new Map<string, string>();
  const entries: TensorEntry[] = [];
  for (const [name, value] of Object.entries(parsed.object)) {
    if (name === "__metadata__") {
      if (!isObject(value)) return { problem: "its header's metadata is no object" };
      for (const [key, note] of Object.entries(value)) {
        if (typeof note !== "string") return { problem: "its header's metadata holds more than texts" };
        metadata.set(key, note);
      }
      continue;
    }
    const entry = readEntry(name, value);
    if ("problem" in entry) return entry;
    entries.push(entry);
    if (entries.length > MAX_TENSORS) return { problem: `it has more than ${MAX_TENSORS} arrays` };
  }
  entries.sort((a, b) => a.begin - b.begin || a.end - b.end);
  let covered = 0;
  for (const entry of entries) {
    if (entry.begin !== covered) return { problem: "its arrays overlap or leave gaps" };
    covered = entry.end;
  }
  if (covered !== dataSize) return { problem: `it has ${dataSize} bytes of arrays, expected ${covered}` };
  return { entries, metadata };
}
