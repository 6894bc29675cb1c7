import { expect, test } from "vitest";
import { readImports } from "./read-imports.ts";

test("every way of importing is seen, with its line and kind", () => {
  const source = `
// import "./in-a-comment.ts";
import { a } from "./value.ts";
import type { B } from "./type.ts";
import { type C, type D } from "./inline-types.ts";
import { e, type F } from "./mixed.ts";
import "./side-effect.ts";
export * from "./all.ts";
export type { G } from "./exported-type.ts";
export { type H } from "./exported-inline-type.ts";
const text = 'import "./in-a-string.ts"';
const later = () => import("./dynamic.ts");
type I = import("./import-type.ts").I;
type J = typeof import("./import-typeof.ts");
export const k = [a, e, text, later];
`;
  const seen = readImports("x.ts", source).map(
    ({ specifier, line, typeOnly, dynamic }) =>
      `${line} ${specifier}${typeOnly ? " type" : ""}${dynamic ? " dynamic" : ""}`,
  );
  expect(seen).toEqual([
    "3 ./value.ts",
    "4 ./type.ts type",
    "5 ./inline-types.ts type",
    "6 ./mixed.ts",
    "7 ./side-effect.ts",
    "8 ./all.ts",
    "9 ./exported-type.ts type",
    "10 ./exported-inline-type.ts type",
    "12 ./dynamic.ts dynamic",
    "13 ./import-type.ts type",
    "14 ./import-typeof.ts type",
  ]);
});

test("what cannot be checked is an error, not a gap", () => {
  expect(() => readImports("x.ts", "await import(name);")).toThrow(/names no plain string/);
  expect(readImports("x.ts", 'import "./a.ts"; await import(name);', true)).toMatchObject([
    { specifier: "./a.ts", dynamic: false },
  ]);
  expect(() => readImports("x.ts", "import {")).toThrow(/cannot be parsed/);
});
