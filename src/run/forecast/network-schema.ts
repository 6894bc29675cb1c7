/** What a kept network says of itself, with bounds; loaded, and the validator with it, when a network is read. */
import { choice, listOf, z } from "../../file/document.ts";
import { referenceNames } from "../../forecast/gflownet/references.ts";

export { readDocument } from "../../file/document.ts";

const whole = (least: number, most: number) => {
  const error = `a whole number from ${least} to ${most}`;
  return z.int({ error }).min(least, { error }).max(most, { error });
};
const between = (least: number, most: number) => {
  const error = `a number from ${least} to ${most}`;
  return z.number({ error }).min(least, { error }).max(most, { error });
};

/** Wider bounds than any network of ours needs; how many numbers there are has to fit the settings besides. */
export const networkSchema = z.object({
  horizon: whole(1, 10_000),
  periods: listOf(whole(1, 100_000)).max(100, { error: "at most 100 periods" }),
  ratio: between(0, 1e150),
  columns: z.tuple([whole(0, 10_000), whole(0, 10_000), whole(0, 1)], { error: "three numbers" }),
  settings: z.object(
    {
      seed: whole(0, Number.MAX_SAFE_INTEGER),
      references: z.tuple([choice(referenceNames)], choice(referenceNames), { error: "names of references" }),
      bins: whole(4, 65_536),
      reach: between(1e-6, 1e6),
      smoothing: between(0, 1e4),
      head: choice(["tokens", "absolute", "square"]),
      encoder: choice(["transformer", "linear"]),
      width: whole(1, 16_384),
      layers: whole(1, 1000),
      heads: whole(1, 1000),
      patches: whole(1, 100_000),
      perAnchor: whole(1, 1e6),
      iterations: whole(1, 1e9),
      epochs: whole(1, 1e9),
      batch: whole(1, 1e6),
      rate: between(1e-12, 1e3),
      calibration: choice(["none", "thoughts"]),
      paths: whole(1, 10_000),
    },
    { error: "an object" },
  ),
});
