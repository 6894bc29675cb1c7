/**
 * The files that pages speak of as if readers had them: measurements, sales, reads, programs that score, a run of
 * somebody else. Small ones are made here, so that every command has something to work on; data of others is taken from
 * where it lies on this machine, and commands that need it are not run where it is absent.
 */

import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { Generator } from "../../src/random/generator.ts";

/** Where the repository is, and what stand-ins are made of. */
export interface Sources {
  readonly root: string;
  /** A folder with a finished run, made when it is first asked for. */
  readonly run: () => string;
}

const letters = ["A", "C", "G", "T"];

/** All DNA sequences of a length. */
function all(length: number): string[] {
  return length === 0 ? [""] : all(length - 1).flatMap((start) => letters.map((letter) => start + letter));
}

/** Sequences and scores in which letters and neighbours count. */
function scored(sequences: readonly string[], column: string, worth: (points: number) => number): string {
  const points = (sequence: string): number =>
    sequence.split("G").length - 1 + 2 * (sequence.split("CA").length - 1);
  const rows = sequences.map((sequence) => `${sequence},${worth(points(sequence)).toPrecision(4)}`);
  return [`sequence,${column}`, ...rows, ""].join("\n");
}

function drawn(seed: number, count: number, length: number): string[] {
  const random = Generator.fromSeed(seed);
  const draw = (): string => Array.from({ length }, () => letters[random.integer(4)]!).join("");
  return [...new Set(Array.from({ length: count }, draw))];
}

const signal = (points: number): number => 10 + 20 * points;
const kd = (points: number): number => 1000 / (1 + points ** 2);

/** The B1 domain of protein G, and the places of it that variants change. */
const gb1 = "MQYKLILNGKTLKGETTTEAVDAATAEKVFKQYANDNGVDGEWTYDDATKTFTVTE";
const sites = [39, 40, 41, 54];

/** Variants of four of its places, with a fitness that is made up: some letters are good, and some only together. */
function variants(seed: number, count: number): string {
  const random = Generator.fromSeed(seed);
  const acids = "ACDEFGHIKLMNPQRSTVWY";
  const good = ["AILV", "FWY", "ACGS", "AGV"];
  const rows = new Map<string, string>([["WT", "1"]]);
  while (rows.size < count) {
    const letters = sites.map((site) =>
      random.float64() < 0.3 ? gb1[site - 1]! : acids[random.integer(acids.length)]!,
    );
    const mutations = sites
      .map((site, i) => `${gb1[site - 1]}${site}${letters[i]}`)
      .filter((mutation) => mutation[0] !== mutation.at(-1));
    const fit = letters.filter((letter, i) => good[i]!.includes(letter)).length;
    const fitness = 0.05 * 3 ** fit * Math.exp(0.2 * random.normal());
    if (mutations.length > 0) rows.set(mutations.join(":"), fitness.toPrecision(4));
  }
  return ["mutant,fitness", ...Array.from(rows, (row) => row.join(",")), ""].join("\n");
}

/** A profile of six places, as databases of binding sites hand them out. */
function motifs(): string {
  const rows = Array.from("CACGTG", (best) =>
    letters.map((letter) => (letter === best ? "0.85" : "0.05")).join(" "),
  );
  const head = ["MEME version 4", "", "ALPHABET= ACGT", "", "MOTIF MA0004 a stand-in"];
  return [...head, "letter-probability matrix: alength= 4 w= 6 nsites= 20", ...rows, ""].join("\n");
}

/** Sequences that were ordered and what was read, of which one letter in fifty is wrong. */
function reads(): string {
  const random = Generator.fromSeed(2);
  const misread = (letter: string): string =>
    random.float64() < 0.02 ? letters[random.integer(4)]! : letter;
  const rows = drawn(1, 200, 10).flatMap((intended) =>
    Array.from({ length: 5 }, () => `${intended},${Array.from(intended, misread).join("")}`),
  );
  return ["intended,observed", ...rows, ""].join("\n");
}

/** Two years of a shop's days and a month in which only the price is known. */
function sales(days: number, ahead: number): string {
  const random = Generator.fromSeed(3);
  const rows = Array.from({ length: days + ahead }, (_, day) => {
    const date = new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10);
    const price = 10 + (day % 10 === 0 ? -2 : 0);
    const warmth = 12 - 9 * Math.cos((2 * Math.PI * day) / 365) + random.normal();
    const sold =
      150 + 30 * Math.sin((2 * Math.PI * day) / 7) - 10 * (price - 10) + 2 * warmth + 5 * random.normal();
    const measured = day < days ? [sold.toFixed(1), warmth.toFixed(1)] : ["", ""];
    return [date, measured[0], price, day % 30 === 0 ? 1 : 0, measured[1]].join(",");
  });
  return ["date,sales,price,holiday,temperature", ...rows, ""].join("\n");
}

