/** The public face of `windage/random`: keys, and generators that draw from them. */

export { Generator } from "./generator.ts";
export { foldIn, key, split, type Key } from "./key.ts";
export type { MutableArrayLike } from "./shuffle.ts";
export type { GeneratorState } from "./state.ts";
