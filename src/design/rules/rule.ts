/** One rule, as it is said, as an automaton where it can be one, and as a look at a whole sequence. */
import type { Parent } from "../../landscape/assay/assay.ts";
import { isNucleic } from "./letter-sets.ts";
import type { Component } from "./component.ts";
import { WindageError } from "../../error.ts";

/** What rules are told, as options have it. */
export interface RuleValues {
  readonly letters?: string | undefined;
  readonly fix?: string | undefined;
  readonly maxChanges?: number | undefined;
  readonly lengths?: string | undefined;
  readonly avoid?: string | undefined;
  readonly keep?: string | undefined;
  readonly strands?: "both" | "one" | undefined;
  readonly maxRun?: number | undefined;
  readonly gc?: string | undefined;
  readonly gcWindow?: string | undefined;
  readonly tm?: string | undefined;
  readonly maxRepeat?: number | undefined;
  readonly maxHairpin?: number | undefined;
  readonly flanks?: string | undefined;
}

/** What sequences are, before any rule. */
export interface Ruled {
  readonly alphabet: string;
  readonly minLength: number;
  readonly maxLength: number;
  readonly parent?: Parent | undefined;
}

/** What stands around every order, and is no part of it. */
export interface Flanks {
  readonly before: string;
  readonly after: string;
}

export interface Rule {
  /** As it was told: "--gc 40-60". */
  readonly words: string;
  /** Its automaton; absent where only whole sequences tell. */
  readonly component?: Component;
  /** Whether a whole sequence obeys it, looked at letter by letter without the automaton. */
  readonly check: (sequence: string, flanks: Flanks) => boolean;
}

/** The error of a rule that cannot be read. */
export function badRule(flag: string, got: string, expected: string): WindageError {
  const shown = got.length > 60 ? `${got.slice(0, 60)}…` : got;
  return new WindageError("design/bad-rule", `${flag}: got ${JSON.stringify(shown)}, expected ${expected}`);
}

/** Refuses rules about bases where there are none. */
export function requireBases(flag: string, got: string, alphabet: string): void {
  if (isNucleic(alphabet)) return;
  throw badRule(flag, got, `no such rule for sequences over ${alphabet}: it is about DNA and RNA`);
}

/** A range such as "40-60", within bounds. */
export function readRange(
  flag: string,
  text: string,
  what: string,
  least: number,
  most: number,
): readonly [low: number, high: number] {
  const found = /^\s*(-?\d+(?:\.\d+)?)\s*(?:-|–|\.\.|to)\s*(-?\d+(?:\.\d+)?)\s*%?\s*$/.exec(text);
  const [low, high] = [Number(found?.[1]), Number(found?.[2])];
  if (found !== null && low >= least && high <= most && low <= high) return [low, high];
  throw badRule(flag, text, `${what}, from ${least} to ${most}, the smaller first`);
}
