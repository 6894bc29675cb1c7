/**
 * Reads profiles from text: MEME's minimal format (`MEME version`, `letter-probability matrix`) and JASPAR's counts, with
 * or without letters and brackets, of DNA or RNA. Both are what databases of binding sites hand out.
 */
import { WindageError } from "../../error.ts";
import { DNA } from "../exact/sequence-space.ts";
import { parseDecimal } from "../text/parse-decimal.ts";
import type { Profile } from "./profile-landscape.ts";

const RNA = "ACGU";

/**
 * The profiles (position weight matrices) of a file in MEME's or JASPAR's format, in their order; `source` is what
 * messages call it.
 */
export function parseProfiles(text: string, source = "profiles"): readonly Profile[] {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof NotProfiles) throw error.from(source);
    throw error;
  }
}

function parse(text: string): readonly Profile[] {
  const lines = text.split(/\r\n|\r|\n/);
  const found = /^\s*MEME version/im.test(text) ? parseMeme(lines) : parseJaspar(lines);
  if (found.length > 0) return found;
  throw refused(
    "no profile",
    'a file in MEME\'s minimal format ("MEME version 4" in its first line) or JASPAR\'s counts (">name" and a line of counts for each of A, C, G and T)',
  );
}

function parseMeme(lines: readonly string[]): Profile[] {
  const profiles: Profile[] = [];
  let alphabet = DNA;
  let background: readonly number[] | undefined;
  let name = "";
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!.trim();
    const letters = /^ALPHABET\s*=\s*([^\s"]+)/i.exec(line)?.[1];
    if (letters !== undefined) alphabet = letters;
    else if (/^ALPHABET\b/i.test(line)) alphabet = declaredAlphabet(lines, at + 1);
    if (/^Background letter frequencies/i.test(line)) background = backgroundAfter(lines, at + 1, alphabet);
    const title = /^MOTIF\s+(.+)$/i.exec(line)?.[1];
    if (title !== undefined) name = oneLine(title);
    if (!/^letter-probability matrix/i.test(line)) continue;
    const width = numberIn(line, "w");
    const sites = numberIn(line, "nsites");
    const rows: number[][] = [];
    while (at + 1 < lines.length && /^\s*[-+.\d]/.test(lines[at + 1]!) && rows.length < (width ?? Infinity)) {
      rows.push(numbersOf(lines[++at]!, at, alphabet.length));
    }
    if (rows.length === 0 || (width !== undefined && rows.length !== width))
      throw refused(`${rows.length} rows of "${name}" (line ${at + 1})`, `${width ?? "one or more"} rows`);
    profiles.push({
      name: name || `motif ${profiles.length + 1}`,
      alphabet,
      counts: rows,
      // What MEME assumes where a file does not say.
      sites: sites !== undefined && sites > 0 ? sites : 20,
      ...(background ? { background } : {}),
    });
  }
  return profiles;
}

/**
 * An alphabet of the file's own: a line for each letter, `A "Adenine" CC0000 ~ T "Thymine" 0000CC` for a pair, up to `END
 * ALPHABET`; lines with `=` are signs for several letters. Matrices have the letters sorted: capitals, small ones, digits.
 */
function declaredAlphabet(lines: readonly string[], from: number): string {
  const letters: string[] = [];
  for (const line of lines.slice(from)) {
    if (/^\s*(?:END\s+ALPHABET|MOTIF|Background)\b/i.test(line)) break;
    const plain = line.replaceAll(/"[^"]*"/g, "");
    if (plain.includes("=")) continue;
    for (const part of plain.split("~")) {
      const letter = /^\s*(\S)(?:\s|$)/.exec(part)?.[1];
      if (letter !== undefined && !letters.includes(letter)) letters.push(letter);
    }
  }
  const kinds = [/[A-Z]/, /[a-z]/, /\d/, /./];
  return kinds
    .flatMap((_, i) => letters.filter((one) => kinds.findIndex((k) => k.test(one)) === i).toSorted())
    .join("");
}

/** `A 0.3 C 0.2 …`, on one line or several. */
function backgroundAfter(lines: readonly string[], from: number, alphabet: string): readonly number[] {
  const found = new Map<string, number>();
  for (let at = from; at < lines.length && found.size < alphabet.length; at++) {
    const pairs = Array.from(lines[at]!.matchAll(/(\S)\s+([\d.eE+-]+)/g));
    if (pairs.length === 0) break;
    for (const [, letter, value] of pairs) found.set(letter!, parseDecimal(value!) ?? Number.NaN);
  }
  return Array.from(alphabet, (letter) => {
    const value = found.get(letter);
    if (value !== undefined && value > 0) return value;
    throw refused(
      `no background frequency of ${letter} (line ${from + 1})`,
      `one above 0 for each of "${alphabet}"`,
    );
  });
}

function numberIn(line: string, key: string): number | undefined {
  const text = new RegExp(`\\b${key}\\s*=\\s*([\\d.]+)`).exec(line)?.[1];
  return text === undefined ? undefined : parseDecimal(text);
}

function parseJaspar(lines: readonly string[]): Profile[] {
  const profiles: Profile[] = [];
  let name = "";
  let rows: number[][] = [];
  let alphabet = DNA;
  const finish = (): void => {
    if (rows.length === 0) return;
    const width = rows[0]!.length;
    if (rows.length !== DNA.length || rows.some((row) => row.length !== width))
      throw refused(
        `${rows.length} rows of ${rows.map((row) => row.length).join(", ")} counts for "${name}"`,
        `four of one length, for A, C, G and T (or U)`,
      );
    const counts = Array.from({ length: width }, (_, t) => rows.map((row) => row[t]!));
    profiles.push({ name: name || `motif ${profiles.length + 1}`, alphabet, counts });
    rows = [];
    alphabet = DNA;
  };
  for (const [at, line] of lines.entries()) {
    if (line.startsWith(">")) {
      finish();
      name = oneLine(line.slice(1));
      continue;
    }
    if (line.trim() === "") continue;
    // A letter in front, with or without a bar or a colon, brackets around the counts, or neither.
    const row = /^\s*(?:([ACGTU])\s*[|:]?)?\s*\[?([^\]]*)\]?\s*$/i.exec(line);
    if (row === null || !/\d/.test(row[2]!)) return [];
    const letter = row[1]?.toUpperCase();
    if (letter === "U") alphabet = RNA;
    if (letter !== undefined && letter !== alphabet[rows.length])
      throw refused(
        `a line of ${letter} (line ${at + 1})`,
        `the counts of ${DNA[rows.length] ?? "no further letter"}`,
      );
    rows.push(numbersOf(row[2]!, at));
  }
  finish();
  return profiles;
}

/** A name as it can be typed: databases put tabs between the parts of theirs. */
function oneLine(name: string): string {
  return name.trim().replaceAll(/\s+/g, " ");
}

function numbersOf(line: string, at: number, count?: number): number[] {
  const values = line
    .trim()
    .split(/[\s,]+/)
    .map((text) => parseDecimal(text) ?? Number.NaN);
  if (values.some((value) => !(value >= 0)) || (count !== undefined && values.length !== count))
    throw refused(`"${line.trim()}" (line ${at + 1})`, `${count ?? "some"} numbers of at least 0`);
  return values;
}

/** What is wrong with a text, before it is known where it came from. */
class NotProfiles extends Error {
  from(source: string): WindageError {
    return new WindageError("landscape/invalid-profile", `${source}: ${this.message}`);
  }
}

function refused(got: string, expected: string): NotProfiles {
  return new NotProfiles(`got ${got}, expected ${expected}.`);
}
