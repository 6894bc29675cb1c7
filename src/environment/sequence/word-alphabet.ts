/**
 * An alphabet of words of `k` bits: each step of a sequence writes one word, and the finished text is bits. In tables of
 * intentions a word is one sign: a hexadecimal digit where four bits suffice, else a letter of its own.
 */
import { WindageError } from "../../error.ts";
import type { Alphabet } from "./alphabet.ts";

/** The most bits that a word may have. */
const mostBits = 10;
/** From here on there are more than a thousand printable letters without a gap. */
const firstSign = 0x4e00;

/** An alphabet whose letters are words of `bits` bits, for `bitLandscape`. */
export function wordAlphabet(bits: number): Alphabet {
  if (!Number.isInteger(bits) || bits < 1 || bits > mostBits) {
    throw new WindageError(
      "environment/bad-alphabet",
      `wordAlphabet: got words of ${bits} bits, expected a whole number from 1 to ${mostBits}.`,
    );
  }
  const size = 2 ** bits;
  const words = Array.from({ length: size }, (_, word) => word.toString(2).padStart(bits, "0"));
  return {
    size,
    symbols: Array.from({ length: size }, (_, word) => signOf(word, size)).join(""),
    encode(text) {
      if (!/^[01]*$/.test(text) || text.length % bits !== 0) {
        throw new WindageError(
          "environment/unknown-character",
          `encode: got ${JSON.stringify(text.slice(0, 40))}, expected zeros and ones in words of ${bits}.`,
        );
      }
      return Int32Array.from({ length: text.length / bits }, (_, at) =>
        Number.parseInt(text.slice(at * bits, (at + 1) * bits), 2),
      );
    },
    decode(tokens) {
      let text = "";
      for (let at = 0; at < tokens.length; at++) {
        const word = words[tokens[at]!];
        if (word === undefined) {
          throw new WindageError(
            "environment/unknown-token",
            `decode: got token ${tokens[at]} at position ${at + 1}, expected whole numbers from 0 to ${size - 1}.`,
          );
        }
        text += word;
      }
      return text;
    },
  };
}

function signOf(word: number, size: number): string {
  return size <= 16 ? word.toString(16).toUpperCase() : String.fromCharCode(firstSign + word);
}
