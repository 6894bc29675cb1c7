/**
 * From a file of protein variants to two orders, as a laboratory would: 96 variants of four places of GB1 with a fitness
 * that is made up (some letters are good, and two only together), an order on a plate with controls and DNA, results told
 * by their wells, and the next order. Run it with `npx tsx examples/protein-rounds.ts`; it takes half a minute.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Generator } from "windage";
import { designJob, proposeJob, tellResults } from "windage/job";

const parent = "MQYKLILNGKTLKGETTTEAVDAATAEKVFKQYANDNGVDGEWTYDDATKTFTVTE";
const sites = [39, 40, 41, 54];
const acids = "ACDEFGHIKLMNPQRSTVWY";
const random = Generator.fromSeed(5);

/** What the laboratory would measure; places 39 and 54 work together. */
function fitness(sequence: string): number {
  const [a, b, c, d] = sites.map((site) => sequence[site - 1]!) as [string, string, string, string];
  const alone = ["AILV".includes(a), "FWY".includes(b), "ACGS".includes(c), "AGV".includes(d)];
  const together = a === "A" && d === "A" ? 2 : 1;
  const points = alone.filter(Boolean).length;
  return 0.05 * 3 ** points * together * Math.exp(0.1 * random.normal());
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const folder = await mkdtemp(join(tmpdir(), "windage-protein-"));
const rows = new Map<string, number>([["WT", fitness(parent)]]);
while (rows.size < 97) {
  const letters = Array.from(parent);
  for (const site of sites) if (random.float64() < 0.7) letters[site - 1] = acids[random.integer(20)]!;
  const changed = sites.filter((site) => letters[site - 1] !== parent[site - 1]);
  const name = changed.map((site) => `${parent[site - 1]}${site}${letters[site - 1]}`).join(":");
  if (name !== "") rows.set(name, fitness(letters.join("")));
}
const file = join(folder, "variants.csv");
await writeFile(file, ["mutant,fitness", ...Array.from(rows, (row) => row.join(",")), ""].join("\n"));
console.log(`measured: 96 variants, mean fitness ${mean([...rows.values()]).toFixed(2)}`);

const project = join(folder, "gb1");
const first = await designJob({
  file,
  project,
  parent,
  search: "all",
  plate: "24",
  controls: "WT=2",
  maxChanges: 3,
  codons: "ecoli",
  dnaAvoid: "BsaI",
}).result;
const { designs, wells = [], rules } = first.proposal;
console.log(
  `order 1: ${designs.length} designs among ${rules!.left} that obey, such as ${designs[0]!.mutations}`,
);
console.log(
  `its DNA begins with ${designs[0]!.dna!.slice(0, 12)}; ${wells.length} wells, ${wells[0]!.well} the first`,
);

const came = wells.map(({ well, holds }) => {
  const sequence = typeof holds === "number" ? designs[holds]!.order : parent;
  return [well, fitness(sequence).toFixed(4), typeof holds === "number"] as const;
});
const results = join(folder, "results.csv");
await writeFile(results, ["Well,fitness", ...came.map(([well, value]) => `${well},${value}`), ""].join("\n"));
await tellResults(project, results);
console.log(
  `came: mean fitness ${mean(came.filter(([, , own]) => own).map(([, value]) => Number(value))).toFixed(2)}`,
);

const second = await proposeJob({ project }).result;
const again = second.proposal.designs.filter(({ order }) => designs.some((design) => design.order === order));
console.log(`order 2: ${second.proposal.designs.length} designs, ${again.length} of them ordered before`);
await rm(folder, { recursive: true });
