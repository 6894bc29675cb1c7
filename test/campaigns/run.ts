/**
 * Runs campaigns: `npm run campaigns -- [name …] [--long] [--tries 100] [--seed 7]`. Prints a row per campaign, and every
 * failure with the words that repeat it; exits with 1 if there is any.
 */
import { mkdtempSync, mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { campaigns } from "./all-campaigns.ts";
import { runCampaign } from "./campaign.ts";

const { values, positionals } = parseArgs({
  options: { long: { type: "boolean" }, tries: { type: "string" }, seed: { type: "string" } },
  allowPositionals: true,
});
const seed = Number(values.seed ?? 1);
let failed = false;
for (const campaign of campaigns) {
  if (positionals.length > 0 && !positionals.includes(campaign.name)) continue;
  const tries = Number(values.tries ?? (values.long ? campaign.long : campaign.short));
  if (tries === 0) continue;
  const top = mkdtempSync(join(tmpdir(), `windage-${campaign.name}-`));
  process.env["WINDAGE_DATA"] = join(top, "data");
  const folder = (name: string): Promise<string> => {
    const path = join(top, name);
    mkdirSync(path, { recursive: true });
    return Promise.resolve(path);
  };
  const began = performance.now();
  // A long campaign says now and then how far it is.
  const onTry = (done: number, failed: number, place: string): void => {
    // What is left of ten thousand folders fills a disk.
    rmSync(place, { recursive: true, force: true });
    if (done % Math.ceil(tries / 20) === 0 && done < tries) {
      console.error(`  ${done} of ${tries}, ${failed} failures ${campaign.tally?.() ?? ""}`);
    }
  };
  const { failures } = await runCampaign(campaign, { tries, seed, folder, onTry });
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(
    `${campaign.name}: ${tries} tries from seed ${seed}, ${failures.length} failures, ${seconds} s${campaign.tally === undefined ? "" : `, ${campaign.tally()}`}`,
  );
  for (const failure of failures.slice(0, 20)) console.log(`  ${campaign.name} ${failure}`);
  failed ||= failures.length > 0;
  rmSync(top, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;
