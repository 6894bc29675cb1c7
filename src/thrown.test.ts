import { expect, test } from "vitest";
import { WindageError } from "./error.ts";
import { describeAny, describeThrown, isErrorOf, traceOf } from "./thrown.ts";

const hostile: unknown = new Proxy(
  {},
  {
    get: () => {
      throw new Error("get");
    },
    getPrototypeOf: () => {
      throw new Error("prototype");
    },
    ownKeys: () => {
      throw new Error("keys");
    },
  },
);

class Unreadable extends Error {
  override get message(): string {
    throw new Error("message");
  }
  override get stack(): string {
    throw new Error("stack");
  }
}

test.each<[unknown, string]>([
  [new TypeError("boom"), "boom"],
  [new TypeError(""), "TypeError"],
  ["a text", "a text"],
  [null, "null"],
  [undefined, "undefined"],
  [Symbol("s"), "Symbol(s)"],
  [{ code: 7 }, 'an object ({"code":7})'],
  [[1, 2], "a list of 2"],
  [Object.assign(new Error("x"), { message: 42 }), "42"],
  [Object.create(null), "an object ({})"],
  [new Unreadable(), "an error whose message cannot be read"],
  [hostile, "an error whose message cannot be read"],
])("whatever is thrown is told in words: %#", (thrown, words) => {
  expect(describeThrown(thrown)).toBe(words);
});

test("what cannot be read is not looked into", () => {
  expect(describeAny(hostile)).toBe("a value that cannot be read");
  expect([traceOf(hostile), traceOf(new Unreadable()), traceOf(null)]).toEqual(["", "", ""]);
  expect(isErrorOf(WindageError, hostile)).toBe(false);
});
