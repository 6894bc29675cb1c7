/**
 * Names with markup, control characters, formulas, the keys of prototypes and writing in other directions, of series and of
 * methods: figures stay well-formed, tables read back, no name steers the terminal or becomes markup, and none is lost.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";
import { defaultConfig } from "../../src/run/config/config.ts";
import { madeUpResults } from "../../src/comparison/results.fixture.ts";
import { wellFormed } from "../../src/figure/well-formed.fixture.ts";
import type { Generator } from "../../src/random/generator.ts";
import { reportComparison } from "../../src/run/comparison/report-comparison.ts";
import { pick, type Campaign } from "./campaign.ts";
import { runWindage } from "./windage-process.ts";

const pieces = [
  "<script>alert(1)</script>",
  "]]>",
  "<!--",
  "&amp;",
  "&#0;",
  '"',
  "'",
  "</text>",
  "<b>",
  "|",
  "`",
].concat(
  [
    "\u001b[2J",
    "\u0007",
    "\u0000",
    "\u009b31m",
    "\u202e",
    "\u2028",
    "\ufffe",
    "\u{1f9ec}",
    "\u0130",
    "\r\n",
    "\n",
    "\t",
  ],
  [
    "=cmd|' /C calc'!A0",
    "+1",
    "-1",
    "@SUM(A1)",
    "__proto__",
    "constructor",
    "toString",
    "../..",
    "/",
    "%00",
    "$(ls)",
  ],
  ["![x](javascript:1)", "[a](b)", "**", "a", "north", " ", ",", ";", "x".repeat(300)],
);

function nameOf(random: Generator): string {
  return Array.from({ length: 1 + random.integer(3) }, () => pick(random, pieces)).join("");
}

/** Different names as files hold them: without space around, which is no part of a cell. */
function names(random: Generator): string[] {
  const all = Array.from({ length: 2 + random.integer(2) }, () => nameOf(random).trim());
  return [...new Set(all)].filter((name) => name !== "");
}

// eslint-disable-next-line no-control-regex -- that none of these reaches the terminal is the point
const steers = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

/** A cell as any program writes it. */
const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

async function asSeries(series: readonly string[], folder: string): Promise<string | undefined> {
  const file = join(folder, "series.csv");
  const rows = series.flatMap((name, at) =>
    Array.from(
      { length: 14 },
      (_, i) => `${cell(name)},2025-01-${String(i + 1).padStart(2, "0")},${(i * (at + 3)) % 7}`,
    ),
  );
  writeFileSync(file, `shop,date,sales\n${rows.join("\n")}\n`);
  const words = ["forecast", file, "--horizon", "2", "--windows", "1", "--target", "sales"];
  const { code, out, err } = await runWindage(folder, [...words, "--id-col", "shop", "--time-col", "date"]);
  if (steers.test(out + err)) return "a name steers the terminal";
  if (code === 2 && /error \[[\w/-]+\]/.test(err)) return undefined;
  if (code !== 0) return `${code}: ${err}`;
  const run = /Forecasts: (\S+)\/forecast\.csv/.exec(out)?.[1];
  if (run === undefined) return `no run is named in ${out}`;
  const text = (name: string): string =>
    readFileSync(join(folder, "runs", run.replace(/.*\//, ""), name), "utf8");
  if (!wellFormed(text("fan.svg"))) return "a fan chart that is not well-formed";
  const read = Papa.parse<Record<string, string>>(text("forecast.csv"), {
    header: true,
    skipEmptyLines: true,
  }).data;
  const ids = new Set(read.map((row) => row["unique_id"]));
  // Files with the line ends of Windows are read as any others, inside names too.
  return series.every((name) => ids.has(name.replaceAll("\r\n", "\n")))
    ? undefined
    : `other series: ${JSON.stringify([...ids])}`;
}

async function asMethods(
  labels: readonly string[],
  task: string,
  folder: string,
): Promise<string | undefined> {
  const methods = labels.map((label) => ({ label, baseline: null, settings: {}, config: defaultConfig }));
  const size = { calls: 200_000, steps: null, window: 100, points: 12, samples: 64 };
  const plan = { task, methods, noise: [0.1, 0.25], seeds: [0, 1], ...size };
  const results = madeUpResults(labels, plan.noise, 2);
  const there = { folder, plan, digest: "", resumed: false };
  const { files } = await reportComparison(there, results, { against: labels[0]! });
  for (const file of files) {
    const text = readFileSync(join(folder, file), "utf8");
    if (file.endsWith(".svg") && !wellFormed(text)) return `${file} is not well-formed`;
    if (file.endsWith(".md") && (steers.test(text) || /<(?:script|b|!|\/)/.test(text)))
      return `markup in ${file}: ${text}`;
    if (file !== "table.csv") continue;
    const read = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
    const found = new Set(read.map((row) => row["method"]));
    if (!labels.every((label) => found.has(label))) return `other methods: ${JSON.stringify([...found])}`;
  }
  return undefined;
}

export const oddNames: Campaign = {
  name: "odd-names",
  promise: "names are shown as they are and do nothing else",
  short: 8,
  long: 500,
  begin: () =>
    Promise.resolve(async (random, folder) => {
      const all = names(random);
      if (all.length === 0) return undefined;
      const problem =
        random.integer(2) === 0 ? await asSeries(all, folder) : await asMethods(all, nameOf(random), folder);
      return problem === undefined ? undefined : `${JSON.stringify(all)}: ${problem.slice(0, 600)}`;
    }),
};
