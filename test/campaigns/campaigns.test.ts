/** The short form of every campaign, from the same seed every time. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { campaigns } from "./all-campaigns.ts";
import { runCampaign } from "./campaign.ts";

const top = mkdtempSync(join(tmpdir(), "windage-campaign-"));
// Thousands of small files; on a busy disk that takes its time.
afterAll(() => rmSync(top, { recursive: true, force: true }), 120_000);
const seed = 1;

// Those whose tries take minutes have no short form.
const short = campaigns.filter((campaign) => campaign.short > 0);

test.each(short.map((campaign) => [campaign.name, campaign] as const))(
  "%s",
  { timeout: 240_000 },
  async (name, campaign) => {
    const folder = (one: string): Promise<string> => {
      const path = join(top, name, one);
      mkdirSync(path, { recursive: true });
      return Promise.resolve(path);
    };
    const { failures } = await runCampaign(campaign, {
      tries: campaign.short,
      seed,
      folder,
      onTry: (_done, _failures, place) => rmSync(place, { recursive: true, force: true }),
    });
    expect(failures, `npm run campaigns -- ${name} …`).toEqual([]);
  },
);
