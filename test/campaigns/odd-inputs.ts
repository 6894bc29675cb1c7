/**
 * Files that are no tables and no configurations: lines of up to 100 MB, NUL bytes, what unpacks to far more than it is,
 * anchors without end, keys that reach prototypes. They are read or refused in words, in time, and not repeated.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Generator } from "../../src/random/generator.ts";
import { measuredText } from "../../src/run/project/project.fixture.ts";
import { pick, randomBytes, type Campaign } from "./campaign.ts";
import { runWindage } from "./windage-process.ts";

const sizes = [1e4, 1e5, 1e6, 1e7, 1e8];

type Make = (random: Generator, size: number) => string | Uint8Array;

const header = "sequence,score\nACG,1\nCCG,2\nGGT,3\n";

const tables: Readonly<Record<string, Make>> = {
  "a long line": (random, size) =>
    header + pick(random, ["A", ",", " ", "\t", "1", '"', ";", '""', "\r"]).repeat(size),
  "a long header": (random, size) =>
    `sequence,score,${pick(random, ["x", "x,", ",", '"'] as const).repeat(size / 2)}\nACG,1\n`,
  "a long cell": (random, size) =>
    `${header}${pick(random, ["A", "\u00fc", "\u001b["]).repeat(size / 2)},4\nACC,2\n`,
  "a long number": (random, size) =>
    `${header}TTT,${pick(random, ["1", "0.", "-", "1e", "0"]).repeat(size / 2)}\n`,
  "NUL bytes": (random, size) =>
    header.replaceAll(pick(random, ["A", ",", "\n", "1"]), "\u0000") +
    "\u0000".repeat(random.integer(2) * size),
  "a gzip bomb": (_, size) => gzipSync(Buffer.alloc(size, header)),
  bytes: (random, size) => Buffer.concat([Buffer.from(header), randomBytes(random, Math.min(size, 1e5))]),
};

const configs: Readonly<Record<string, Make>> = {
  anchors: (random, size) =>
    `a:\n${pick(random, ["  - &x x\n", "  - *x\n", "  - &x {}\n"]).repeat(Math.min(size, 2e6) / 8)}`,
  "anchors of anchors": (random) => {
    const each = 2 + random.integer(9);
    const lines = Array.from({ length: 40 }, (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i},`.repeat(each)}]`);
    return `a0: &a0 [x]\n${lines.join("\n")}\n`;
  },
  prototypes: (random) => {
    const key = pick(random, [
      "__proto__",
      "constructor",
      "prototype",
      "toString",
      "hasOwnProperty",
      '"__proto__"',
    ]);
    return pick(random, [
      `${key}: {seed: 1}\n`,
      `seed: {${key}: 1}\n`,
      `a: &x {seed: 1}\n${key}: *x\n`,
      `? ${key}\n: 1\n`,
    ]);
  },
  "many keys": (_, size) => Array.from({ length: Math.min(size, 2e5) / 8 }, (__, i) => `k${i}: 1\n`).join(""),
  "deep nesting": (random, size) =>
    pick(random, ["[", "{a: ", "- ", "? ", "&a [", "!!map {a: "]).repeat(Math.min(size, 2e6) / 8),
  tags: (random) =>
    `seed: ${pick(random, ["!!js/function 'x'", "!!python/object/apply:os.system [ls]", "!!binary AAAA", "!!set {a}", "%x"])}\n`,
};

export const oddInputs: Campaign = {
  name: "odd-inputs",
  promise: "any file is read or refused in words, in time",
  short: 6,
  long: 300,
  longestMs: 180_000,
  begin: (shared) => {
    const assay = join(shared, "assay.csv");
    writeFileSync(assay, measuredText(3));
    return Promise.resolve(async (random, folder) => {
      const isConfig = random.integer(3) === 0;
      const kinds = isConfig ? configs : tables;
      const name = pick(random, Object.keys(kinds));
      const size = pick(random, sizes);
      const file = join(folder, isConfig ? "odd.yaml" : "odd.csv");
      writeFileSync(file, kinds[name]!(random, size));
      const tableWords = [
        ["design", file, "--batch", "2", "--search", "evolution", "--steps", "2"],
        ["train", "--oracle-csv", file, "--alphabet", "ACGT", "--iterations", "2"],
        ["forecast", file, "--horizon", "2"],
        ["design", "tell", join(shared, "none"), file],
        ["check-env", file],
        ["noise", "fit", file],
        ["train", "--noise-matrix", file, "--iterations", "2"],
        ["design", assay, "--batch", "2", "--search", "evolution", "--steps", "2", "--exclude", file],
      ];
      const configWords = ["train", "compare", "forecast", "design"].map((word) => [word, "--config", file]);
      const words = pick(random, isConfig ? configWords : tableWords);
      const { code, out, err } = await runWindage(folder, words);
      const about = `${words[0]} of ${name}, ${size}: ${code}`;
      if (/fault in windage|\n {4}at /.test(err) || code === null) return `${about}: ${err.slice(-800)}`;
      if (code !== 0 && !/error \[[\w/-]+\]/.test(err)) return `${about}: no reason: ${err.slice(-800)}`;
      if (err.length > 20_000) return `${about}: ${err.length} letters were said: ${err.slice(0, 300)}`;
      // eslint-disable-next-line no-control-regex -- that none of these reaches the terminal is the point
      return /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/.test(err + out)
        ? `${about}: control characters`
        : undefined;
    });
  },
};
