/** What features had a part in, as `--json` prints it and summary.json keeps it. */
import type { JsonObject } from "../../file/json-document.ts";
import { tallyOf, tallyOfPool } from "../../forecast/feature-use.ts";
import type { UsesFeatures } from "../../forecast/feature-use.ts";

/** For how many series features have a part in the forecast, of the pool and of each member that reads them. */
export function featureSummary(forecast: UsesFeatures): JsonObject {
  const tally = tallyOfPool(forecast);
  if (tally === undefined) return {};
  const members = [...forecast.featureUse].map(([name, uses]) => [name, tallyOf(uses)]);
  return { features: { pool: { ...tally }, members: Object.fromEntries(members) as JsonObject } };
}
