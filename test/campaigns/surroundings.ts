/**
 * Commands in odd surroundings: languages and time zones, under which every figure and file has the bits that it has under
 * C and UTC; no home, or one that cannot be written; closed or full streams. The work is done, or refused in words.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Generator } from "../../src/random/generator.ts";
import { pick, type Campaign } from "./campaign.ts";
import { filesBelow } from "./file-damage.ts";
import { runWindage } from "./windage-process.ts";

const languages = ["tr_TR.UTF-8", "de_DE.UTF-8", "ar_EG.UTF-8", "fa_IR", "hi_IN.UTF-8", "C", "xx_XX", ""];
const zones = [
  "America/St_Johns",
  "Asia/Kathmandu",
  "Pacific/Apia",
  "Europe/Berlin",
  "Nowhere/None",
  ":",
  "",
];
/** None, ones that are no whole path, are no folder, and cannot be written even by root. */
const homes = [null, "", "relative", "/dev/null", "/nonexistent/home", "/proc"];
const streams = ["<&-", ">&-", "2>&-", "<&- >&-", "<&- >&- 2>&-", ">/dev/full", "2>/dev/full", "</dev/zero"];

/** What a folder holds but for what is named after the moment, with the end of each name that is always the same. */
function kept(folder: string): string {
  return filesBelow(folder)
    .filter((file) => /\.(?:csv|svg|safetensors|fasta)$/.test(file) && !file.includes("scores"))
    .map((file) => `${file.replace(/.*\//, "")} ${readFileSync(file).toString("base64")}`)
    .join("\n");
}

/** What is said but for the names of runs and folders, and times that things took. */
function lasting(text: string, folder: string): string {
  return text
    .replaceAll(folder, "")
    .replaceAll(/\d{8}-\d{6}-[\w-]+/g, "RUN")
    .replaceAll(/[\d.,]+ (?:s|ms|min|GB|MB)\b/g, "SOME");
}

interface Work {
  readonly words: readonly string[];
  /** Whether all that it says on stdout is the same every time. */
  readonly same: boolean;
}

function works(shared: string): readonly Work[] {
  const [assay, series] = [join(shared, "assay.csv"), join(shared, "series.csv")];
  const quick = ["--batch", "3", "--min-distance", "1", "--search", "evolution", "--steps", "2"];
  return [
    { words: ["design", assay, ...quick, "--out", "order.csv"], same: true },
    { words: ["design", assay, ...quick, "--format", "excel"], same: true },
    { words: ["forecast", series, "--horizon", "3"], same: false },
    { words: ["sample", "latest", "--count", "20", "--trust", "--runs", join(shared, "runs")], same: true },
    {
      words: ["train", "--iterations", "2", "--seed", "3", "--length", "3", "--alphabet", "ACGT"],
      same: false,
    },
    { words: ["runs", "list", "--runs", join(shared, "runs")], same: false },
    { words: ["train", "--iteration", "2"], same: true },
  ];
}

function odd(random: Generator): {
  readonly env: Readonly<Record<string, string | null>>;
  readonly streams: string;
} {
  const [language, zone] = [pick(random, languages), pick(random, zones)];
  const env: Record<string, string | null> = {
    LANG: language,
    LC_ALL: language,
    LANGUAGE: language,
    TZ: zone,
  };
  if (random.integer(3) === 0) {
    Object.assign(env, { HOME: pick(random, homes), WINDAGE_DATA: null, XDG_DATA_HOME: null });
  }
  return { env, streams: random.integer(3) === 0 ? pick(random, streams) : "" };
}

export const surroundings: Campaign = {
  name: "surroundings",
  promise:
    "languages and time zones change no bit; odd homes and closed streams are lived with or refused in words",
  short: 5,
  long: 300,
  async begin(shared) {
    const words = ["A", "C", "G", "T"].flatMap((a) => ["A", "C", "G", "T"].map((b) => `${a}${b}${b}`));
    writeFileSync(
      join(shared, "assay.csv"),
      `sequence,score\n${words.map((word, i) => `${word},${((i * 7) % 16) / 4}`).join("\n")}\n`,
    );
    const hours = Array.from(
      { length: 60 },
      (_, i) =>
        `i\u0131\u0130,${new Date(Date.UTC(2025, 2, 8, i)).toISOString()},${(i % 24) + ((i * 5) % 7)}`,
    );
    writeFileSync(join(shared, "series.csv"), `name,time,value\n${hours.join("\n")}\n`);
    const plain = { LANG: "C", LC_ALL: "C", LANGUAGE: "", TZ: "UTC" };
    const train = ["train", "--iterations", "2", "--seed", "3"];
    const trained = await runWindage(shared, train, { env: plain });
    if (trained.code !== 0) throw new Error(trained.err);
    const all = works(shared);
    const right: { code: number | null; out: string; files: string }[] = [];
    for (const [at, work] of all.entries()) {
      const place = join(shared, `right-${at}`);
      mkdirSync(place);
      const { code, out } = await runWindage(place, work.words, { env: plain });
      right.push({ code, out: lasting(out, place), files: kept(place) });
    }
    return async (random, folder) => {
      const at = random.integer(all.length);
      const { env, streams: redirected } = odd(random);
      const { words: typed, same } = all[at]!;
      const { code, out, err } = await runWindage(folder, typed, { env, streams: redirected });
      const about = `${typed.join(" ")} with ${JSON.stringify(env)} ${redirected}: ${code}`;
      if (/fault in windage|\n {4}at /.test(err)) return `${about}: ${err.slice(-800)}`;
      const isWhole = !redirected.includes(">&-") && !redirected.includes("/dev/full");
      if (code !== right[at]!.code) {
        const isRefused = (code === 1 || code === 2) && (/error \[[\w/-]+\]/.test(err) || !isWhole);
        return isRefused && (!isWhole || "HOME" in env) ? undefined : `${about}: ${err.slice(-800)}`;
      }
      if (kept(folder) !== right[at]!.files) return `${about}: other files`;
      return same && isWhole && lasting(out, folder) !== right[at]!.out
        ? `${about}: other figures: ${out}`
        : undefined;
    };
  },
};
