/**
 * The check in documents and lines of ours, a field "check" with the CRC-32 of all the others: a digit that a bad disk or
 * a slip of the hand has changed is noticed, where the number would look like any other. It finds accidents; who changes
 * a file on purpose can write the check as well, or leave it out.
 */

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xed_b8_83_20 : value >>> 1;
  return value;
});

/** The CRC-32 (as in PNG and gzip) of a text in UTF-8, as eight hexadecimal digits. */
export function crc32(text: string): string {
  let crc = 0xff_ff_ff_ff;
  for (const byte of new TextEncoder().encode(text)) crc = table[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  return ((crc ^ 0xff_ff_ff_ff) >>> 0).toString(16).padStart(8, "0");
}

/** A document with its check at the end. */
export function seal(document: object): object {
  return { ...document, check: crc32(JSON.stringify(document)) };
}

/** A parsed object without its check; undefined where the check does not fit. What has none was written without. */
export function unseal<T extends object>(value: T): T | undefined {
  if (!Object.hasOwn(value, "check")) return value;
  const { check, ...rest } = value as T & { readonly check: unknown };
  // The field may be somebody's own, such as an array of that name.
  if (typeof check !== "string") return value;
  return crc32(JSON.stringify(rest)) === check ? (rest as unknown as T) : undefined;
}
