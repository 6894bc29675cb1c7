import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject } from "../../file/json-document.ts";
import { packTexts, unpackTexts } from "./checkpoint-texts.ts";

const long = fc.array(fc.string({ unit: "binary" }), { minLength: 65, maxLength: 90 });

test("what is packed comes back, wherever the lists stand", () => {
  fc.assert(
    fc.property(long, long, (a, b) => {
      const document: JsonObject = { a, deep: [{ b, few: ["x"] }, 1, null] };
      const packed = packTexts(document);
      expect(Object.keys(packed.arrays)).toHaveLength(4);
      expect(JSON.stringify(packed.document).length).toBeLessThan(100);
      const { document: back, arrays } = unpackTexts("file", packed.document, {
        ...packed.arrays,
        own: Uint8Array.of(1),
      });
      expect(back).toEqual(document);
      expect(Object.keys(arrays)).toEqual(["own"]);
    }),
    { numRuns: 50 },
  );
});

test.each([
  [{ list: { $texts: "0" } }, {}],
  [{ list: { $texts: 0 } }, {}],
  [{ list: { $texts: 0 } }, { "texts.0.bytes": Uint8Array.of(65), "texts.0.lengths": Int32Array.of(2) }],
  [{ list: { $texts: 0 } }, { "texts.0.bytes": Uint8Array.of(65), "texts.0.lengths": Int32Array.of(-1, 2) }],
  [{ list: { $texts: 0 } }, { "texts.0.bytes": Uint8Array.of(65, 66), "texts.0.lengths": Int32Array.of(1) }],
  [{ list: { $texts: 0 } }, { "texts.0.bytes": Uint8Array.of(0xff), "texts.0.lengths": Int32Array.of(1) }],
  [{ list: { $texts: 0 } }, { "texts.0.bytes": Float32Array.of(1), "texts.0.lengths": Int32Array.of(1) }],
])("what does not fit together is refused: %o", (document, arrays) => {
  expect(() => unpackTexts("file", document, arrays)).toThrow("the folder is damaged");
});
