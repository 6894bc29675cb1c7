/** Rules as options and files tell them, read into what can be held to. What is told may come from anyone. */
import { readPlaces, writePlaces } from "../../landscape/assay/places.ts";
import {
  changesComponent,
  isWithin,
  type Pattern,
  placeComponent,
  runComponent,
  shareComponent,
  windowComponent,
  wordComponent,
} from "./component.ts";
import { enzymeOf, onOtherStrand } from "./enzymes.ts";
import { isNucleic, lettersOfCode, readLetterSet } from "./letter-sets.ts";
import {
  badRule,
  type Flanks,
  readRange,
  requireBases,
  type Rule,
  type Ruled,
  type RuleValues,
} from "./rule.ts";
import { hasHairpin, hasRepeat, meltingTemperature } from "./whole-checks.ts";

const mostWords = 500;
const longestWord = 200;
const longestFlank = 10_000;

/** The rules, the flanks and the lengths that were told. */
export interface ReadRules {
  readonly rules: readonly Rule[];
  readonly flanks: Flanks;
  readonly minLength: number;
  readonly maxLength: number;
}

export function readRules(values: RuleValues, ruled: Ruled): ReadRules {
  const { alphabet } = ruled;
  const [minLength, maxLength] = lengthsOf(values.lengths, ruled);
  const flanks = flanksOf(values.flanks, alphabet);
  const rules = [
    lettersRule(values.letters, ruled),
    fixRule(values.fix, ruled),
    changesRule(values.maxChanges, ruled),
    avoidRule(values, alphabet),
    runRule(values.maxRun),
    shareRule(values.gc, alphabet),
    ...keepRules(values.keep, alphabet),
    windowRule(values.gcWindow, alphabet),
    ...wholeRules(values, alphabet),
  ].filter((rule) => rule !== undefined);
  return { rules, flanks, minLength, maxLength };
}

function lengthsOf(text: string | undefined, { minLength, maxLength }: Ruled): readonly [number, number] {
  if (text === undefined) return [minLength, maxLength];
  const range = /^\s*\d+\s*$/.test(text) ? `${text}-${text}` : text;
  const [low, high] = readRange("--lengths", range, "lengths such as 20-25", 1, 1e6);
  if (Number.isInteger(low) && Number.isInteger(high) && low <= maxLength && high >= minLength) {
    return [Math.max(low, minLength), Math.min(high, maxLength)];
  }
  const measured = minLength === maxLength ? `${maxLength}` : `${minLength}-${maxLength}`;
  throw badRule("--lengths", text, `lengths among those that were measured, ${measured}`);
}

function flanksOf(text: string | undefined, alphabet: string): Flanks {
  if (text === undefined) return { before: "", after: "" };
  const [before = "", after = "", ...more] = text.toUpperCase().split("...");
  const odd = Array.from(before + after).find((letter) => !alphabet.includes(letter));
  if (more.length === 0 && text.includes("...") && odd === undefined && text.length <= longestFlank) {
    return { before, after };
  }
  throw badRule("--flanks", text, `letters of ${alphabet} around three points, such as GGATCC...AAGCTT`);
}

/** The names of places, from 0 on, as the parent has them. */
function placesOf(text: string, flag: string, { minLength, maxLength, parent }: Ruled): readonly number[] {
  if (minLength !== maxLength && !/^all$/i.test(text.trim())) {
    throw badRule(
      flag,
      text,
      "no places where sequences of several lengths are made, since these have no common numbers",
    );
  }
  const all = Array.from({ length: maxLength }, (_, place) => place);
  if (/^all$/i.test(text.trim())) return all;
  const numbers = parent?.numbers.length === maxLength ? parent.numbers : all.map((place) => place + 1);
  return readPlaces(text, flag).map((number) => {
    const place = numbers.indexOf(number);
    if (place < 0) throw badRule(flag, String(number), `places among ${writePlaces(numbers).slice(0, 60)}`);
    return place;
  });
}

