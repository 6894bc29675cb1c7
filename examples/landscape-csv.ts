/**
 * Your own measurements as a landscape: a small CSV, a policy for what was not measured, and the rewards a
 * sampler would be trained on. Run it with `npx tsx examples/landscape-csv.ts`.
 */

import { Reward } from "windage";
import { parseCsvLandscape } from "windage/source";

const csv = `sequence,score,batch
ACG,0.91,monday
CCG,0.40,monday
TTG,0.72,"tuesday, repeat"
`;

// 3 of 64 sequences were measured; all others count as 0 and so get the smallest reward.
const { landscape } = parseCsvLandscape(csv, { name: "my-assay", alphabet: "ACGT", missing: "floor" });
if (!landscape.enumerable) throw new Error("64 sequences fit in a table");

const reward = new Reward({ exponent: 3, floor: 1e-3 });
const rewards = Array.from(landscape.table, (score) => reward.reward(score));
const partition = rewards.reduce((sum, value) => sum + value, 0);

const best = [...landscape.table.keys()]
  .sort((a, b) => landscape.scoreAt(b) - landscape.scoreAt(a))
  .slice(0, 4);
console.log("sequence  score  share of the target");
for (const index of best) {
  const share = ((100 * rewards[index]!) / partition).toFixed(1).padStart(18);
  console.log(
    `${landscape.space.sequenceAt(index).padEnd(8)}  ${landscape.scoreAt(index).toFixed(2).padStart(5)} ${share} %`,
  );
}
