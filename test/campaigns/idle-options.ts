/**
 * Options that do nothing: training is asked for twice, once with one more option of another value than the default. Then
 * something has to differ, or the option has to be refused, or named in what is said; an option that does nothing in
 * silence is the failure.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commands } from "../../src/cli/commands/index.ts";
import { flagOf } from "../../src/cli/option-table.ts";
import { runCli } from "../../src/cli/run-cli.ts";
import { terminalStyle } from "../../src/cli/terminal/style.ts";
import { experimentOptions } from "../../src/experiment/options/index.ts";
import type { ValueSpec } from "../../src/experiment/options/value-spec.ts";
import { objectiveNames } from "../../src/objective/registry.ts";
import type { Generator } from "../../src/random/index.ts";
import { pick, type Campaign } from "./campaign.ts";

/** As little as shows everything: four sequences an iteration, and every figure of the report. */
const short = "--iterations 4 --on-policy 4 --samples 8 --evaluate-every 2 --checkpoint-every 2 --alpha 0.2";

/** What one more option is given beside; `CSV` is a complete table of three letters. */
const beside: readonly string[] = [
  "sim8 --oracle-csv CSV --model table",
  "sim8 --oracle-csv CSV --model mlp --hidden 4 --layers 1 --replay 4",
  "sim8 --oracle-csv CSV --model kmer --hidden 4 --layers 1 --exploratory 64",
  "sim8 --oracle-csv CSV --model transformer --hidden 8 --layers 1",
  "sim8 --oracle-csv CSV --model table --dynamics known --objective stb",
  "sim8 --oracle-csv CSV --model table --objective db",
  "sim8 --oracle-csv CSV --model table --objective sdb+0.1*local-kl --extra-updates 1",
  "sim8 --oracle-csv CSV --model mlp --hidden 4 --layers 1 --noise wear --observes both",
  "sim8 --oracle-csv CSV --model mlp --hidden 4 --layers 1 --objective stb --observes intentions",
  "sim8 --oracle-csv CSV --model table --entropy-ratio weight",
  "sim8 --oracle-csv CSV --model table --entropy-ratio balance --dynamics-rounds 1 --replay 4",
  "sim8 --oracle-csv CSV --model table --utility rank",
  "sim8 --oracle-csv CSV --model table --stop-below 0.9",
  "grid --side 3 --model table",
  "bits --bits 24 --model kmer --hidden 4 --layers 1",
];

/**
 * Options that act only when something happens which these runs need not meet: a bound that is not reached, a program
 * that is slow, a file of another layout, a crash between two checkpoints, a backward policy that would be chosen anyway.
 */
const onOccasion: ReadonlySet<string> = new Set([
  ...[
    "clip",
    "dynamicsClip",
    "floor",
    "localStates",
    "missing",
    "sparse",
    "stopBelow",
    "stopPatience",
    "checkpointEvery",
  ],
  ...["oracleTimeout", "oracleBatch", "oracleConcurrency", "oracleVersion", "keepScores"],
  ...["oracleHeader", "oracleCsv", "oracleCommand", "oracleUrl", "table", "conditionTable", "dataset"],
  ...[
    "sequenceColumn",
    "scoreColumn",
    "delimiter",
    "decimal",
    "alphabet",
    "length",
    "minLength",
    "maxLength",
  ],
]);

const names = Object.keys(experimentOptions).filter((name) => !onOccasion.has(name));

/** Values that an option may have, not all of them good. */
function valuesOf(name: string, spec: ValueSpec): readonly string[] {
  if (name === "objective") return objectiveNames;
  switch (spec.kind) {
    case "boolean":
      return ["true"];
    case "choice":
      return spec.choices;
    case "integer":
      return ["0", "1", "2", "3", "6", "24"];
    case "number":
      return ["0", "0.02", "0.3", "1", "2.5"];
    case "list":
      return ["1,4"];
    default:
      return [];
  }
}

interface Trained {
  readonly code: number;
  readonly said: string;
  /** Everything that came of it but names and times. */
  readonly digest: string;
}

async function train(words: readonly string[], runs: string): Promise<Trained> {
  let said = "";
  let document = "";
  const code = await runCli(["train", ...words, "--runs", runs, "--json"], commands, {
    version: "0",
    style: terminalStyle(false, {}),
    errorStyle: terminalStyle(false, {}),
    writeOut: (text) => (document += text),
    writeError: (text) => (said += text),
  });
  if (code !== 0) return { code, said: said + document, digest: "" };
  const hash = createHash("sha256").update(withoutTimes(document));
  const [run] = readdirSync(runs).filter((name) => !name.startsWith("."));
  const folder = join(runs, run!);
  hash.update(withoutTimes(readFileSync(join(folder, "metrics.jsonl"), "utf8")));
  hash.update(readdirSync(join(folder, "checkpoint")).toSorted().join());
  return { code, said: said + document, digest: hash.digest("hex") };
}

function withoutTimes(text: string): string {
  return text
    .replaceAll(/"(?:seconds|time|run|folder|check)":\s*(?:"[^"]*"|[\d.e+-]+),?/g, "")
    .replaceAll(/"[^"]*\d{8}-\d{6}-[^"]*"/g, "");
}

/** One more option, or nothing where the value is the default already. */
function oneMore(random: Generator): readonly [string, string] | undefined {
  const name = pick(random, names);
  const spec: ValueSpec = experimentOptions[name as keyof typeof experimentOptions];
  const values = valuesOf(name, spec);
  if (values.length === 0) return undefined;
  const value = pick(random, values);
  return "default" in spec && String(spec.default) === value ? undefined : [name, value];
}

export const idleOptions: Campaign = {
  name: "idle-options",
  promise: "no option does nothing in silence",
  short: 12,
  long: 2000,
  begin(folder) {
    const letters = Array.from("ACGT");
    const csv = join(folder, "table.csv");
    const rows = letters.flatMap((a) =>
      letters.flatMap((b) => letters.map((c, i) => `${a}${b}${c},${(a === b ? 0.7 : 0.2) + i / 10}`)),
    );
    writeFileSync(csv, `sequence,score\n${rows.join("\n")}\n`);
    const plain = new Map<string, Promise<Trained>>();
    const wordsOf = (line: string): string[] =>
      `${line} ${short}`.split(" ").map((word) => (word === "CSV" ? csv : word));
    return Promise.resolve(async (random, place) => {
      const line = pick(random, beside);
      const more = oneMore(random);
      if (more === undefined || `${line} ${short}`.includes(`${flagOf(more[0])} `)) return undefined;
      const [name, value] = more;
      if (!plain.has(line)) plain.set(line, train(wordsOf(line), join(folder, String(plain.size))));
      const before = await plain.get(line)!;
      if (before.code !== 0) return `${line}: ${before.said}`;
      const flag =
        experimentOptions[name as keyof typeof experimentOptions].kind === "boolean" ? [] : [value];
      const after = await train([...wordsOf(line), flagOf(name), ...flag], join(place, "runs"));
      if (after.code === 2 && after.said.includes('"error"')) return undefined;
      if (after.code === 0 && after.digest !== before.digest) return undefined;
      const isSaid = after.said.includes(flagOf(name)) || after.said.includes(`${name} w`);
      return isSaid ? undefined : `${line} ${flagOf(name)} ${value}: code ${after.code}, nothing changed`;
    });
  },
};
