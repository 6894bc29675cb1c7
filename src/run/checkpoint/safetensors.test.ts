import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  allocate,
  bytesOf,
  decodeHeader,
  encodeHeader,
  headerLength,
  type TensorData,
} from "./safetensors.ts";

const arrays = fc.oneof(
  fc.float32Array({ maxLength: 9 }),
  fc.float64Array({ maxLength: 9 }),
  fc.int32Array({ maxLength: 9 }),
  fc.uint32Array({ maxLength: 9 }),
  fc.uint8Array({ maxLength: 9 }),
);

function decode(header: Uint8Array, dataSize: number): ReturnType<typeof decodeHeader> {
  return decodeHeader(new TextDecoder().decode(header.subarray(8)), dataSize);
}

describe("encodeHeader", () => {
  test("writes the bytes the format's description asks for", () => {
    // Written by hand after https://huggingface.co/docs/safetensors, "Format".
    const { header, arrays } = encodeHeader(
      new Map<string, { shape: number[]; data: TensorData }>([
        ["b", { shape: [3], data: Uint8Array.of(1, 2, 3) }],
        ["a", { shape: [2, 1], data: Float32Array.of(1, 2) }],
      ]),
      { note: "n" },
    );
    const json =
      '{"__metadata__":{"note":"n"},"a":{"dtype":"F32","shape":[2,1],"data_offsets":[0,8]},' +
      '"b":{"dtype":"U8","shape":[3],"data_offsets":[8,11]}}';
    const length = Math.ceil(json.length / 8) * 8;
    expect(Array.from(header.subarray(0, 8))).toEqual([length, 0, 0, 0, 0, 0, 0, 0]);
    expect(new TextDecoder().decode(header.subarray(8))).toBe(json.padEnd(length, " "));
    expect(arrays.map((data) => data.length)).toEqual([2, 3]);
  });

  test("what is encoded is decoded, aligned and without gaps", () => {
    const name = fc
      .string({ minLength: 1, maxLength: 20 })
      .filter((text) => !/^__(?:metadata|proto)__$/.test(text));
    fc.assert(
      fc.property(fc.dictionary(name, arrays, { noNullPrototype: true }), fc.string(), (record, note) => {
        const tensors = new Map(
          Object.entries(record).map(([key, data]) => [key, { shape: [data.length], data }]),
        );
        const { header, arrays } = encodeHeader(tensors, { note });
        const dataSize = arrays.reduce((sum, data) => sum + data.byteLength, 0);
        expect(headerLength(header, header.length + dataSize)).toBe(header.length - 8);
        expect(header.length % 8).toBe(0);
        const decoded = decode(header, dataSize);
        if ("problem" in decoded) throw new Error(decoded.problem);
        expect(decoded.metadata).toEqual(new Map([["note", note]]));
        expect(new Set(decoded.entries.map((entry) => entry.name))).toEqual(new Set(tensors.keys()));
        for (const entry of decoded.entries) {
          const data = allocate(entry);
          expect(entry.begin % data.BYTES_PER_ELEMENT).toBe(0);
          expect(data.constructor).toBe(tensors.get(entry.name)!.data.constructor);
          expect(bytesOf(data).length).toBe(entry.end - entry.begin);
        }
      }),
    );
  });

  test("refuses a shape that is not that of the data", () => {
    const tensors = new Map([["a", { shape: [2, 2], data: new Float32Array(3) }]]);
    expect(() => encodeHeader(tensors, {})).toThrow("got 3 numbers, expected shape [2, 2]");
  });
});

describe("hostile headers", () => {
  const entry = (changes: object): string =>
    JSON.stringify({ a: { dtype: "F32", shape: [2], data_offsets: [0, 8], ...changes } });

  test.each([
    ["not JSON", "{", "not valid JSON"],
    ["a list", "[]", "not a JSON object"],
    ["an unknown element type", entry({ dtype: "F8_E4M3" }), "element type"],
    ["an inherited name as element type", entry({ dtype: "toString" }), "element type"],
    ["a negative size", entry({ shape: [-2] }), "impossible shape"],
    ["a fractional size", entry({ shape: [0.5] }), "impossible shape"],
    ["sizes that overflow", entry({ shape: [2 ** 30, 2 ** 30] }), "contradicts"],
    ["sizes that overflow to nothing", entry({ shape: [2 ** 52, 2 ** 52, 0] }), "contradicts"],
    ["too many dimensions", entry({ shape: Array.from({ length: 99 }, () => 1) }), "impossible shape"],
    ["offsets the wrong way round", entry({ data_offsets: [8, 0] }), "contradicts"],
    ["three offsets", entry({ data_offsets: [0, 4, 8] }), "offsets"],
    ["an end beyond the file", entry({ shape: [1000], data_offsets: [0, 4000] }), "bytes of arrays"],
    ["a gap", entry({ shape: [1], data_offsets: [4, 8] }), "gaps"],
    ["data nobody claims", entry({ shape: [1], data_offsets: [0, 4] }), "bytes of arrays"],
    ["metadata that is no object", '{"__metadata__":[]}', "metadata"],
    ["metadata that holds more than texts", '{"__metadata__":{"a":{}}}', "metadata"],
    ["a prototype", '{"__proto__":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}', "__proto__"],
    ["deep nesting", `{"a":${"[".repeat(9999)}${"]".repeat(9999)}}`, "nested"],
  ])("%s is refused", (_, text, reason) => {
    expect(decodeHeader(text, 8)).toMatchObject({ problem: expect.stringContaining(reason) });
  });

  test("overlapping arrays are refused", () => {
    const one = { dtype: "U8", shape: [6], data_offsets: [0, 6] };
    const two = { dtype: "U8", shape: [4], data_offsets: [4, 8] };
    expect(decodeHeader(JSON.stringify({ one, two }), 8)).toMatchObject({
      problem: expect.stringMatching(/overlap/),
    });
  });

  test("a length beyond the file or reason is refused before anything is read", () => {
    const start = new Uint8Array(8).fill(255);
    expect(headerLength(start, 1e9)).toMatchObject({
      problem: expect.stringMatching(/claims 18446744073709551615 bytes/),
    });
    expect(headerLength(Uint8Array.of(9, 0, 0, 0, 0, 0, 0, 0), 16)).toMatchObject({
      problem: expect.stringMatching(/inside/),
    });
    expect(headerLength(Uint8Array.of(1), 1)).toMatchObject({ problem: expect.stringMatching(/before/) });
  });

  test("no header makes the decoder throw or accept more bytes than there are", () => {
    const number = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(0, 4, 8, 2 ** 53));
    const part = fc.record({
      dtype: fc.constantFrom("F32", "F64", "U8", "I8", 7),
      shape: fc.oneof(fc.array(number, { maxLength: 4 }), fc.jsonValue()),
      data_offsets: fc.oneof(fc.array(number, { maxLength: 3 }), fc.jsonValue()),
    });
    const text = fc.oneof(
      fc.dictionary(fc.string(), fc.oneof(part, fc.jsonValue())).map((o) => JSON.stringify(o)),
      fc.json(),
      fc.string(),
    );
    fc.assert(
      fc.property(text, fc.nat(64), (header, size) => {
        const decoded = decodeHeader(header, size);
        if ("problem" in decoded) return;
        expect(decoded.entries.reduce((sum, { begin, end }) => sum + end - begin, 0)).toBe(size);
      }),
      { numRuns: 1000 },
    );
  });
});
