/** What the campaign against idle options runs, and the small files that it runs it on. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Generator } from "../../src/random/generator.ts";

/** Files that commands read. */
export interface Inputs {
  /** A complete table of three letters. */
  readonly table: string;
  /** Fifty of the sequences of five letters. */
  readonly assay: string;
  /** A hundred days with weeks in them. */
  readonly series: string;
  /** A folder of runs with a trained one. */
  readonly runs: string;
  /** Makes a folder. */
  folder(name: string): string;
}

/** A command with what it needs; `place` is an empty folder for what comes of it. */
export interface LineToTry {
  readonly command: string;
  words(inputs: Inputs, place: string): readonly string[];
}

/** As little as shows everything: four sequences an iteration, and every figure of the report. */
const short = "--iterations 4 --on-policy 4 --samples 8 --evaluate-every 2 --checkpoint-every 2 --alpha 0.2";

const small = "--hidden 4 --layers 1";

const trainings: readonly string[] = [
  "sim8 --oracle-csv TABLE --model table",
  `sim8 --oracle-csv TABLE --model mlp ${small} --replay 4`,
  `sim8 --oracle-csv TABLE --model kmer ${small} --exploratory 64`,
  "sim8 --oracle-csv TABLE --model transformer --hidden 8 --layers 1",
  "sim8 --oracle-csv TABLE --model table --dynamics known --objective stb",
  "sim8 --oracle-csv TABLE --model table --objective db",
  "sim8 --oracle-csv TABLE --model table --objective sdb+0.1*local-kl --extra-updates 1",
  `sim8 --oracle-csv TABLE --model mlp ${small} --noise wear --observes both`,
  `sim8 --oracle-csv TABLE --model mlp ${small} --objective stb --observes intentions`,
  "sim8 --oracle-csv TABLE --model table --entropy-ratio weight",
  "sim8 --oracle-csv TABLE --model table --entropy-ratio balance --dynamics-rounds 1 --replay 4",
  "sim8 --oracle-csv TABLE --model table --utility rank",
  "sim8 --oracle-csv TABLE --model table --stop-below 0.9",
  "grid --side 3 --model table",
  `bits --bits 24 --model kmer ${small}`,
];

const others: readonly (readonly [string, string])[] = [
  ["sample", "latest --runs RUNS --count 12"],
  ["sample", "latest --runs RUNS --count 12 --unique"],
  ["sample", "latest --runs RUNS --count 12 --complete A"],
  ["sample", "latest --runs RUNS --top 3"],
  ["evaluate", "latest --runs RUNS --samples 8"],
  [
    "compare",
    "sim8 --oracle-csv TABLE --methods mh,random --calls 200 --points 2 --seeds 2 --noise 0.2 --out PLACE/c",
  ],
  [
    "compare",
    "bits --bits 24 --methods mh,random --calls 200 --points 2 --seeds 2 --noise 0.2 --out PLACE/c",
  ],
  ["forecast", "SERIES --target y --horizon 3 --runs PLACE"],
  ["forecast", "SERIES --target y --horizon 3 --runs PLACE --paths 3"],
  ["design", "ASSAY --batch 4 --steps 20 --search evolution"],
  ["design", "ASSAY --batch 4 --search thompson"],
];

export const linesToTry: readonly LineToTry[] = [
  ...trainings.map((line) => lineOf("train", `${line} ${short} --runs PLACE`)),
  ...others.map(([command, line]) => lineOf(command, line)),
];

function lineOf(command: string, line: string): LineToTry {
  return {
    command,
    words: ({ table, assay, series, runs }, place) =>
      `${command} ${line}`
        .replace("TABLE", table)
        .replace("ASSAY", assay)
        .replace("SERIES", series)
        .replace("RUNS", runs)
        .replace("PLACE", place)
        .split(" "),
  };
}

/**
 * Options that act only when something happens which these commands need not meet: a bound that is not reached, a program
 * that is slow, a file of another layout, a crash between two checkpoints, a choice that would be made anyway, an update
 * that moves the policy too little to intend something else.
 */
export const onOccasion: ReadonlySet<string> = new Set(
  [
    "clip dynamicsClip floor sparse stopBelow backward kmer overlap",
    "oracleTimeout oracleBatch oracleConcurrency oracleHeader oracleQuery oracleCsv oracleCommand",
    "oracleUrl table conditionTable dataset sequenceColumn scoreColumn delimiter decimal alphabet length",
    "minLength maxLength parallel resume changedInputs runs out config season step format minScore minDistance",
  ].flatMap((line) => line.split(" ")),
);

/** Writes the files and trains the run. */
export async function writeInputs(
  folder: string,
  run: (words: readonly string[]) => Promise<unknown>,
): Promise<Inputs> {
  const random = Generator.fromSeed(1);
  const letters = Array.from("ACGT");
  const table = join(folder, "table.csv");
  const words = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
  writeFileSync(
    table,
    csvOf(
      "sequence,score",
      words.map((word) => `${word},${scoreOf(word)}`),
    ),
  );
  const assay = join(folder, "assay.csv");
  const longer = words.flatMap((word, i) => (i % 5 === 0 ? letters.map((a) => `${a}${word}${a}`) : []));
  writeFileSync(
    assay,
    csvOf(
      "sequence,score",
      longer.map((word) => `${word},${(scoreOf(word) + random.float64() / 9).toFixed(3)}`),
    ),
  );
  const series = join(folder, "series.csv");
  const days = Array.from({ length: 100 }, (_, day) => {
    const date = new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10);
    return `${date},${(10 + 3 * Math.sin((2 * Math.PI * day) / 7) + random.float64()).toFixed(3)}`;
  });
  writeFileSync(series, csvOf("date,y", days));
  const runs = join(folder, "runs");
  await run(
    `train sim8 --oracle-csv ${table} --model mlp ${small} ${short} --look-ahead 2 --runs ${runs}`.split(" "),
  );
  return {
    table,
    assay,
    series,
    runs,
    folder(name) {
      const path = join(folder, name);
      mkdirSync(path, { recursive: true });
      return path;
    },
  };
}

function scoreOf(word: string): number {
  return (word[0] === word[1] ? 0.7 : 0.2) + word.split("C").length / 20;
}

function csvOf(header: string, rows: readonly string[]): string {
  return `${header}\n${rows.join("\n")}\n`;
}
