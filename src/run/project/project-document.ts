/**
 * The two documents of a design project as schemas: what it decided and was told, and what was ordered. A project may
 * come from anyone, so both are checked completely before anything of them is used; a setting has the bounds of its flag.
 */
import { resolve } from "node:path";
import type { Design, Proposal } from "../../design/propose.ts";
import { choice, count, listOf, readDocument, text, z } from "../../file/document.ts";
import { broken, isObject, type JsonObject } from "../../file/json-document.ts";
import { roundOptions, type RoundValues } from "./round-options.ts";
import { validateValue } from "../../settings/validate-value.ts";
import { defaultOf, expectationOf, type SpecTable } from "../../settings/value-spec.ts";
import type { AssayOptions } from "../../landscape/assay/assay.ts";

/** What a project decides once, at its beginning. */
export interface ProjectSettings {
  readonly alphabet: string;
  readonly minimize: boolean;
  readonly log: boolean;
  /** Everything a round needs, as the command that made the project was told; the noise matrix as text. */
  readonly round: RoundValues;
}

/** A file of measurements that was told. */
export interface ToldFile {
  /** Its name in the project. */
  readonly file: string;
  /** Where it came from, for people. */
  readonly source: string;
  readonly sha256: string;
  readonly options: AssayOptions;
  /** How many orders there were, which names and wells of results speak of. */
  readonly orders?: number;
  /** Told by mistake: the file stays where it is and counts for nothing. */
  readonly takenBack?: boolean;
}

/** Whether this is what was told last, by the same command: then it was stopped before it could say so. */
export function isToldAgain(
  { told }: ProjectRecord,
  { source, sha256, options }: Omit<ToldFile, "file">,
): boolean {
  const last = told.at(-1);
  // The first file is told by the command that makes the project.
  if (last === undefined || told.length < 2 || last.takenBack === true || last.sha256 !== sha256)
    return false;
  const names = [
    "sequenceColumn",
    "scoreColumn",
    "delimiter",
    "decimal",
    "alphabet",
    "parent",
    "sites",
    "sheet",
  ] as const;
  return (
    resolve(last.source) === resolve(source) && names.every((name) => last.options[name] === options[name])
  );
}

/** What project.json says. */
export interface ProjectRecord {
  readonly format: 1;
  readonly settings: ProjectSettings;
  readonly told: readonly ToldFile[];
  /** How many orders there were when this was written; one more may have been kept since. */
  readonly orders: number;
}

/** An order as it is kept. */
export interface Order {
  readonly round: number;
  /** How many files had been told. */
  readonly toldFiles: number;
  readonly proposal: Proposal;
  /** What was never to be proposed from this order on; absent where nothing was listed. */
  readonly excluded?: readonly string[];
}

/** A number as names of files have it. */
export const numbered = (number: number): string => String(number).padStart(3, "0");

/** The name in the project of the file that was told as the n-th, a text or a workbook. */
export const fileName = (number: number, isBook = false): string =>
  `${numbered(number)}.${isBook ? "xlsx" : "csv"}`;

/** The largest documents read, and the most files and designs in one; more are not written either. */
export const mostBytes = { record: 2 ** 24, order: 2 ** 28, measured: 2 ** 29 - 32 } as const;
const mostFiles = 10_000;

const flag = z.boolean({ error: "true or false" });
const letters = text(1000).min(1, { error: "letters" });

const assayOptions = z.strictObject({
  sequenceColumn: text(1000).exactOptional(),
  scoreColumn: text(10_000).exactOptional(),
  delimiter: choice([",", ";", "\t"]).exactOptional(),
  decimal: choice(["point", "comma"]).exactOptional(),
  alphabet: letters.exactOptional(),
  parent: text(100_000).min(1, { error: "letters" }).exactOptional(),
  sites: text(100_000).exactOptional(),
  sheet: text(1000).exactOptional(),
});

const recordSchema = z.object({
  format: z.literal(1, { error: "1" }),
  settings: z.object({ alphabet: letters, minimize: flag, log: flag, round: z.custom<JsonObject>(isObject) }),
  told: listOf(
    z.object({
      file: text(),
      source: text(10_000),
      sha256: text().regex(/^[\da-f]{64}$/, { error: "64 hexadecimal digits" }),
      options: assayOptions,
      orders: count.exactOptional(),
      takenBack: flag.exactOptional(),
    }),
  ).max(mostFiles, { error: `at most ${mostFiles} files` }),
  orders: count.default(0),
});

