/**
 * The small language questions about the future are asked in: `sum(y) > 1200`, `min(y) >= 0 and y[24] < 40`. A
 * tokenizer and a recursive-descent parser; nothing is ever evaluated as code. Steps count from 1, so `y[1]` is the
 * next value; `y[1:7]` are the next seven.
 */
import { WindageError } from "../../error.ts";
import { expectedDecimal, parseDecimal } from "../../landscape/text/parse-decimal.ts";

export type Aggregate = "sum" | "mean" | "min" | "max" | "first" | "last";
export type Comparison = "<" | "<=" | ">" | ">=";

/** A number computed from a path. */
export type Quantity =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "step"; readonly step: number }
  | { readonly kind: "aggregate"; readonly of: Aggregate; readonly from: number; readonly to: number }
  | {
      readonly kind: "arithmetic";
      readonly operator: "+" | "-" | "*" | "/";
      readonly left: Quantity;
      readonly right: Quantity;
    }
  | { readonly kind: "abs"; readonly of: Quantity };

/** Something a path meets or does not. */
export type Question =
  | {
      readonly kind: "compare";
      readonly comparison: Comparison;
      readonly left: Quantity;
      readonly right: Quantity;
    }
  | { readonly kind: "and" | "or"; readonly left: Question; readonly right: Question }
  | { readonly kind: "not"; readonly of: Question };

const aggregates: readonly string[] = ["sum", "mean", "min", "max", "first", "last"];
const tokenPattern =
  /\s*(?:(\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+)|([A-Za-z_]\w*)|(<=|>=|&&|\|\||[<>()[\]:+\-*/!]))/y;
const mostTokens = 400;
/** Beyond this, differences of quantities could not be squared any more. */
const largest = 1e150;

interface Token {
  readonly text: string;
  readonly at: number;
  readonly isNumber: boolean;
}

/** Parses a question about a horizon of so many steps. */
export function parseQuestion(text: string, horizon: number): Question {
  const parser = new Parser(text, tokens(text), horizon);
  const question = parser.disjunction();
  parser.end();
  return question;
}

function tokens(text: string): Token[] {
  const list: Token[] = [];
  tokenPattern.lastIndex = 0;
  while (text.slice(tokenPattern.lastIndex).trim() !== "") {
    const at = tokenPattern.lastIndex;
    const match = tokenPattern.exec(text);
    if (!match || list.length >= mostTokens)
      throw mistake(text, at, "a number, y, a function such as sum(y), or a comparison");
    list.push({ text: match[0].trim(), at, isNumber: match[1] !== undefined });
  }
  return list;
}

function mistake(text: string, at: number, expected: string): WindageError {
  const rest = text.slice(at).trim().slice(0, 20);
  const got = rest === "" ? "the end" : JSON.stringify(rest);
  return new WindageError(
    "forecast/bad-question",
    `question ${JSON.stringify(text)}: got ${got} at character ${at + 1}, expected ${expected}. An example: sum(y) > 1200 and min(y) >= 0.`,
  );
}

class Parser {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  readonly #horizon: number;
  #next = 0;

  constructor(text: string, list: readonly Token[], horizon: number) {
    this.#text = text;
    this.#tokens = list;
    this.#horizon = horizon;
  }