function lettersRule(text: string | undefined, ruled: Ruled): Rule | undefined {
  if (text === undefined) return undefined;
  const flag = "--letters";
  const { alphabet } = ruled;
  const allowed = new Map<number, ReadonlySet<number>>();
  let places = "";
  for (const part of text.split(",")) {
    const [where, set, ...more] = part.split("=");
    // "39,40=AV": places before the one with letters belong to it.
    places = places === "" ? where! : `${places},${where}`;
    if (set === undefined) continue;
    const at = placesOf(places, flag, ruled);
    places = "";
    const pattern = /^pattern:(.*)$/.exec(set.trim())?.[1];
    for (const [i, place] of at.entries()) {
      const letters = readLetterSet(pattern === undefined ? set.trim() : (pattern[i] ?? ""), alphabet);
      if (
        letters === undefined ||
        more.length > 0 ||
        (pattern !== undefined && pattern.length !== at.length)
      ) {
        throw badRule(
          flag,
          part,
          `places and letters of ${alphabet}, such as 39=AVLI, 40-41=!C, 54=codon:NNK or 1-3=pattern:NNK`,
        );
      }
      const before = allowed.get(place);
      allowed.set(
        place,
        before === undefined ? letters : new Set([...letters].filter((one) => before.has(one))),
      );
    }
  }
  if (places !== "") throw badRule(flag, text, "letters behind every place, such as 39=AVLI");
  return {
    words: `${flag} ${shortened(text)}`,
    component: placeComponent(allowed),
    check: (sequence) =>
      Array.from(sequence).every(
        (letter, place) => allowed.get(place)?.has(alphabet.indexOf(letter)) !== false,
      ),
  };
}

function fixRule(text: string | undefined, ruled: Ruled): Rule | undefined {
  if (text === undefined) return undefined;
  const { parent, alphabet } = ruled;
  if (parent === undefined) throw badRule("--fix", text, "a parent, whose letters stay there; give --parent");
  const places = placesOf(text, "--fix", ruled);
  const allowed = new Map(
    places.map((place) => [place, new Set([alphabet.indexOf(parent.sequence[place]!)])] as const),
  );
  return {
    words: `--fix ${shortened(text)}`,
    component: placeComponent(allowed),
    check: (sequence) => places.every((place) => sequence[place] === parent.sequence[place]),
  };
}

function changesRule(
  most: number | undefined,
  { parent, alphabet, minLength, maxLength }: Ruled,
): Rule | undefined {
  if (most === undefined) return undefined;
  if (parent?.sequence.length !== maxLength || minLength !== maxLength) {
    throw badRule(
      "--max-changes",
      String(most),
      "a parent that is as long as what was measured; give --parent",
    );
  }
  const letters = Array.from(parent.sequence, (letter) => alphabet.indexOf(letter));
  return {
    words: `--max-changes ${most}`,
    component: changesComponent(letters, most),
    check: (sequence) =>
      Array.from(sequence).filter((letter, i) => letter !== parent.sequence[i]).length <= most,
  };
}

/** The words of a list, each with its pattern; enzymes by name. */
function wordsOf(
  flag: string,
  text: string,
  alphabet: string,
  bothStrands: boolean,
): readonly { readonly words: readonly string[]; readonly patterns: readonly Pattern[] }[] {
  const list = text.split(",").map((word) => word.trim());
  if (list.length > mostWords) throw badRule(flag, text, `at most ${mostWords} words`);
  return list.map((name) => {
    const enzyme = isNucleic(alphabet) ? enzymeOf(name) : undefined;
    const word = (enzyme?.site ?? name).toUpperCase();
    const own = alphabet.includes("U") ? word.replaceAll("T", "U") : word;
    const other = onOtherStrand(word);
    const turned = alphabet.includes("U") ? other.replaceAll("T", "U") : other;
    const both = (bothStrands || enzyme !== undefined) && isNucleic(alphabet);
    const words = both && own !== turned ? [own, turned] : [own];
    return {
      words,
      patterns: words.map((one) =>
        Array.from(one, (code) => {
          const letters = one.length > longestWord ? undefined : lettersOfCode(code, alphabet);
          if (letters === undefined) {
            throw badRule(
              flag,
              name,
              `words of ${alphabet}, of at most ${longestWord} letters, or names of restriction enzymes (docs/rules.md)`,
            );
          }
          return new Set(Array.from(letters, (letter) => alphabet.indexOf(letter)));
        }),
      ),
    };
  });
}

/** Whether a pattern stands in a text at a place. */
function standsAt(text: string, at: number, pattern: Pattern, alphabet: string): boolean {
  return (
    at + pattern.length <= text.length &&
    pattern.every((letters, i) => letters.has(alphabet.indexOf(text[at + i]!)))
  );
}

function avoidRule({ avoid, strands }: RuleValues, alphabet: string): Rule | undefined {
  if (avoid === undefined) return undefined;
  const patterns = wordsOf("--avoid", avoid, alphabet, strands !== "one").flatMap((word) => word.patterns);
  if (patterns.some(({ length }) => length === 0))
    throw badRule("--avoid", avoid, "words with commas in between");
  return {
    words: `--avoid ${shortened(avoid)}`,
    component: wordComponent(patterns, false),
    check(sequence, { before, after }) {
      const text = before + sequence + after;
      const end = before.length + sequence.length;
      return patterns.every((pattern) => {
        for (let at = 0; at < text.length; at++) {
          const isInFlank = at + pattern.length <= before.length || at >= end;
          if (!isInFlank && standsAt(text, at, pattern, alphabet)) return false;
        }
        return true;
      });
    },
  };
}