/** The record in a parsed project.json. */
export function readProjectRecord(object: JsonObject, where: string): ProjectRecord {
  const record = readDocument(recordSchema, object, where);
  // Any other name could be that of a file to come, or lie elsewhere.
  const odd = record.told.findIndex(
    ({ file }, at) => file !== fileName(at + 1) && file !== fileName(at + 1, true),
  );
  if (odd >= 0) {
    const got = JSON.stringify(record.told[odd]!.file).slice(0, 60);
    throw broken(where, `"told.${odd}.file" is ${got}, expected ${fileName(odd + 1)}`);
  }
  return { ...record, settings: { ...record.settings, round: readRound(record.settings.round, where) } };
}

/** The values of a round; one that is not there was unknown to the version that made the project. */
function readRound(object: JsonObject, where: string): RoundValues {
  const specs: SpecTable = roundOptions;
  const values = Object.entries(specs).map(([name, spec]): [string, unknown] => {
    const got = object[name];
    if (got === undefined) return [name, defaultOf(spec)];
    try {
      return [name, validateValue(spec, got, name)];
    } catch (cause) {
      const shown = JSON.stringify(got).slice(0, 60);
      throw broken(where, `"settings.round.${name}" is ${shown}, expected ${expectationOf(spec)}`, cause);
    }
  });
  return Object.fromEntries(values) as unknown as RoundValues;
}

const number = z.number({ error: "a number" });
/** JSON has no way to write what is not finite; it was said when the order was made. */
const figure = number.nullable().transform((value) => value ?? Number.NaN);
const interval = z.object({ low: number, middle: number, high: number });
const sequence = text(100_000).min(1, { error: "a sequence" });

const design = z.object({
  order: sequence,
  mutations: text(100_000).exactOptional(),
  dna: text(300_000).exactOptional(),
  predicted: interval,
  afterErrors: interval,
  worth: figure,
  nearest: z.object({
    sequence,
    mutations: text(100_000).exactOptional(),
    score: number,
    bound: choice(["above", "below"]).exactOptional(),
    distance: count,
  }),
}) satisfies z.ZodType<Design>;

const limit = z.object({
  klReverse: figure,
  klForward: figure,
  gap: figure,
  tv: figure,
  ignoringErrors: figure,
  withFeedback: number.nullable(),
});

const model = z.object({
  name: text(),
  settings: text(2000),
  spearman: figure,
  rmse: figure,
  betterEnd: figure,
  coverage: figure,
  lift: figure.exactOptional(),
});

const proposal = z
  .object({
    designs: z.array(design, { error: "a list" }).max(roundOptions.batch.max, { error: "fewer designs" }),
    models: listOf(model).max(100, { error: "at most 100 models" }),
    chosen: count,
    utility: z.object({ kind: choice(roundOptions.utility.choices), description: text(2000) }),
    search: choice(roundOptions.search.choices),
    candidates: count,
    wells: z
      .array(z.object({ plate: count, well: text(10), holds: count.or(text(100)) }), { error: "a list" })
      .exactOptional(),
    clean: number,
    rules: z
      .object({
        words: z.array(text(1000), { error: "a list" }).max(100, { error: "at most 100 rules" }),
        left: text(100_000).regex(/^\d+$/, { error: "digits" }),
        looked: z.array(text(1000), { error: "a list" }).max(100, { error: "at most 100 rules" }),
        share: number.nullable(),
      })
      .exactOptional(),
    limit: limit.or(text(2000)).exactOptional(),
    distance: z
      .object({
        letters: count,
        chosen: z.boolean({ error: "true or false" }),
        prices: listOf(z.object({ letters: count, found: count, predicted: figure })).max(10, {
          error: "at most 10 distances",
        }),
      })
      .exactOptional(),
    diversity: figure,
    novelty: figure,
    expectedRecords: figure,
  })
  .refine(({ models, chosen }) => chosen < models.length, {
    path: ["chosen"],
    error: "the number of one of the models",
  }) satisfies z.ZodType<Proposal>;

const orderSchema = z.object({
  round: count,
  toldFiles: count,
  proposal,
  excluded: z.array(sequence, { error: "a list" }).exactOptional(),
});

/** The order in a parsed document of `project`, which is the `round`-th. */
export function readOrder(
  object: JsonObject,
  where: string,
  round: number,
  { told, settings }: ProjectRecord,
): Order {
  const order = readDocument(orderSchema, object, where);
  if (order.round !== round) throw broken(where, `"round" is ${order.round}, expected ${round} by its name`);
  if (order.toldFiles > told.length)
    throw broken(
      where,
      `it was made from ${order.toldFiles} files of measurements, and the project has ${told.length}`,
    );
  const known = new Set(settings.alphabet);
  const odd = order.proposal.designs.find((each) =>
    Array.from(each.order).some((letter) => !known.has(letter)),
  );
  if (odd !== undefined) {
    throw broken(
      where,
      `it orders ${JSON.stringify(odd.order).slice(0, 60)}, expected letters of the project`,
    );
  }
  return order;
}
