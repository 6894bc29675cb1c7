/**
 * From an assay to an order on a table whose truth is hidden: the three protocols of `src/design/protocol.ts`. Prints a
 * line per seed and the means with 95 % intervals as a row of Markdown.
 *
 *   npx tsx bench/design/protocols.ts sim8 --protocol single --seeds 101,102,103
 *   npx tsx bench/design/protocols.ts SIX6_REF_R1_8mers.txt --protocol single --alpha 0.1
 */
import { parseArgs } from "node:util";
import type { AcquisitionKind } from "../../src/design/utility/acquisition.ts";
import type {
  ProtocolName,
  ProtocolOptions,
  ProtocolRound,
  ProtocolSearch,
} from "../../src/design/protocol.ts";
import { runProtocol, protocolNames, protocolSearches } from "../../src/design/protocol.ts";
import { meanInterval } from "../../src/evaluation/sample/intervals.ts";
import { createSim8 } from "../../src/landscape/exact/sim8.ts";
import type { TableLandscape } from "../../src/landscape/exact/table-landscape.ts";
import { importTfbind8 } from "../../src/landscape/table/tfbind8.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    protocol: { type: "string", default: "single" },
    seeds: { type: "string", default: "101,102,103,104,105" },
    alpha: { type: "string", default: "0" },
    search: { type: "string", default: "gflownet" },
    aim: { type: "string" },
    kappa: { type: "string" },
    steps: { type: "string" },
    "decide-ahead": { type: "string" },
    rounds: { type: "string" },
    distance: { type: "string" },
  },
});
const [name = "sim8"] = positionals;
const table: TableLandscape =
  name === "sim8" ? createSim8() : (await importTfbind8([name], { name: "table" })).landscape;
const protocol = oneOf(protocolNames, values.protocol, "--protocol") satisfies ProtocolName;
const search = oneOf(protocolSearches, values.search, "--search") satisfies ProtocolSearch;

const results = new Map<string, number[]>();
for (const seed of values.seeds.split(",").map(Number)) {
  const row = await once(seed);
  console.log(
    `seed ${seed}: ${Object.entries(row)
      .map(([what, value]) => `${what} ${Number(value.toFixed(4))}`)
      .join(", ")}`,
  );
  for (const [what, value] of Object.entries(row)) results.set(what, [...(results.get(what) ?? []), value]);
}
const labels = [...results.keys()];
console.log(`\n| ${labels.join(" | ")} |\n|${labels.map(() => "---").join("|")}|`);
console.log(
  `| ${labels
    .map((label) => {
      const { mean, half } = meanInterval(results.get(label)!);
      return `${Number(mean.toPrecision(4))} ± ${Number((half ?? 0).toPrecision(2))}`;
    })
    .join(" | ")} |`,
);

async function once(seed: number): Promise<Record<string, number>> {
  const options: ProtocolOptions = {
    search,
    seed,
    alpha: Number(values.alpha),
    ...(values.aim === undefined ? {} : { aim: values.aim as AcquisitionKind }),
    ...(values.kappa === undefined ? {} : { kappa: Number(values.kappa) }),
    ...(values.steps === undefined ? {} : { steps: Number(values.steps) }),
    ...(values["decide-ahead"] === undefined ? {} : { decideAhead: Number(values["decide-ahead"]) }),
    ...(values.rounds === undefined ? {} : { rounds: Number(values.rounds) }),
    ...(values.distance === undefined ? {} : { minDistance: Number(values.distance) }),
  };
  const [began, processor] = [performance.now(), process.cpuUsage()];
  const spent = (): { seconds: number; "processor seconds": number } => {
    const { user, system } = process.cpuUsage(processor);
    return { seconds: (performance.now() - began) / 1000, "processor seconds": (user + system) / 1e6 };
  };
  let last: ProtocolRound | undefined;
  for await (last of runProtocol(table, protocol, options)) {
    const time = spent();
    console.error(
      `  seed ${seed} round ${last.round}: best 128 mean ${last.best.mean.toFixed(4)}, highest ${last.best.highest.toFixed(3)}, at least 0.9 of the best ${last.high}, letters apart ${last.diversity.toFixed(2)}, from what was measured ${last.novelty.toFixed(2)}, modes ${last.modes.found} of ${last.modes.total}, ${time.seconds.toFixed(0)} s, ${time["processor seconds"].toFixed(0)} of a processor`,
    );
  }
  const { best, hits, high, covered, diversity, novelty, modes, meanOrdered, meanMade } = last!;
  return {
    "in the top 5 %": hits,
    "mean score as ordered": meanOrdered,
    "mean score as made": meanMade,
    ...(covered === null ? {} : { "80 % intervals cover": covered }),
    "letters apart": diversity,
    "letters from what was measured": novelty,
    modes: modes.found,
    "mean of the best 128": best.mean,
    "letters apart in the best 128": best.diversity,
    highest: best.highest,
    "at least 0.9 of the best": high,
    ...spent(),
  };
}

function oneOf<Name extends string>(names: readonly Name[], text: string, flag: string): Name {
  const found = names.find((one) => one === text);
  if (found === undefined) throw new Error(`${flag}: got ${text}, expected one of ${names.join(", ")}`);
  return found;
}
