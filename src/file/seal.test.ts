import { expect, test } from "vitest";
import { parseObject, tryParseObject } from "./json-document.ts";
import { crc32, seal } from "./seal.ts";

test("the check is the published CRC-32", () => {
  expect(crc32("123456789")).toBe("cbf43926");
  expect(crc32("")).toBe("00000000");
  expect(crc32("Größe 😀")).toBe("61cee223");
});

test("a sealed document is read as it was, whatever the layout, and without its check", () => {
  const document = { iteration: 3, loss: -0.1, nothing: null, deep: { list: [1e21, 5e-324, "\u2028"] } };
  const text = JSON.stringify(seal(document));
  expect(parseObject(text, "x")).toEqual(document);
  expect(parseObject(JSON.stringify(JSON.parse(text), null, 2), "x")).toEqual(document);
  expect(parseObject(JSON.stringify(document), "x")).toEqual(document);
});

test("every changed character of a sealed line is noticed or harmless", () => {
  const document = { iteration: 12, loss: 0.0625, logZ: -3.5 };
  const text = JSON.stringify(seal(document));
  for (let at = 0; at < text.length; at++) {
    for (const other of ["0", "7", "e", '"', " "]) {
      if (text[at] === other) continue;
      const read = tryParseObject(text.slice(0, at) + other + text.slice(at + 1));
      // The name of the check may be what is damaged; then the figures are not.
      if ("object" in read) expect(read.object).toMatchObject(document);
      else expect(read.problem).toMatch(/not valid JSON|not a JSON object|changed since/);
    }
  }
});
