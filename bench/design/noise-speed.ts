/**
 * What errors of the synthesis cost: the processor seconds of one order on DNA of 16 to 20 letters, without errors, with
 * replaced letters, and with letters that are lost and added too; the same measurements and seed, one after another.
 *
 *   npx tsx bench/design/noise-speed.ts --rows 600
 */
import { parseArgs } from "node:util";
import { propose } from "../../src/design/propose.ts";
import { readErrorModel, uniformErrors } from "../../src/design/synthesis/error-model.ts";
import { Generator } from "../../src/random/generator.ts";

const { values } = parseArgs({
  options: { rows: { type: "string", default: "600" }, seed: { type: "string", default: "1" } },
});
const generator = Generator.fromSeed(Number(values.seed));
const effects = Array.from({ length: 64 }, () => generator.normal());
const measurements = Array.from({ length: Number(values.rows) }, () => {
  const tokens = Array.from({ length: 16 + generator.integer(5) }, () => generator.integer(4));
  // Every word of three letters counts for or against.
  let score = generator.normal() * 0.3;
  for (let t = 2; t < tokens.length; t++)
    score += effects[tokens[t - 2]! * 16 + tokens[t - 1]! * 4 + tokens[t]!]!;
  return { sequence: tokens.map((token) => "ACGT"[token]!).join(""), score, count: 1, spread: 0 };
});
const lost = readErrorModel(
  "intended,A,C,G,T,deleted,inserted\nA,0.96,0.01,0.01,0.01,0.01,0.005\nC,0.01,0.96,0.01,0.01,0.01,0.005\nG,0.01,0.01,0.96,0.01,0.01,0.005\nT,0.01,0.01,0.01,0.96,0.01,0.005\n",
  "ACGT",
  "errors.csv",
);
let usual = 0;
for (const [name, errors] of [
  ["without errors", uniformErrors(0, 4)],
  ["lost and added letters", lost],
  ["replaced letters", uniformErrors(0.02, 4)],
] as const) {
  const before = process.cpuUsage();
  const { designs, candidates } = await propose(measurements, "ACGT", { batch: 96, errors });
  const { user, system } = process.cpuUsage(before);
  const seconds = (user + system) / 1e6;
  usual ||= seconds;
  const worth = designs.reduce((sum, design) => sum + design.worth, 0) / designs.length;
  console.log(
    `${name}: ${seconds.toFixed(1)} processor seconds, ${(seconds / usual).toFixed(2)} times; ${designs.length} designs of ${candidates} candidates, mean worth ${worth.toFixed(3)}`,
  );
}
