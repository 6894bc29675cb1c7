/**
 * Time stamps as files have them: ISO dates and times with or without an offset, months, years, numbers. A wall
 * clock without an offset is taken as it stands, or as the clock of a named zone, daylight saving included. Dates such
 * as 03/04/2025 are none here: what comes first in them is seen in the whole column (`withYearFirst`).
 */
import { WindageError } from "../../error.ts";
import { parseDecimal } from "../../landscape/text/parse-decimal.ts";

/** What a column of times holds. */
export type TimeKind = "number" | "date" | "instant";

/** What times are and in whose clock they are written; without a zone a clock is taken as it stands. */
export interface Clock {
  readonly timeKind: TimeKind;
  readonly zone?: string;
}

/** Milliseconds since 1970 UTC (of the wall clock where there is no zone), or the number itself. */
export interface ParsedTime {
  readonly kind: TimeKind;
  readonly value: number;
  /** Where the clock of a zone shows this twice (the end of daylight saving), the second instant. */
  readonly again?: number;
  /** Whether the stamp says how far its clock is from UTC. */
  readonly hasOffset?: boolean;
}

const iso =
  /^(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2})(?:[T ]+(\d{1,2})(?::(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|[+-]\d{2}(?::?\d{2})?)?|Z)?)?)?$/i;

const isNumber = (text: string): boolean => parseDecimal(text) !== undefined;
/** A year, or all of a time without marks between its parts: 2025, 202503, 20250330, 20250330T1400Z, 20250330140000. */
const plainDate =
  /^((?:1[6-9]|20|21)\d{2})(?:(0[1-9]|1[0-2])(?:(0[1-9]|[12]\d|3[01])(?:[T ]?([01]\d|2[0-3])([0-5]\d)(?:([0-5]\d)(?:[.,](\d{1,9}))?)?(Z|UTC|[+-]\d{2}(?::?\d{2})?)?)?)?)?$/i;
/** 2025033014 has no minutes; of other centuries it would be a count of seconds since 1970. */
const plainHour = /^((?:19|20)\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])([01]\d|2[0-3])$/;
const isDate = (text: string): boolean => plainDate.test(text.trim()) || plainHour.test(text.trim());

/**
 * Whether a column counts steps or years of its own: most are numbers, and more than one in twenty of these is no year of
 * ours and no date such as 20250330, or the few that are none come before or after the years without a break. A cell that
 * is no number at all is a mistake, and does not make years of the others.
 */
export function isCount(stamps: readonly string[]): boolean {
  const numbers = stamps.filter(isNumber);
  if (2 * numbers.length <= stamps.length) return false;
  const others = numbers.filter((text) => !isDate(text)).length;
  return 20 * others > numbers.length || (others > 0 && goOnFromYears(numbers));
}

/** Whether numbers that are no years are as near to the next ones as years are to each other; a mistyped year is not. */
function goOnFromYears(numbers: readonly string[]): boolean {
  // Between 20250131 and 20250201 there is room for any mistake.
  if (numbers.some((text) => Number(text) > 9999)) return false;
  const ascending = numbers.toSorted((a, b) => Number(a) - Number(b));
  const widest = [0, 0];
  for (const [i, text] of ascending.slice(1).entries()) {
    const kind = Number(isDate(text) && isDate(ascending[i]!));
    widest[kind] = Math.max(widest[kind]!, Number(text) - Number(ascending[i]));
  }
  return widest[0]! <= widest[1]!;
}

