/**
 * Long lists of texts in a checkpoint's document, such as the objects of a replay buffer, go into arrays of bytes and
 * lengths: the header of a safetensors file is bounded, and a hundred thousand sequences do not fit into it. In the
 * document `{"$texts": n}` stands where the list was; everything else stays as it is.
 */

import { broken, isObject, type JsonObject, type JsonValue } from "../../file/json-document.ts";
import type { TensorData } from "./safetensors.ts";

/** Lists up to this long stay in the document, where people can read them. */
const SHORT = 64;
const marker = "$texts";

function namesOf(number: number): { readonly bytes: string; readonly lengths: string } {
  return { bytes: `texts.${number}.bytes`, lengths: `texts.${number}.lengths` };
}

function isTexts(value: JsonValue): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/** Takes long lists of texts out of a document. */
export function packTexts(document: JsonObject): {
  readonly document: JsonObject;
  readonly arrays: Readonly<Record<string, TensorData>>;
} {
  const arrays: Record<string, TensorData> = {};
  let number = 0;
  const walk = (value: JsonValue): JsonValue => {
    if (isTexts(value) && value.length > SHORT) {
      const encoded = value.map((text) => Buffer.from(text));
      const names = namesOf(number);
      arrays[names.lengths] = Int32Array.from(encoded, ({ length }) => length);
      arrays[names.bytes] = new Uint8Array(Buffer.concat(encoded));
      return { [marker]: number++ };
    }
    if (Array.isArray(value)) return value.map((item: JsonValue) => walk(item));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item)]));
  };
  return { document: walk(document) as JsonObject, arrays };
}

/** Puts them back, and gives the arrays that are not theirs; what does not fit together is `run/broken`. */
export function unpackTexts(
  where: string,
  document: JsonObject,
  arrays: Readonly<Record<string, TensorData>>,
): { readonly document: JsonObject; readonly arrays: Readonly<Record<string, TensorData>> } {
  const rest = { ...arrays };
  const walk = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map((item: JsonValue) => walk(item));
    if (!isObject(value)) return value;
    const number = value[marker];
    if (number === undefined) {
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item)]));
    }
    if (typeof number !== "number") throw broken(where, "it points to texts without saying which");
    const names = namesOf(number);
    const texts = decode(where, rest[names.bytes], rest[names.lengths]);
    delete rest[names.bytes];
    delete rest[names.lengths];
    return texts;
  };
  return { document: walk(document) as JsonObject, arrays: rest };
}

function decode(
  where: string,
  bytes: TensorData | undefined,
  lengths: TensorData | undefined,
): readonly string[] {
  if (!(bytes instanceof Uint8Array) || !(lengths instanceof Int32Array)) {
    throw broken(where, "texts of it are missing");
  }
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let at = 0;
  const texts = Array.from(lengths, (length) => {
    if (length < 0 || at + length > bytes.length) throw broken(where, "its texts and their lengths disagree");
    try {
      return decoder.decode(bytes.subarray(at, (at += length)));
    } catch (cause) {
      throw broken(where, "its texts are not UTF-8", cause);
    }
  });
  if (at !== bytes.length) throw broken(where, "its texts and their lengths disagree");
  return texts;
}