const mostKept = 8;

function keepRules(text: string | undefined, alphabet: string): readonly Rule[] {
  if (text === undefined) return [];
  const words = wordsOf("--keep", text, alphabet, false);
  if (words.length > mostKept) throw badRule("--keep", text, `at most ${mostKept} words`);
  if (words.some(({ patterns }) => patterns[0]!.length === 0))
    throw badRule("--keep", text, "words with commas in between");
  return words.map(({ words: [first], patterns }) => ({
    words: `--keep ${first}`,
    component: wordComponent(patterns, true),
    check(sequence, { before, after }) {
      const whole = before + sequence + after;
      return patterns.some((pattern) =>
        Array.from(whole).some((_, at) => standsAt(whole, at, pattern, alphabet)),
      );
    },
  }));
}

function runRule(most: number | undefined): Rule | undefined {
  if (most === undefined) return undefined;
  return {
    words: `--max-run ${most}`,
    component: runComponent(most),
    check(sequence, { before, after }) {
      const text = before + sequence + after;
      const end = before.length + sequence.length;
      for (let at = 0; at + most < text.length; at++) {
        if (at + most + 1 <= before.length || at >= end) continue;
        if (new Set(text.slice(at, at + most + 1)).size === 1) return false;
      }
      return true;
    },
  };
}

const strong = /[GCS]/;
const strongOf = (alphabet: string): ReadonlySet<number> =>
  new Set(
    Array.from(alphabet, (letter, number) => (strong.test(letter) ? number : -1)).filter((n) => n >= 0),
  );
const countStrong = (text: string): number => Array.from(text).filter((letter) => strong.test(letter)).length;

function shareRule(text: string | undefined, alphabet: string): Rule | undefined {
  if (text === undefined) return undefined;
  requireBases("--gc", text, alphabet);
  const [low, high] = readRange("--gc", text, "percentages such as 40-60", 0, 100);
  return {
    words: `--gc ${text}`,
    component: shareComponent(strongOf(alphabet), low / 100, high / 100),
    check(sequence, { before, after }) {
      const whole = before + sequence + after;
      return isWithin(countStrong(whole), whole.length, low / 100, high / 100);
    },
  };
}

function windowRule(text: string | undefined, alphabet: string): Rule | undefined {
  if (text === undefined) return undefined;
  requireBases("--gc-window", text, alphabet);
  const [letters, range, ...more] = text.split(":");
  const width = /^\s*\d{1,4}\s*$/.test(letters!) ? Number(letters) : 0;
  if (width < 2 || width > 1000 || range === undefined || more.length > 0) {
    throw badRule("--gc-window", text, "letters and percentages such as 20:30-70");
  }
  const [low, high] = readRange("--gc-window", range, "percentages such as 30-70", 0, 100);
  return {
    words: `--gc-window ${text}`,
    component: windowComponent(strongOf(alphabet), width, low / 100, high / 100),
    check(sequence, { before, after }) {
      const whole = before + sequence + after;
      const end = before.length + sequence.length;
      for (let at = 0; at + width <= whole.length; at++) {
        if (at + width <= before.length || at >= end) continue;
        if (!isWithin(countStrong(whole.slice(at, at + width)), width, low / 100, high / 100)) return false;
      }
      return true;
    },
  };
}

/** Rules of which only whole sequences tell. */
function wholeRules({ tm, maxRepeat, maxHairpin }: RuleValues, alphabet: string): readonly Rule[] {
  const rules: Rule[] = [];
  if (tm !== undefined) {
    requireBases("--tm", tm, alphabet);
    const [low, high] = readRange("--tm", tm, "degrees Celsius such as 55-65", -100, 200);
    rules.push({
      words: `--tm ${tm}`,
      check(sequence) {
        const degrees = meltingTemperature(sequence);
        return degrees >= low && degrees <= high;
      },
    });
  }
  if (maxRepeat !== undefined) {
    const check: Rule["check"] = (sequence, { before, after }) =>
      !hasRepeat(before + sequence + after, maxRepeat);
    rules.push({ words: `--max-repeat ${maxRepeat}`, check });
  }
  if (maxHairpin !== undefined) {
    requireBases("--max-hairpin", String(maxHairpin), alphabet);
    const check: Rule["check"] = (sequence, { before, after }) =>
      !hasHairpin(before + sequence + after, maxHairpin);
    rules.push({ words: `--max-hairpin ${maxHairpin}`, check });
  }
  return rules;
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
