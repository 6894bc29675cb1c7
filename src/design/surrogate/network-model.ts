/**
 * An ensemble of small networks that read windows of letters: a column predicts the mean of its members. How long they
 * are trained is chosen by the error on held-out rows, as the strength of a ridge is. The work is bounded by a count,
 * not by a clock, so that the same rows and seed give the same model everywhere.
 */
import type { AsyncSteps } from "../../evaluation/long-computation.ts";
import type { Key } from "../../random/key.ts";
import type { Folds } from "./folds.ts";
import { type FittedModel, rootMeanSquare } from "./model.ts";
import { featureCount, hiddenCount, type SmallNetwork } from "./network-forward.ts";
import { type NetworkPlan, NetworkTraining } from "./network-training.ts";
import { type WindowChoice, Windows } from "./network-windows.ts";
import { withCentres } from "./ridge-model.ts";

/** Updates that so many rows are worth: few are soon learned by heart. */
const stepsFor = (rows: number): number => Math.min(1800, 800 + rows);
/** The share of them that has to be affordable. */
const leastShare = 0.55;
/** Multiplications of weights by inputs in all, about six seconds on one slow core. */
const mostWork = 45e9;
/** What is given up where sequences are long: members first, then rows per update. */
const sizes = [
  { members: 3, batch: 64 },
  { members: 2, batch: 64 },
  { members: 2, batch: 32 },
  { members: 2, batch: 16 },
] as const;
/** Shares of the steps after which the held-out rows are looked at. */
const looks = [1 / 8, 1 / 4, 1 / 2, 1];

/** How networks are trained on such sequences; null where they are so long that it would take too long. */
export function networkPlan(choice: WindowChoice, rows: number, folds: number): NetworkPlan | null {
  const { count, width, states } = new Windows(choice);
  for (const size of sizes) {
    const batch = Math.min(size.batch, rows);
    // Forward, and back to the weights.
    const perStep = 2 * batch * count * width * (states - 1) * size.members * (folds + 1) * featureCount;
    const wanted = stepsFor(rows);
    const steps = Math.min(wanted, Math.floor(mostWork / perStep));
    if (steps >= leastShare * wanted) return { members: size.members, batch, steps };
  }
  return null;
}

/** Trains the networks; `onShare` hears which share of their updates is done. */
export async function* fitNetworks(
  name: string,
  sequences: readonly ArrayLike<number>[],
  folds: Folds,
  choice: WindowChoice,
  plan: NetworkPlan,
  seed: Key,
  onShare: (share: number) => void = () => undefined,
): AsyncSteps<FittedModel> {
  const windows = new Windows(choice);
  const { members, steps } = plan;
  const columns = folds.count + 1;
  const read = windows.readAll(sequences);
  const training = await NetworkTraining.compile(windows, plan, folds, read, seed);
  let best:
    | { step: number; error: number; heldOut: Float64Array; networks: readonly SmallNetwork[] }
    | undefined;
  try {
    const lookedAt = new Set(looks.map((share) => Math.round(share * steps)));
    for (let step = 1; step <= steps; step++) {
      await training.step();
      onShare(step / steps);
      yield undefined;
      if (!lookedAt.has(step)) continue;
      const networks = training.networks();
      const heldOut = folds.values.map((_, row) => {
        const column = folds.fold[row]!;
        return folds.centres[column]! + meanOf(networks, column, members, read, row * windows.count);
      });
      const error = rootMeanSquare(heldOut, folds.values);
      if (best === undefined || error < best.error) best = { step, error, heldOut, networks };
    }
  } finally {
    await training.dispose();
  }
  const { step, heldOut, networks } = best!;
  const ask = (asked: readonly ArrayLike<number>[], first: number): Float64Array => {
    const windowsOf = windows.readAll(asked);
    const own = columns - first;
    const out = new Float64Array(asked.length * own);
    // Network by network, so that its table stays at hand.
    for (let n = first * members; n < columns * members; n++) {
      const column = Math.floor(n / members);
      const network = networks[n]!;
      for (let i = 0, at = column - first; i < asked.length; i++, at += own)
        out[at] = out[at]! + network.value(windowsOf, i * windows.count) / members;
    }
    return withCentres(out, folds.centres.subarray(first));
  };
  return {
    name,
    settings: `${members} of ${featureCount} and ${hiddenCount} units, ${step} steps`,
    quick: true,
    folds: folds.count,
    heldOut,
    predictAll: (asked) => ask(asked, 0),
    predict: (asked) => ask(asked, folds.count),
  };
}

/** What the members of a column say on average. */
function meanOf(
  networks: readonly SmallNetwork[],
  column: number,
  members: number,
  read: Int32Array,
  from: number,
): number {
  let sum = 0;
  for (let m = 0; m < members; m++) sum += networks[column * members + m]!.value(read, from);
  return sum / members;
}
