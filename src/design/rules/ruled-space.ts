/**
 * A set of rules over the sequences that may be ordered: which are left, how many, and which letters may come next. Rules
 * that can be automata are held to exactly by their product; what is left of them, by looking at whole sequences.
 */
import { WindageError } from "../../error.ts";
import { foldIn, key } from "../../random/key.ts";
import { Generator } from "../../random/generator.ts";
import type { Frame } from "../request/frame.ts";
import { TooManyStates } from "./component.ts";
import type { Machine } from "./machine.ts";
import { product } from "./product.ts";
import { readRules } from "./read-rules.ts";
import type { Flanks, Rule, Ruled, RuleValues } from "./rule.ts";

/** Rules that hold in a space. */
export interface Rules {
  /** Every rule as it was told. */
  readonly words: readonly string[];
  readonly flanks: Flanks;
  /** The sequences that obey all rules that are automata, without what is held. */
  readonly machine: Machine;
  /** Rules that only whole sequences tell of, in words. */
  readonly looked: readonly string[];
  /** Of the machine's sequences the share that obeys these too, from so many drawn; null where there are none. */
  readonly share: { readonly obeying: number; readonly drawn: number } | null;
  /** Whether a whole sequence obeys every rule. */
  readonly obeys: (sequence: string) => boolean;
  /** The same of letters that may be changed alone, for those rules that the machine does not know. */
  readonly obeysLooked: (varying: string) => boolean;
}

const mostDrawn = 2000;

/** Lays out rules; undefined where none were told. Throws where no sequence obeys them, and says which contradict. */
export function ruleSpace(
  values: RuleValues,
  ruled: Ruled,
  frame: Pick<Frame, "places" | "before" | "after" | "whole" | "words">,
): Rules | undefined {
  const { rules, flanks, minLength, maxLength } = readRules(values, ruled);
  const isShorter = minLength !== ruled.minLength || maxLength !== ruled.maxLength;
  if (rules.length === 0 && flanks.before === "" && flanks.after === "" && !isShorter) return undefined;
  const space = { alphabet: ruled.alphabet, minLength, maxLength, frame, flanks };
  const layOut = (some: readonly Rule[]): Machine =>
    product(
      some.flatMap(({ component }) => component ?? []),
      space,
    );
  const looked: Rule[] = rules.filter(({ component }) => component === undefined);
  let held = rules.filter(({ component }) => component !== undefined);
  let machine: Machine | undefined;
  while (machine === undefined) {
    try {
      machine = layOut(held);
    } catch (error) {
      if (!(error instanceof TooManyStates)) throw error;
      looked.push(held.at(-1)!);
      held = held.slice(0, -1);
    }
  }
  if (machine.count === 0n) throw contradiction(held, layOut, frame.words);
  const { alphabet } = ruled;
  const spelled = (tokens: ArrayLike<number>): string =>
    frame.whole(Array.from(tokens, (token) => alphabet[token]!).join(""));
  const passes = (sequence: string): boolean => looked.every(({ check }) => check(sequence, flanks));
  const generator = Generator.fromKey(foldIn(key(0), 31));
  let obeying = 0;
  if (looked.length > 0) {
    const { count } = machine;
    for (let i = 0; i < mostDrawn; i++) if (passes(spelled(machine.draw(generator)))) obeying++;
    if (obeying === 0) {
      throw new WindageError(
        "design/impossible-rules",
        `got no sequence that obeys ${looked.map(({ words }) => words).join(", ")} among ${mostDrawn} drawn of the ${countInWords(count)} that obey the other rules, expected rules that more sequences obey; loosen these`,
      );
    }
  }
  return {
    words: rules.map(({ words }) => words),
    flanks,
    machine,
    looked: looked.map(({ words }) => words),
    share: looked.length === 0 ? null : { obeying, drawn: mostDrawn },
    obeys: (sequence) =>
      sequence.length >= minLength &&
      sequence.length <= maxLength &&
      rules.every(({ check }) => check(sequence, flanks)),
    obeysLooked: (varying) => looked.length === 0 || passes(frame.whole(varying)),
  };
}

/** The error of rules that leave nothing: the fewest of them that do so together. */
function contradiction(
  rules: readonly Rule[],
  layOut: (some: readonly Rule[]) => Machine,
  held: string | undefined,
): WindageError {
  const isEmpty = (some: readonly Rule[]): boolean => layOut(some).count === 0n;
  const alone = rules.find((rule) => isEmpty([rule]));
  const pair = (): readonly Rule[] | undefined => {
    for (const [i, one] of rules.entries()) {
      for (const other of rules.slice(i + 1)) if (isEmpty([one, other])) return [one, other];
    }
    return undefined;
  };
  let fewest: readonly Rule[] = alone === undefined ? (pair() ?? rules) : [alone];
  if (fewest.length > 2) {
    // What is not needed for nothing to be left is taken out, one after the other.
    for (const rule of rules) {
      const without = fewest.filter((one) => one !== rule);
      if (isEmpty(without)) fewest = without;
    }
  }
  const names = fewest.map(({ words }) => words);
  const said =
    names.length === 0
      ? "the flanks and lengths"
      : names.length === 1
        ? `${names[0]}, by itself`
        : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}, which contradict each other`;
  const withHeld = held === undefined ? "" : ` (${held})`;
  return new WindageError(
    "design/impossible-rules",
    `got rules that no sequence obeys: ${said}${withHeld}, expected rules that leave some; loosen or leave out one of these`,
  );
}

/** A count as people read it: all digits of one that can be counted, three of others. */
export function countInWords(count: bigint): string {
  const digits = count.toString();
  if (digits.length <= 9) return count.toLocaleString("en-US");
  return `${digits[0]}.${digits.slice(1, 3)}e${digits.length - 1}`;
}

/** What rules leave, for documents: a count too large for numbers of JSON is a text. */
export interface RulesReport {
  readonly words: readonly string[];
  /** Sequences that obey the rules that were counted. */
  readonly left: string;
  /** Rules that were not counted, and the share of those sequences that obey them too. */
  readonly looked: readonly string[];
  readonly share: number | null;
}

export function reportOf({ words, machine, looked, share }: Rules): RulesReport {
  return {
    words,
    left: machine.count.toString(),
    looked,
    share: share === null ? null : share.obeying / share.drawn,
  };
}
