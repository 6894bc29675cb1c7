/** Numbers in a run's configuration that no flag would accept: refused before anything is built from them. */
import { defaultConfig, readConfig } from "../../src/experiment/index.ts";
import type { JsonObject, JsonValue } from "../../src/run/index.ts";
import { outcomeOf, pick, type Campaign } from "./campaign.ts";

const numbers: readonly JsonValue[] = [
  0,
  -0,
  -1,
  0.5,
  1e9,
  1e12,
  2 ** 31,
  2 ** 53,
  1e308,
  -1e308,
  5e-324,
].concat([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]);
const others: readonly JsonValue[] = [null, "", "1", "1e999", "Infinity", true, [], [1], {}, { valueOf: 1 }];

export const hostileNumbers: Campaign = {
  name: "hostile-numbers",
  promise: "every number in a config has the bounds its flag has",
  short: 400,
  long: 20_000,
  begin: () =>
    Promise.resolve(async (random) => {
      const field = pick(random, Object.keys(defaultConfig));
      const value = random.integer(3) === 0 ? pick(random, others) : pick(random, numbers);
      const plain = defaultConfig as unknown as JsonObject;
      const read = await outcomeOf(() => readConfig("run", { ...plain, [field]: value }));
      if ("error" in read) return undefined;
      const kept = (read.value as unknown as JsonObject)[field];
      if (typeof kept !== "number") return undefined;
      const large = Math.abs(kept) > 1e9 && field !== "seed";
      const bounded = !large || isFree(field);
      return Number.isFinite(kept) && bounded ? undefined : `${field}: ${JSON.stringify(value)} was accepted`;
    }),
};

/** Fields that are factors, limits or waiting times, where a large one is odd but costs nothing. */
function isFree(field: string): boolean {
  return /^(?:missing|beta|ramp|stopBelow|clip|dynamicsClip|temperature|finalTemperature|gamma|priority|rate|dynamicsRate|finalRate|entropyWeight|evaluateEvery|checkpointEvery)$/.test(
    field,
  );
}
