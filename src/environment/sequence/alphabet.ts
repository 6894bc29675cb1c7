/**
 * Alphabets: letters to token numbers and back. Any different single characters will do (bases, amino acids, bits);
 * a letter's number is its place in the alphabet. Text that does not belong is refused by position, with a guess at
 * what happened.
 */

import { WindageError } from "../../error.ts";

export interface Alphabet {
  /** The number of letters, V. */
  readonly size: number;
  /** The letters in the order of their token numbers. */
  readonly symbols: string;
  /** The tokens of a text; a character outside the alphabet is an error that says where. */
  encode(text: string): Int32Array;
  /** The text of tokens. */
  decode(tokens: ArrayLike<number>): string;
}

/** An alphabet of different single characters such as "ACGT" or "01". */
export function createAlphabet(symbols: string): Alphabet {
  checkSymbols(symbols);
  const size = symbols.length;
  const tokenOf = new Map(Array.from(symbols, (symbol, token) => [symbol, token]));
  return {
    size,
    symbols,
    encode(text) {
      const tokens = new Int32Array(text.length);
      for (let at = 0; at < text.length; at++) {
        const token = tokenOf.get(text[at]!);
        if (token === undefined) throw unknownCharacter(text, at, symbols);
        tokens[at] = token;
      }
      return tokens;
    },
    decode(tokens) {
      let text = "";
      for (let at = 0; at < tokens.length; at++) {
        const symbol = symbols[tokens[at]!];
        if (symbol === undefined) {
          throw new WindageError(
            "environment/unknown-token",
            `decode: got token ${tokens[at]} at position ${at + 1}, expected whole numbers from 0 to ${size - 1} ` +
              `for the letters of "${symbols}".`,
          );
        }
        text += symbol;
      }
      return text;
    },
  };
}

function checkSymbols(symbols: string): void {
  let problem: string | undefined;
  if (typeof symbols !== "string") problem = "it is not a string";
  else if (symbols.length === 0) problem = "it is empty";
  else if (/[\s\p{Cc}",]/u.test(symbols)) problem = "it has a space, comma, quote or control character";
  // Such a character is two units of a string, so positions would no longer be letters.
  else if (Array.from(symbols).length !== symbols.length) {
    problem = "it has a character beyond Unicode's basic plane";
  } else {
    const twice = Array.from(symbols).find((symbol, at) => symbols.indexOf(symbol) !== at);
    if (twice !== undefined) problem = `${JSON.stringify(twice)} occurs twice`;
  }
  if (problem === undefined) return;
  throw new WindageError(
    "environment/bad-alphabet",
    `alphabet ${JSON.stringify(symbols)}: ${problem}; expected different single characters such as "ACGT".`,
  );
}

const LONGEST_SHOWN = 60;

function unknownCharacter(text: string, at: number, symbols: string): WindageError {
  const character = String.fromCodePoint(text.codePointAt(at)!);
  const shown =
    text.length <= LONGEST_SHOWN
      ? JSON.stringify(text)
      : `${JSON.stringify(text.slice(0, LONGEST_SHOWN))}… (${text.length} letters)`;
  return new WindageError(
    "environment/unknown-character",
    `sequence ${shown}: got ${JSON.stringify(character)} at position ${at + 1}, expected letters of "${symbols}".` +
      hint(text, character, symbols),
  );
}

/** What probably happened, where it can be told. */
function hint(text: string, character: string, symbols: string): string {
  const written = (inCase: string): string => (text.length <= LONGEST_SHOWN ? `: ${inCase}` : "");
  const has = (symbol: string): boolean => symbol.length === 1 && symbols.includes(symbol);
  if (has(character.toUpperCase()))
    return ` It is lower case; write it in upper case${written(text.toUpperCase())}.`;
  if (has(character.toLowerCase()))
    return ` It is upper case; write it in lower case${written(text.toLowerCase())}.`;
  const upper = character.toUpperCase();
  if (upper === "U" && has("T")) return " This looks like RNA: replace U by T.";
  if (upper === "T" && has("U")) return " This looks like DNA: replace T by U.";
  if (/\s/u.test(character)) return " It is white space: trim the text.";
  if (character === "-" || character === ".") return " It may be a gap of an alignment: remove gaps.";
  if (upper === "N" && has("A")) return " It may stand for an unknown base: leave such sequences out.";
  if (character === "*") return " It may be a stop codon: cut the text before it.";
  return "";
}
