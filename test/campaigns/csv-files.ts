/** CSV files as people and machines write them, and as nobody should: read as they are, or refused by line, at once. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadCsvLandscape } from "../../src/landscape/source/csv-landscape.ts";
import type { Generator } from "../../src/random/generator.ts";
import { outcomeOf, pick, randomBytes, type Campaign } from "./campaign.ts";

const cells = [
  "AC",
  "ACGT",
  "acgt",
  "",
  " ",
  "A C",
  '"AC"',
  '"A""C"',
  '"A\nC"',
  "1",
  "0.5",
  "-1e308",
  "1e308",
  "1e-400",
].concat([
  "Infinity",
  "NaN",
  "0x10",
  "1,5",
  "é",
  "\u0000",
  "=cmd()",
  "\u202e",
  "A".repeat(300),
  "9".repeat(50_000),
  '"',
]);
const headers = ["sequence,score", "Sequence;Score", "score,Score,sequence", "sequence\tscore", "", "a,b,c"];

function table(random: Generator): Uint8Array {
  const separator = pick(random, [",", ";", "\t"]);
  const end = pick(random, ["\n", "\r\n", "\r"]);
  const rows = Array.from({ length: random.integer(12) }, () =>
    Array.from({ length: 1 + random.integer(3) }, () => pick(random, cells)).join(separator),
  );
  const text = [pick(random, headers), ...rows].join(end);
  const bytes = Buffer.from(pick(random, ["", "\ufeff"]) + text);
  if (random.integer(4) === 0 && bytes.length > 0) bytes[random.integer(bytes.length)] = random.integer(256);
  return random.integer(20) === 0 ? randomBytes(random, random.integer(400)) : bytes;
}

export const csvFiles: Campaign = {
  name: "csv-files",
  promise: "any file is read or refused, with numbers that are finite",
  short: 300,
  long: 60_000,
  begin: () =>
    Promise.resolve(async (random, folder) => {
      const path = join(folder, "table.csv");
      writeFileSync(path, table(random));
      const missing = pick(random, ["floor", "error", 0.25] as const);
      const read = await outcomeOf(() => loadCsvLandscape(path, { alphabet: "ACGT", missing }));
      if ("error" in read) {
        return read.error.message.length > 5_000
          ? `a message that repeats the file: ${read.error.message.slice(0, 300)}`
          : undefined;
      }
      const { landscape } = read.value;
      const scored = await outcomeOf(() => landscape.score(["AC"]));
      const finite = "error" in scored || scored.value.every((score) => Number.isFinite(score));
      return finite ? undefined : "a score that is not finite";
    }),
};