/** Parses one stamp, of a column that counts (`isCount`) as a number; undefined when it is none. */
export function parseTime(text: string, zone?: string, counts = false): ParsedTime | undefined {
  const trimmed = text.trim();
  // A bare year or 20250330 is a date, unless its column is of other numbers too.
  const number = parseDecimal(trimmed);
  if (number !== undefined && (counts || !isDate(trimmed))) return { kind: "number", value: number };
  const match = plainDate.exec(trimmed) ?? plainHour.exec(trimmed) ?? iso.exec(trimmed);
  if (!match) return undefined;
  const [, year, month = "1", day = "1", hour, minute, second = "0", fraction = "0", offset] = match;
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  const wall = Date.UTC(y, m - 1, d, Number(hour ?? 0), Number(minute ?? 0), Number(second));
  const date = new Date(Date.UTC(y, m - 1, d));
  // Date.UTC turns 31 February into March; that is a mistake in the file and not a date.
  if (date.getUTCMonth() !== m - 1 || date.getUTCDate() !== d) return undefined;
  if (Number(minute ?? 0) > 59 || Number(second) > 59) return undefined;
  // 24:00 is the end of a day, and nothing comes after it.
  if (wall + Math.ceil(Number(`0.${fraction}`)) > date.getTime() + 86_400_000) return undefined;
  const precise = wall + Math.round(Number(`0.${fraction}`) * 1000);
  if (hour === undefined) return { kind: "date", value: precise };
  if (offset !== undefined)
    return { kind: "instant", value: precise - offsetMinutes(offset) * 60_000, hasOffset: true };
  if (zone === undefined) return { kind: "instant", value: precise };
  const [value, again] = zonedToUtc(precise, zone);
  return again === undefined ? { kind: "instant", value } : { kind: "instant", value, again };
}

function offsetMinutes(offset: string): number {
  if (/^(z|utc)$/i.test(offset)) return 0;
  const sign = offset.startsWith("-") ? -1 : 1;
  const digits = offset.slice(1).replace(":", "");
  return sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2)));
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** What the clock of a zone shows at an instant, as milliseconds; without a zone the instant itself. */
export function wallClock(instant: number, zone?: string): number {
  return zone === undefined ? instant : instant + zoneOffset(instant, zone) * 60_000;
}

/** Minutes the wall clock of a zone is ahead of UTC at an instant. */
function zoneOffset(instant: number, zone: string): number {
  const parts = formatOf(zone).formatToParts(instant);
  const of = (type: string): number => Number(parts.find((part) => part.type === type)!.value);
  const wall = Date.UTC(of("year"), of("month") - 1, of("day"), of("hour") % 24, of("minute"), of("second"));
  return Math.round((wall - instant) / 60_000);
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  try {
    const format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    formats.set(zone, format);
    return format;
  } catch (cause) {
    throw new WindageError(
      "forecast/unknown-zone",
      `time zone: got ${JSON.stringify(zone)}, expected a name such as Europe/Berlin or UTC.`,
      { cause },
    );
  }
}

/** The first instant at which the clock of a zone shows this. */
export function clockInstant(wall: number, zone: string): number {
  return zonedToUtc(wall, zone)[0];
}

/** The instants, earliest first, at which a zone's wall clock shows this; an hour it skips is read as one hour later. */
function zonedToUtc(wall: number, zone: string): readonly [number, number?] {
  const around = [wall - 86_400_000, wall + 86_400_000].map((instant) => zoneOffset(instant, zone));
  const candidates = [...new Set(around.map((offset) => wall - offset * 60_000))].sort((a, b) => a - b);
  const exact = candidates.filter((instant) => instant + zoneOffset(instant, zone) * 60_000 === wall);
  if (exact.length === 2) return [exact[0]!, exact[1]!];
  return [exact[0] ?? candidates.at(-1)!];
}

/** A stamp as it is written in results: the date alone where the series has dates, else date, time and offset if known. */
export function formatTime(value: number, { timeKind, zone }: Clock): string {
  // Sums of distances end in the dust of binary fractions, 4.455830000000023; no file has so many digits.
  if (timeKind === "number") return String(Number.isInteger(value) ? value : Number(value.toPrecision(14)));
  const text = new Date(timeKind === "date" ? value : wallClock(value, zone)).toISOString();
  if (timeKind === "date") return text.slice(0, 10);
  // Steps may be shorter than a second; whole ones are written without a fraction.
  const clock = text.slice(11, text.endsWith(".000Z") ? 19 : 23);
  return `${text.slice(0, 10)} ${clock}${zone === undefined ? "" : offsetText(zoneOffset(value, zone))}`;
}

function offsetText(minutes: number): string {
  const two = (number: number): string => String(number).padStart(2, "0");
  const size = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
