/** Scores that a user brings: a CSV file, a program or a web service, with the sequences they are about. */
import { WindageError } from "../../error.ts";
import { readTableText } from "../../file/read-table.ts";
import { CommandOracle } from "../../landscape/source/command-oracle.ts";
import { HttpOracle } from "../../landscape/source/http-oracle.ts";
import { loadCsvLandscape } from "../../landscape/source/csv-landscape.ts";
import type { AssayOptions } from "../../landscape/assay/assay.ts";
import type { Landscape } from "../../landscape/landscape.ts";
import { readAssay } from "../../landscape/assay/read-assay.ts";
import { assayOptionsOf, worthOf } from "./assay-source.ts";
import { inWords, type Said } from "../../wording.ts";
import type { GeneralConfig } from "../settings/general-settings.ts";
import { requireComplete } from "./complete-list.ts";
import { fillSecrets } from "./oracle-secrets.ts";
import { unlistedOf, type Unlisted } from "./unlisted.ts";

export interface OracleSource {
  readonly landscape: Landscape;
  readonly alphabet: string;
  readonly minLength: number;
  readonly maxLength: number;
  /** Whether every score may be asked for. */
  readonly free: boolean;
  /** What a file leaves out, where something is assumed of it. */
  readonly unlisted?: Unlisted;
}

/** The source that a configuration names. */
export async function openOracle(config: GeneralConfig): Promise<OracleSource> {
  const { oracleCsv, oracleCommand, oracleUrl } = config;
  if (oracleCsv !== null) return openCsv(oracleCsv, config);
  const shape = { alphabet: alphabetOf(config), ...lengthsOf(config) };
  const limits = {
    maxBatch: config.oracleBatch,
    ...(config.oracleTimeout === null ? {} : { timeoutMs: 1000 * config.oracleTimeout }),
  };
  if (oracleUrl !== null) {
    const headers = fillSecrets("oracleHeader", config.oracleHeader ?? [], process.env);
    const query = fillSecrets("oracleQuery", config.oracleQuery ?? [], process.env);
    const landscape = new HttpOracle({
      url: withQuery(oracleUrl, query),
      headers,
      concurrency: config.oracleConcurrency,
      ...limits,
    });
    return { landscape, ...shape, free: false };
  }
  const landscape = new CommandOracle({
    command: oracleCommand as unknown as readonly [string, ...string[]],
    ...(config.folder === null ? {} : { cwd: config.folder }),
    ...limits,
  });
  return { landscape, ...shape, free: false };
}

/** The address with more in its query; one that is no address is refused by whoever asks there. */
function withQuery(address: string, query: Readonly<Record<string, string>>): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value);
  return url.href;
}

async function openCsv(file: string, config: GeneralConfig): Promise<OracleSource> {
  // DNA, RNA and proteins are told by the file itself, as for `design`.
  const alphabet = config.alphabet ?? (await alphabetIn(file, assayOptionsOf(config)));
  const { missing } = config;
  const asked = config.minLength === null && config.maxLength === null ? null : lengthsOf(config);
  const oneLength = asked === null || asked.minLength === asked.maxLength;
  const { landscape, listed, unlistedScore } = await loadCsvLandscape(file, {
    ...assayOptionsOf(config),
    alphabet,
    missing,
    worth: (measurements) => worthOf(measurements, config),
    ...(oneLength ? {} : { tableUpTo: 0 }),
  });
  if (landscape.enumerable) {
    const { length } = landscape.space;
    if (asked === null || asked.maxLength === length)
      return {
        landscape,
        alphabet,
        minLength: length,
        maxLength: length,
        free: true,
        ...unlistedOf(listed, unlistedScore, { alphabet, minLength: length, maxLength: length }),
      };
    throw bad(
      (say) =>
        `got ${say("environment.length", asked.maxLength)}, but the sequences of ${file} have ${length} letters; leave ${say("environment.length")} out.`,
    );
  }
  const lengths = asked ?? lengthsOfAll(listed);
  const shape = { alphabet, ...lengths };
  const free = missing !== "error" || requireComplete(file, listed, shape);
  return { landscape, ...shape, free, ...unlistedOf(listed, unlistedScore, shape) };
}

async function alphabetIn(file: string, layout: AssayOptions): Promise<string> {
  return readAssay(await readTableText(file), layout, file).alphabet;
}

function lengthsOfAll(scores: ReadonlyMap<string, number>): {
  readonly minLength: number;
  readonly maxLength: number;
} {
  const lengths = Array.from(scores.keys(), ({ length }) => length);
  return {
    minLength: lengths.reduce((least, length) => Math.min(least, length)),
    maxLength: lengths.reduce((most, length) => Math.max(most, length)),
  };
}

function alphabetOf({ alphabet }: GeneralConfig): string {
  if (alphabet !== null) return alphabet;
  throw bad(
    (say) =>
      `got scores without ${say("environment.alphabet")}, expected the letters that sequences are made of; add ${say("environment.alphabet", "ACGT")}.`,
  );
}

function lengthsOf({ minLength, maxLength }: GeneralConfig): {
  readonly minLength: number;
  readonly maxLength: number;
} {
  if (minLength !== null && maxLength !== null) return { minLength, maxLength };
  if (minLength !== null || maxLength !== null) {
    const [given, other]: readonly [string, string] =
      minLength === null
        ? ["environment.maxLength", "environment.minLength"]
        : ["environment.minLength", "environment.maxLength"];
    throw bad(
      (say) =>
        `got ${say(given, minLength ?? maxLength ?? 0)} alone, expected ${say(other)} beside it; add that, or say ${say("environment.length")} where all sequences have one.`,
    );
  }
  throw bad(
    (say) =>
      `got scores without the length of sequences, expected ${say("environment.length", 12)}, or ${say("environment.minLength")} and ${say("environment.maxLength")}; add them.`,
  );
}

function bad(message: Said): WindageError {
  return new WindageError("run/bad-source", (say) => `train: ${inWords(message, say)}`);
}