function hourly(header: string, name: string): string {
  const random = Generator.fromSeed(4);
  const rows = Array.from({ length: 24 * 40 }, (_, hour) => {
    const time = new Date(Date.UTC(2025, 2, 1, hour)).toISOString().slice(0, 16).replace("T", " ");
    const load = 50 + 20 * Math.sin((2 * Math.PI * hour) / 24) + 3 * random.normal();
    return `${name}${time},${load.toFixed(2)}`;
  });
  return [header, ...rows, ""].join("\n");
}

const task = `import { functionOracle, sequenceEnvironment, stickyNoise, withNoise } from "windage";

export default {
  environment: withNoise(sequenceEnvironment({ alphabet: "ACGT", length: 4 }), stickyNoise(0.1)),
  landscape: functionOracle({ mode: "single", score: (x) => 0.1 + x.split("G").length - 1 }),
  exact: true,
};
`;

const conditionalTask = `import { functionOracle, sequenceEnvironment, uniformVectors, withContext } from "windage";

const share = (x, letter) => (x.split(letter).length - 1) / x.length;
export default {
  environment: withContext(sequenceEnvironment({ alphabet: "ACGT", length: 4 }), {
    kind: "vector",
    size: 1,
    bounds: [[20, 70]],
  }),
  landscape: functionOracle({
    mode: "single",
    conditional: true,
    score: (x, z) => 0.1 + share(x, z[0] > 45 ? "G" : "A"),
  }),
  contexts: uniformVectors([[20, 70]]),
  conditions: { cold: [25], warm: [60] },
};
`;

/** The program in Python that docs/landscapes.md shows. */
function scoreProgram({ root }: Sources): string {
  const page = readFileSync(join(root, "docs/landscapes.md"), "utf8");
  return `#!/usr/bin/env python3\n${/^```python\n([^]*?)^```$/m.exec(page)![1]!}`;
}

const aRun = "20261115-225747-sim8-k3f9q";

/** How each file or folder comes to be at a path; a text is its content. */
const standIns: Readonly<Record<string, (sources: Sources, path: string) => string | void>> = {
  "all-8mers.csv": () => scored(all(8), "score", (points) => 0.05 + points),
  "assay.csv": () => scored(drawn(5, 150, 6), "signal", signal),
  "binding.csv": () => scored(drawn(5, 150, 6), "Kd", kd),
  "bits.csv": () => "sequence,score\n000,1\n001,2\n010,3\n011,4\n100,5\n101,6\n110,7\n111,8\n",
  "compare.yaml": ({ root }, path) => copyFileSync(join(root, "examples/compare.yaml"), path),
  "kd.csv": () => scored(all(6).slice(0, 4000), "Kd", kd),
  "known.csv": () => scored(drawn(6, 100, 8), "score", (points) => 0.05 + points),
  "known.fasta": () => ">one\nACGTACGT\n>two\nTTTTACGT\n",
  "load.csv": () => hourly("time,load", ""),
  "long.csv": () => hourly("item_id,timestamp,target", "north,"),
  "my-task.mjs": () => task,
  "new.csv": () => sales(740, 30),
  "motifs.meme": motifs,
  "reads.csv": reads,
  "results.csv": () => scored(drawn(7, 40, 6), "signal", signal),
  "results1.csv": () => scored(drawn(8, 40, 6), "signal", signal),
  "run.yaml": () => "task: sim8\nalpha: 0.1\niterations: 100\n",
  "sales.csv": () => sales(730, 30),
  "score.py": scoreProgram,
  "scores.csv": () => scored(all(5), "score", (points) => 0.05 + points),
  [`runs/${aRun}`]: ({ run }, path) => cpSync(run(), path, { recursive: true }),
  "runs/one": ({ run }, path) => cpSync(run(), path, { recursive: true }),
  "elsewhere/two": ({ run }, path) => cpSync(run(), path, { recursive: true }),
  "base-errors.csv": () =>
    ["intended,A,C,G,T", "A,0.994,0.002,0.002,0.002", "C,0.002,0.994,0.002,0.002"]
      .concat("G,0.006,0.002,0.99,0.002", "T,0.002,0.002,0.002,0.994", "")
      .join("\n"),
  "gb1.fasta": () => `>GB1\n${gb1}\n`,
  "variants.csv": () => variants(11, 300),
  "plate1-results.csv": () => variants(12, 25),
  "from-anna": ({ run }, path) => cpSync(run(), path, { recursive: true }),
  [`usb/${aRun}`]: ({ run }, path) => cpSync(run(), path, { recursive: true }),
  "stability.mjs": () => conditionalTask,
  "tables/": ({ root }, path) => {
    mkdirSync(path);
    for (const name of twoTables) symlinkSync(dataPath(root, name), join(path, name));
  },
  "usb/some-run": ({ run }, path) => cpSync(run(), path, { recursive: true }),
};

