import { expect, test } from "vitest";
import { readExports } from "./read-exports.ts";

const files: Readonly<Record<string, string>> = {
  "/index.ts": `/** A room. It has things. */
export { one, type Two as Second } from "./one.ts";
export * from "./three-things.ts";
export { /** From elsewhere. */ far } from "package";`,
  "/one.ts": `/** One thing, e.g. 1.5 of it. And more. */
export function one(): void {}
export interface Two {}
/** Not about what comes after the gap. */
const gap = 1;
export const after = () => gap;`,
  "/three-things.ts": `/** Three things together. Not four. */
export class ThreeThings {}
import { one } from "./one.ts";
export { one as again };`,
};

test("names come through re-exports with the first sentence of their comment", () => {
  const { about, names } = readExports(
    "/index.ts",
    (file) => files[file]!,
    (_, specifier) => specifier.replace(".", ""),
  );
  expect(about).toBe("A room. It has things.");
  expect(names).toEqual([
    { name: "one", kind: "function", sentence: "One thing, e.g. 1.5 of it." },
    { name: "Second", kind: "interface", sentence: undefined },
    { name: "ThreeThings", kind: "class", sentence: "Three things together." },
    { name: "again", kind: "function", sentence: "One thing, e.g. 1.5 of it." },
    { name: "far", kind: "value", sentence: "From elsewhere." },
  ]);
});