  end(): void {
    if (this.#next < this.#tokens.length) throw this.#mistake("and, or, or the end");
  }

  disjunction(): Question {
    let left = this.#conjunction();
    while (this.#take("or", "||")) left = { kind: "or", left, right: this.#conjunction() };
    return left;
  }

  #conjunction(): Question {
    let left = this.#negation();
    while (this.#take("and", "&&")) left = { kind: "and", left, right: this.#negation() };
    return left;
  }

  #negation(): Question {
    if (this.#take("not", "!")) return { kind: "not", of: this.#negation() };
    // A parenthesis may hold a question or begin a quantity; a question is tried first.
    if (this.#peek() === "(") {
      const start = this.#next;
      try {
        this.#next++;
        const inner = this.disjunction();
        this.#expect(")");
        return inner;
      } catch (error) {
        if (!(error instanceof WindageError)) throw error;
        this.#next = start;
      }
    }
    return this.#comparison();
  }

  /** `a < b`, or `a < b < c`, which means both. */
  #comparison(): Question {
    const left = this.#sum();
    const comparison = this.#operator();
    const middle = this.#sum();
    const first: Question = { kind: "compare", comparison, left, right: middle };
    if (!["<", "<=", ">", ">="].includes(this.#peek() ?? "")) return first;
    const second = this.#operator();
    return {
      kind: "and",
      left: first,
      right: { kind: "compare", comparison: second, left: middle, right: this.#sum() },
    };
  }

  #operator(): Comparison {
    for (const comparison of ["<=", ">=", "<", ">"] as const) if (this.#take(comparison)) return comparison;
    throw this.#mistake("<, <=, > or >= (values are real numbers: ask for a range and not for equality)");
  }

  #sum(): Quantity {
    let left = this.#product();
    for (;;) {
      const operator = this.#take("+") ? "+" : this.#take("-") ? "-" : undefined;
      if (!operator) return left;
      left = { kind: "arithmetic", operator, left, right: this.#product() };
    }
  }

  #product(): Quantity {
    let left = this.#factor();
    for (;;) {
      const operator = this.#take("*") ? "*" : this.#take("/") ? "/" : undefined;
      if (!operator) return left;
      const start = this.#next;
      const right = this.#factor();
      if (operator === "/" && right.kind === "number" && right.value === 0) {
        this.#next = start;
        throw this.#mistake("a divisor other than 0");
      }
      left = { kind: "arithmetic", operator, left, right };
    }
  }

  #factor(): Quantity {
    if (this.#take("-")) {
      return { kind: "arithmetic", operator: "-", left: { kind: "number", value: 0 }, right: this.#factor() };
    }
    if (this.#take("(")) {
      const inner = this.#sum();
      this.#expect(")");
      return inner;
    }
    const token = this.#tokens[this.#next];
    if (token?.isNumber) {
      const value = parseDecimal(token.text);
      if (Number(token.text) > largest) throw this.#mistake(`a number of at most ${largest}`);
      if (value === undefined) throw this.#mistake(expectedDecimal(token.text));
      this.#next++;
      return { kind: "number", value };
    }
    if (this.#take("y")) {
      const { from, to } = this.#range();
      if (from === to) return { kind: "step", step: from };
      throw this.#mistake("one step such as y[24], or a function of several such as sum(y[1:7])");
    }
    if (this.#take("abs")) {
      this.#expect("(");
      const of = this.#sum();
      this.#expect(")");
      return { kind: "abs", of };
    }
    const name = aggregates.find((candidate) => this.#take(candidate));
    if (name === undefined) throw this.#mistake("a number, y[step], sum, mean, min, max, first, last or abs");
    this.#expect("(");
    this.#expect("y");
    const { from, to } = this.#range();
    this.#expect(")");
    return { kind: "aggregate", of: name as Aggregate, from, to };
  }

  /** Nothing (all steps), `[5]` or `[1:7]`; returned as indices from 0, both ends included. */
  #range(): { from: number; to: number } {
    if (!this.#take("[")) return { from: 0, to: this.#horizon - 1 };
    const from = this.#step();
    const to = this.#take(":") ? this.#step() : from;
    this.#expect("]");
    if (to < from) throw this.#mistake("a range that does not end before it begins");
    return { from, to };
  }

  #step(): number {
    const token = this.#tokens[this.#next];
    const step = token?.isNumber ? (parseDecimal(token.text) ?? NaN) : NaN;
    if (!Number.isInteger(step) || step < 1 || step > this.#horizon) {
      throw this.#mistake(`a step from 1 to the horizon, ${this.#horizon}`);
    }
    this.#next++;
    return step - 1;
  }

  #peek(): string | undefined {
    return this.#tokens[this.#next]?.text;
  }

  #take(...texts: readonly string[]): boolean {
    const found = texts.includes(this.#peek() ?? "");
    if (found) this.#next++;
    return found;
  }

  #expect(text: string): void {
    if (!this.#take(text)) throw this.#mistake(JSON.stringify(text));
  }

  #mistake(expected: string): WindageError {
    return mistake(this.#text, this.#tokens[this.#next]?.at ?? this.#text.length, expected);
  }
}