/** What is in the folder of tables: two, so that training on them is short. */
const twoTables: readonly string[] = ["PAX4_REF_R1_8mers.txt", "WT1_REF_R1_8mers.txt"];

/** Data of others, by the name on pages, and where it lies below the folder of data. */
const others: Readonly<Record<string, string>> = {
  "SIX6_REF_R1_8mers.txt": "tfbind8/SIX6_REF_R1_8mers.txt",
  "PAX4_REF_R1_8mers.txt": "tfbind8-more/PAX4_REF_R1_8mers.txt",
  "tf_bind_8-x-0.npy": "tfbind8/tf_bind_8-x-0.npy",
  "tf_bind_8-y-0.npy": "tfbind8/tf_bind_8-y-0.npy",
  "WT1_REF_R1_8mers.txt": "tfbind8-more/WT1_REF_R1_8mers.txt",
  "eight-tables": "tfbind8-more",
  m4: "m4",
  competitions: "competitions",
  "data-files": ".",
  "exchange_rate.txt": "exchange_rate/exchange_rate.txt",
  "ETTh1.csv": "ett/ETTh1.csv",
  "EPICA_Dome_C_CO2.csv": "irregular/EPICA_Dome_C_CO2.csv",
};

/** The folder with data of others: beside the repository, as for the tests that use it. */
const dataOf = (root: string): string => join(root, "../shared/data");

/** The table that the task of this name is made from. */
export const bindingTable = "SIX6_REF_R1_8mers.txt";

/** The path of data of others, whether it is there or not. */
export function dataPath(root: string, name: string): string {
  return join(dataOf(root), others[name]!);
}

const mentions = (text: string, name: string): boolean =>
  new RegExp(String.raw`(?<![\w.-])${name.replaceAll(".", String.raw`\.`)}(?![\w-])`).test(text);

/** The data of others that a command needs and this machine does not have. */
export function missingData(root: string, text: string): string[] {
  const needed = Object.keys(others).filter((name) => mentions(text, name));
  if (mentions(text, "tables/")) needed.push(...twoTables);
  if (usesBindingTable(text)) needed.push(bindingTable);
  return needed.filter((name) => !existsSync(dataPath(root, name)));
}

/** Whether a command is about the task that has to be imported first. */
export function usesBindingTable(text: string): boolean {
  return /\btfbind8\b/.test(text) && !/data import|--table|bench\//.test(text);
}

/** Whether a command speaks of the run that pages name, or of the latest where nothing was run. */
function needsRun(folder: string, text: string): boolean {
  return text.includes("20261115") || (/\blatest\b/.test(text) && !existsSync(join(folder, "runs")));
}

/** Puts the files that a command speaks of into a folder, unless they are there. */
export function provideFiles(sources: Sources, folder: string, text: string): void {
  for (const [name, make] of Object.entries(standIns)) {
    // What is written by the command needs no stand-in, and runs are spoken of by parts of their names.
    const spoken = name === `runs/${aRun}` ? needsRun(folder, text) : mentions(text, name);
    const written = text.includes(`--out ${name}`) || text.includes(`> ${name}`);
    const path = join(folder, name);
    if (!spoken || written || existsSync(path)) continue;
    mkdirSync(dirname(path), { recursive: true });
    const content = make(sources, path);
    if (content !== undefined) writeFileSync(path, content);
    if (name.endsWith(".py")) chmodSync(path, 0o755);
  }
  for (const name of Object.keys(others)) {
    const path = join(folder, name);
    if (mentions(text, name) && !existsSync(path)) symlinkSync(dataPath(sources.root, name), path);
  }
}
