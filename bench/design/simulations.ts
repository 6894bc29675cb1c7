/**
 * Campaigns on simulated proteins of four sites (`simulated-proteins.ts`), where settings of design are chosen: what
 * batches are worth, how many outcomes of first orders lie in their 80 % intervals, and whether the advice "little better
 * than a random one" was right. Searches look at every sequence, which is quick and orders what the model says.
 *
 *   npx tsx bench/design/simulations.ts --start 96,384 --rounds 3 --seeds 1,2,3
 *   npx tsx bench/design/simulations.ts --advice --seeds 1,2,3,4,5,6,7,8,9,10
 */
import { parseArgs } from "node:util";
import { Generator } from "../../src/random/generator.ts";
import { campaign, mean, type CampaignRound, type Method, methods, type Truth } from "./campaign.ts";
import { aminoAcids, simulateProtein } from "./simulated-proteins.ts";

const sites = 4;
const { values } = parseArgs({
  options: {
    start: { type: "string", default: "384" },
    rounds: { type: "string", default: "3" },
    batch: { type: "string", default: "96" },
    seeds: { type: "string", default: "1,2,3" },
    methods: { type: "string", default: methods.join(",") },
    aim: { type: "string", default: "mean" },
    advice: { type: "boolean", default: false },
  },
});
const sequences = Array.from({ length: aminoAcids.length ** sites }, (_, index) => {
  let sequence = "";
  for (let t = 0, rest = index; t < sites; t++, rest = Math.floor(rest / aminoAcids.length))
    sequence = aminoAcids[rest % aminoAcids.length]! + sequence;
  return sequence;
});
const tokens = sequences.map((sequence) => Uint8Array.from(sequence, (letter) => aminoAcids.indexOf(letter)));
const seeds = values.seeds.split(",").map(Number);
if (values.advice) await advice();
else await compare();

/** A truth that is read with errors of measurement; `shuffled` scores have nothing to do with their sequences. */
function simulated(seed: number, shuffled = false): Truth {
  const protein = simulateProtein(seed, sites);
  const order = Array.from(tokens.keys());
  if (shuffled) Generator.fromSeed(seed).shuffle(order);
  return {
    alphabet: aminoAcids,
    sequences,
    scores: Float64Array.from(order, (index) => protein.score(tokens[index]!)),
    read: (index, generator) => protein.read(tokens[order[index]!]!, generator),
  };
}

async function compare(): Promise<void> {
  const asked = values.methods.split(",") as Method[];
  console.log(
    `| measured | method | batch 1 mean | mean of best ${values.batch} | top 1 % found | best ÷ maximum | 80 % held, batches 1, 2, … |\n|${"---|".repeat(7)}`,
  );
  for (const start of values.start.split(",").map(Number)) {
    for (const method of asked) {
      const all: (readonly CampaignRound[])[] = [];
      const shares: number[] = [];
      for (const seed of seeds) {
        const truth = simulated(seed);
        const highest = Array.from(truth.scores).reduce((most, score) => Math.max(most, score), 0);
        const rounds = await campaign(truth, method, {
          start,
          batch: Number(values.batch),
          rounds: Number(values.rounds),
          seed,
          options: { search: "all", aim: values.aim as "mean" },
          onRound: (round) =>
            console.error(
              `${start} ${method} seed ${seed} round ${round.round}: batch ${round.batchMean.toFixed(2)}, predicted ${round.predictedMean?.toFixed(2) ?? "–"}, held ${round.held?.toFixed(2) ?? "–"}, best ${values.batch} ${round.bestMean.toFixed(2)}, top 1 % ${round.top}, ${round.processorSeconds.toFixed(0)} s; ${round.model}${round.cautions.map((text) => `\n  ${text.slice(0, 90)}`).join("")}`,
            ),
        });
        all.push(rounds);
        shares.push(rounds.at(-1)!.best / highest);
      }
      const last = all.map((rounds) => rounds.at(-1)!);
      const held = Array.from({ length: Number(values.rounds) }, (_, r) =>
        method === "windage" ? Math.round(100 * mean(all.map((rounds) => rounds[r]!.held!))) : "",
      );
      console.log(
        `| ${start} | ${method} | ${mean(all.map((rounds) => rounds[0]!.batchMean)).toFixed(2)} | ${mean(last.map(({ bestMean }) => bestMean)).toFixed(2)} | ${mean(last.map(({ top }) => top)).toFixed(0)} | ${mean(shares).toFixed(2)} | ${held.join(", ")} |`,
      );
    }
  }
}

/** First orders after few, many and meaningless measurements: what was advised, and what was true. */
async function advice(): Promise<void> {
  let [right, all] = [0, 0];
  for (const seed of seeds) {
    for (const [start, shuffled] of [
      [40, false],
      [150, false],
      [150, true],
    ] as const) {
      const truth = simulated(seed, shuffled);
      const scores = Array.from(truth.scores);
      const average = mean(scores);
      const deviation = Math.sqrt(mean(scores.map((score) => (score - average) ** 2)));
      const plan = { start, batch: 96, rounds: 1, seed, options: { search: "all" } } as const;
      const [first] = await campaign(truth, "windage", plan);
      const said = first!.cautions.some((text) => text.includes("little better than a random"));
      // Half a standard deviation above the mean is little.
      const isPoor = first!.batchMean < average + deviation / 2;
      [right, all] = [right + (said === isPoor ? 1 : 0), all + 1];
      console.log(
        `seed ${seed}, ${start}${shuffled ? " shuffled" : ""}: mean ${average.toFixed(2)}, batch ${first!.batchMean.toFixed(2)}; said ${said ? "poor" : "good"}, was ${isPoor ? "poor" : "good"}, held ${Math.round(100 * first!.held!)} %`,
      );
    }
  }
  console.log(`Right in ${right} of ${all}.`);
}
