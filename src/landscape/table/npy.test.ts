import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type NpyData, readNpy, writeNpy } from "./npy.ts";

/** A file with a hand-made header, version and data. */
function file(header: string, data: Uint8Array = new Uint8Array(0), version = 1): Uint8Array {
  const text = new TextEncoder().encode(header);
  const size =
    version === 1 ? [text.length & 255, text.length >> 8] : [text.length & 255, text.length >> 8, 0, 0];
  return Uint8Array.of(0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, version, 0, ...size, ...text, ...data);
}

const header = (descr: string, shape: string, order = "False"): string =>
  `{'descr': '${descr}', 'fortran_order': ${order}, 'shape': ${shape}, }\n`;

describe("writeNpy", () => {
  test("writes the documented layout", () => {
    // Version 1.0 of the format: the header is padded with spaces to a multiple of 64 and ends in a newline.
    // tfbind8.test.ts compares with files that NumPy itself has written.
    const bytes = writeNpy({ shape: [1, 3], data: Int32Array.of(1, 2, 3) });
    const text = "{'descr': '<i4', 'fortran_order': False, 'shape': (1, 3), }".padEnd(117) + "\n";
    expect(new TextDecoder("latin1").decode(bytes.subarray(0, 128))).toBe(
      `\u0093NUMPY\u0001\u0000v\u0000${text}`,
    );
    expect(bytes.subarray(128)).toEqual(Uint8Array.of(1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0));
  });

  test("round trip keeps every bit of every type", () => {
    const arrays: fc.Arbitrary<NpyData> = fc.oneof(
      fc.int32Array(),
      fc.bigInt64Array(),
      fc.float32Array(),
      fc.float64Array(),
    );
    fc.assert(
      fc.property(arrays, (data) => {
        const back = readNpy(writeNpy({ shape: [data.length], data }));
        expect(back.shape).toEqual([data.length]);
        expect(back.data.constructor).toBe(data.constructor);
        expect(new Uint8Array(back.data.buffer)).toEqual(
          new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
        );
      }),
    );
  });
});

describe("readNpy", () => {
  test("reads versions 1 to 3, both byte orders, scalars and a view into a larger buffer", () => {
    for (const version of [1, 2, 3]) {
      const little = readNpy(
        file(header("<i4", "(2,)"), Uint8Array.of(1, 0, 0, 0, 255, 255, 255, 255), version),
      );
      expect(little.data).toEqual(Int32Array.of(1, -1));
    }
    expect(readNpy(file(header(">f4", "(1, 1)"), Uint8Array.of(0x3f, 0x80, 0, 0))).data).toEqual(
      Float32Array.of(1),
    );
    expect(readNpy(file(header("<i8", "()"), Uint8Array.of(7, 0, 0, 0, 0, 0, 0, 0))).data).toEqual(
      BigInt64Array.of(7n),
    );
    const padded = new Uint8Array(200);
    const bytes = file(header("<i4", "(1,)", "True"), Uint8Array.of(5, 0, 0, 0));
    padded.set(bytes, 13);
    expect(readNpy(padded.subarray(13, 13 + bytes.length)).data).toEqual(Int32Array.of(5));
  });

  test.each([
    ["other magic", Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), "does not start with"],
    ["empty", new Uint8Array(0), "does not start with"],
    ["version 9", file(header("<i4", "(0,)"), new Uint8Array(0), 9), "version 9 is unknown"],
    ["cut header", file(header("<i4", "(0,)")).subarray(0, 30), "ends inside the header"],
    ["cut data", file(header("<i4", "(2,)"), new Uint8Array(7)), "needs 8 bytes, but 7 follow"],
    ["extra data", file(header("<i4", "(2,)"), new Uint8Array(9)), "needs 8 bytes, but 9 follow"],
    ["huge shape", file(header("<f8", "(4503599627370496, 4503599627370496)")), "follow the header"],
    ["shape with 400 digits", file(header("<f8", `(${"9".repeat(400)},)`)), "at most 16 digits"],
    ["negative shape", file(header("<f8", "(-1,)")), "expected a dimension"],
    ["very many dimensions", file(header("<f8", `(${"1,".repeat(40)})`)), "more than 32 dimensions"],
    ["Fortran order", file(header("<f8", "(2, 3)", "True"), new Uint8Array(48)), "Fortran order"],
    ["objects", file(header("|O", "(1,)")), 'its type is "|O"'],
    ["prototype names", file(header("<constructor", "(1,)")), "its type is"],
    [
      "structured",
      file("{'descr': [('a', '<i4')], 'fortran_order': False, 'shape': (1,)}"),
      "structured types",
    ],
    ["code", file("__import__('os').system('true')"), 'expected "{"'],
    ["missing key", file("{'descr': '<i4', 'shape': (1,)}"), "is missing"],
    ["repeated key", file("{'descr': '<i4', 'descr': '<i4'}"), "repeated key"],
    ["trailing text", file(`${header("<i4", "(0,)")} + 1`), "expected the end of the header"],
  ])("refuses: %s", (_, bytes, message) => {
    expect(() => readNpy(bytes, "x.npy")).toThrow(
      expect.objectContaining({
        code: "data/invalid-npy",
        message: expect.stringContaining(message) as string,
      }),
    );
  });

  test("refuses a header larger than any real one before reading it", () => {
    const bytes = Uint8Array.of(0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 2, 0, 255, 255, 255, 255, 32);
    expect(() => readNpy(bytes)).toThrow("claims 4294967295 bytes");
  });

  test("random bytes are refused with our error, never another", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), fc.integer({ min: 1, max: 3 }), (noise, version) => {
        const bytes = file(new TextDecoder("latin1").decode(noise), noise, version);
        try {
          readNpy(bytes);
        } catch (error) {
          expect(error).toMatchObject({ code: "data/invalid-npy" });
        }
      }),
    );
  });
});
