/**
 * NumPy's .npy files: int32, int64, float32 and float64 arrays in C order, format versions 1 to 3, either byte
 * order. Nothing is trusted: sizes are checked against the bytes that are there before anything is allocated.
 * Objects, structured types and Fortran order are refused.
 */

import { WindageError } from "../../error.ts";
import { type NpyHeader, NpyHeaderProblem, parseNpyHeader } from "./npy-header.ts";

/** The typed arrays a file can hold. */
export type NpyData = Int32Array | BigInt64Array | Float32Array | Float64Array;

/** An array with its shape, in C order. */
export interface NpyArray {
  readonly shape: readonly number[];
  readonly data: NpyData;
}

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];
const MAX_HEADER_BYTES = 65_536;
const ALIGNMENT = 64;
const ITEM_BYTES = { i4: 4, i8: 8, f4: 4, f8: 8 } as const;

/** Reads one file's bytes; `file` is only for messages. */
export function readNpy(bytes: Uint8Array, file = "npy"): NpyArray {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 10 || MAGIC.some((byte, at) => bytes[at] !== byte)) {
    throw refusal(file, 'it does not start with "\\x93NUMPY"');
  }
  const version = bytes[6]!;
  if (version < 1 || version > 3)
    throw refusal(file, `format version ${version} is unknown, expected 1, 2 or 3`);
  const headerStart = version === 1 ? 10 : 12;
  if (bytes.length < headerStart) throw refusal(file, "it ends inside the header");
  const headerBytes = version === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  if (headerBytes > MAX_HEADER_BYTES) {
    throw refusal(file, `its header claims ${headerBytes} bytes, expected at most ${MAX_HEADER_BYTES}`);
  }
  const dataStart = headerStart + headerBytes;
  if (dataStart > bytes.length) throw refusal(file, "it ends inside the header");
  const encoding = version === 3 ? "utf-8" : "latin1";
  const text = new TextDecoder(encoding).decode(bytes.subarray(headerStart, dataStart));
  const { descr, shape } = readHeader(text, file);

  const order = descr[0];
  const type = descr.slice(1);
  if ((order !== "<" && order !== ">") || !isItemType(type)) {
    throw refusal(file, `its type is "${descr}", expected int32, int64, float32 or float64`);
  }
  // Factors are multiplied as floats: an absurd shape overflows to something larger than any file.
  const count = shape.reduce((product, size) => product * size, 1);
  const found = bytes.length - dataStart;
  if (count * ITEM_BYTES[type] !== found) {
    throw refusal(
      file,
      `shape (${shape.join(", ")}) of ${descr} needs ${count * ITEM_BYTES[type]} bytes, but ${found} follow the header`,
    );
  }
  return { shape, data: readItems(view, dataStart, count, type, order === "<") };
}

/** Writes an array as a version 1 file in little-endian C order, byte for byte as NumPy would. */
export function writeNpy(array: NpyArray): Uint8Array<ArrayBuffer> {
  const { data, shape } = array;
  const type = typeOf(data);
  const tuple = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(", ")})`;
  const header = `{'descr': '<${type}', 'fortran_order': False, 'shape': ${tuple}, }`;
  const unpadded = 10 + header.length + 1;
  const padding = (ALIGNMENT - (unpadded % ALIGNMENT)) % ALIGNMENT;
  const dataStart = unpadded + padding;
  const bytes = new Uint8Array(dataStart + data.byteLength);
  const view = new DataView(bytes.buffer);
  bytes.set([...MAGIC, 1, 0]);
  view.setUint16(8, dataStart - 10, true);
  bytes.set(new TextEncoder().encode(`${header}${" ".repeat(padding)}\n`), 10);
  for (let at = 0; at < data.length; at++) {
    const offset = dataStart + at * ITEM_BYTES[type];
    const value = data[at]!;
    if (typeof value === "bigint") view.setBigInt64(offset, value, true);
    else if (type === "i4") view.setInt32(offset, value, true);
    else if (type === "f4") view.setFloat32(offset, value, true);
    else view.setFloat64(offset, value, true);
  }
  return bytes;
}

function readHeader(text: string, file: string): NpyHeader {
  try {
    const header = parseNpyHeader(text);
    if (header.fortranOrder && header.shape.length > 1) throw new NpyHeaderProblem("it is in Fortran order");
    return header;
  } catch (cause) {
    if (cause instanceof NpyHeaderProblem) throw refusal(file, `header: ${cause.message}`);
    throw cause;
  }
}

function readItems(
  view: DataView,
  start: number,
  count: number,
  type: keyof typeof ITEM_BYTES,
  littleEndian: boolean,
): NpyData {
  if (type === "i8") {
    return BigInt64Array.from({ length: count }, (_, at) => view.getBigInt64(start + at * 8, littleEndian));
  }
  if (type === "i4") {
    return Int32Array.from({ length: count }, (_, at) => view.getInt32(start + at * 4, littleEndian));
  }
  if (type === "f4") {
    return Float32Array.from({ length: count }, (_, at) => view.getFloat32(start + at * 4, littleEndian));
  }
  return Float64Array.from({ length: count }, (_, at) => view.getFloat64(start + at * 8, littleEndian));
}

function isItemType(type: string): type is keyof typeof ITEM_BYTES {
  return Object.hasOwn(ITEM_BYTES, type);
}

function typeOf(data: NpyData): keyof typeof ITEM_BYTES {
  if (data instanceof BigInt64Array) return "i8";
  if (data instanceof Int32Array) return "i4";
  return data instanceof Float32Array ? "f4" : "f8";
}

function refusal(file: string, reason: string): WindageError {
  return new WindageError(
    "data/invalid-npy",
    `${file}: ${reason}; write the array with numpy.save as int32, int64, float32 or float64 in C order`,
  );
}
