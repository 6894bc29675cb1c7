import fc from "fast-check";
import { expect, test } from "vitest";
import { duplicateKey } from "./duplicate-key.ts";

test.each([
  ['{"a": 1, "a": 2}', "a"],
  ['[{"a": 1}, {"b": {"c": 1, "\\u0063": 2}}]', "c"],
  ['{"a": {"a": 1}, "b": ["a", "a", {"a": ":"}]}', undefined],
  ['{"a\\"": 1, "a\\\\": 2, "b": "\\"a\\": 1"}', undefined],
  ['{"": 1, "": 2}', ""],
  ['{"__proto__": 1, "__proto__": 2}', "__proto__"],
  ["null", undefined],
])("%s", (text, key) => {
  expect(duplicateKey(text)).toBe(key);
});

test("what was written from a value has none, and one put in is found", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), (value, key) => {
      const text = JSON.stringify(value, null, 1);
      expect(duplicateKey(text)).toBeUndefined();
      const name = JSON.stringify(key);
      expect(duplicateKey(`{"x": [{${name}: ${text}, ${name}: 1}]}`)).toBe(key);
    }),
  );
});
